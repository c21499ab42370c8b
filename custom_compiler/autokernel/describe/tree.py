"""The tree: a few kinds of nodes that say what an operator computes, and nothing of how.

A node stands for one number at each place of its free axes. Equal nodes are one object, so what is
written twice is computed once. A reduction binds its axes; the same axis may be free
outside of it, as in `exp(x - max(x, columns))`.

Trees share what they have in common, and may be far deeper than Python's stack: nothing here goes
through them by recursion.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias
from weakref import WeakValueDictionary

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from custom_compiler.autokernel.describe.sizes import Size

UNARY = (
    "negate", "absolute", "sign", "exp", "expm1", "log", "log1p", "sqrt", "rsqrt", "reciprocal",
    "sin", "cos", "tanh", "erf", "floor", "ceil", "round", "not", "is_nan",
)  # fmt: skip
BINARY = (
    "add",
    "subtract",
    "multiply",
    "divide",
    "floor_divide",
    "remainder",
    "power",
    "maximum",
    "minimum",
)
COMPARISONS = ("equal", "not_equal", "less", "less_equal", "and", "or")
REDUCTIONS = ("sum", "product", "max", "min", "arg_max", "arg_min")
DTYPES = (
    "bool", "int8", "uint8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64",
)  # fmt: skip


def accumulator(dtype: str) -> str:
    """Return the element type for sums and products of a type: float32 for narrow floats."""
    return "float32" if dtype in {"float16", "bfloat16"} else dtype


@dataclass(frozen=True)
class Axis:
    """A dimension by name; names are unique in an operator.

    Attributes:
        name: As in the description; `...` for all leading dimensions of a call, taken as one.
        size: Its number of places.
    """

    name: str
    size: Size


@dataclass(frozen=True)
class Term:
    """`times * (axis // divide % modulo)`; modulo 0: without `%`."""

    axis: Axis
    times: Size = 1
    divide: Size = 1
    modulo: Size = 0


@dataclass(frozen=True)
class Index:
    """A place in one dimension: the sum of terms and a constant."""

    terms: tuple[Term, ...]
    offset: Size = 0

    @property
    def axis(self) -> Axis | None:
        """The axis that this index is, if it is just one."""
        plain = (
            len(self.terms) == 1 and self.offset == 0 and self.terms[0] == Term(self.terms[0].axis)
        )
        return self.terms[0].axis if plain else None


def at(axis: Axis) -> Index:
    """Return the index that consists of an axis."""
    return Index((Term(axis),))


class _Once(type):
    """Makes equal nodes one object, so that comparing deep trees costs nothing."""

    _instances: ClassVar[WeakValueDictionary[tuple[Any, ...], Any]] = WeakValueDictionary()

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        node = super().__call__(*arguments, **named)
        return cls._instances.setdefault((cls, *node.key()), node)


class _TreeItem(metaclass=_Once):
    """Base of nodes and stages.

    Attributes:
        free: The axes that a value depends on, in order of appearance.
        dtype: The element type.
    """

    free: tuple[Axis, ...]
    dtype: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "free", tuple(dict.fromkeys(self._free_axes())))
        _ = self.dtype  # now that those below have theirs

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.values()

    def values(self) -> tuple[Any, ...]:
        """Return the values of all fields."""
        return tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]

    def key(self) -> tuple[Any, ...]:
        """Return the values that distinguish it from others of its kind."""
        return self.values()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(_brief, self.values()))})"

    def _free_axes(self) -> list[Axis]:
        values = (value for value in self.values() if isinstance(value, _TreeItem))
        return [axis for value in values for axis in value.free]


def _brief(value: Any) -> str:
    """Return a field of a node as text, abbreviated where it is deep."""
    if isinstance(value, _TreeItem) and any(
        isinstance(operand, _TreeItem) for operand in value.values()
    ):
        return f"{type(value).__name__}(...)"
    return repr(value)


@dataclass(frozen=True, eq=False, repr=False)
class Constant(_TreeItem):
    """A number that the description has; `value` is finite, infinite or NaN."""

    value: float | int | bool
    dtype: str

    def key(self) -> tuple[Any, ...]:
        """Return its digits and type; zeros have signs, and NaN does not equal itself."""
        return repr(self.value), self.dtype


@dataclass(frozen=True, eq=False, repr=False)
class Attribute(_TreeItem):
    """A number that a call gives, the same for all places.

    Attributes:
        name: As in the description.
        dtype: bool, int64 or float32, as operators have attributes.
        default: None if every call must give it.
    """

    name: str
    dtype: str
    default: float | int | bool | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Position(_TreeItem):
    """The place on an axis, from 0, as a number."""

    axis: Axis
    dtype: str = "int32"

    def _free_axes(self) -> list[Axis]:
        return [self.axis]


@dataclass(frozen=True, eq=False, repr=False)
class Extent(_TreeItem):
    """A size that calls decide, as a number; known sizes are constants instead."""

    size: Size
    dtype: str


@dataclass(frozen=True)
class Input:
    """A tensor that a call gives: dense, in row-major order of its axes."""

    name: str
    dtype: str
    axes: tuple[Axis, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Stage(_TreeItem):
    """A tensor that is computed, and read by loads at other places than it is computed at.

    Attributes:
        name: Unique in its operator.
        axes: In order of its dimensions; all free axes of the body are among them.
        body: What it is at each place.
    """

    name: str
    axes: tuple[Axis, ...]
    body: Node

    @cached_property
    def dtype(self) -> str:
        """The element type."""
        return self.body.dtype

    def _free_axes(self) -> list[Axis]:
        return []


@dataclass(frozen=True, eq=False, repr=False)
class Load(_TreeItem):
    """The element of a tensor at a place.

    Attributes:
        source: What is read.
        index: A place per dimension.
        outside: What places outside of the tensor (padding) are; None: there are none.
    """

    source: Input | Stage
    index: tuple[Index, ...]
    outside: Constant | None = None

    @cached_property
    def dtype(self) -> str:
        """The element type."""
        return self.source.dtype

    def _free_axes(self) -> list[Axis]:
        return [term.axis for index in self.index for term in index.terms]


@dataclass(frozen=True, eq=False, repr=False)
class Unary(_TreeItem):
    """One of UNARY. `round` goes to even; of integers `sqrt` and the like are not allowed."""

    operation: str
    operand: Node

    @cached_property
    def dtype(self) -> str:
        """The operand's; bool for `not` and `is_nan`."""
        return "bool" if self.operation in {"not", "is_nan"} else self.operand.dtype


@dataclass(frozen=True, eq=False, repr=False)
class Binary(_TreeItem):
    """One of BINARY or COMPARISONS, of two operands of one type.

    `floor_divide` and `remainder` are Python's, `divide` is of floats only; `maximum` and `minimum`
    give NaN if one operand is NaN, as NumPy's.
    """

    operation: str
    left: Node
    right: Node

    @cached_property
    def dtype(self) -> str:
        """The operands', or bool for comparisons."""
        return "bool" if self.operation in COMPARISONS else self.left.dtype


@dataclass(frozen=True, eq=False, repr=False)
class Select(_TreeItem):
    """`chosen` where the condition holds, else `other`; both have one type."""

    condition: Node
    chosen: Node
    other: Node

    @cached_property
    def dtype(self) -> str:
        """Element type of both values."""
        return self.chosen.dtype


@dataclass(frozen=True, eq=False, repr=False)
class Cast(_TreeItem):
    """A value as another type: floats become integers towards zero, wider floats round to even.

    What numbers become that the integer type does not have, and NaN, is not defined.
    """

    operand: Node
    dtype: str


@dataclass(frozen=True, eq=False, repr=False)
class Reduce(_TreeItem):
    """One of REDUCTIONS over axes, made in `accumulator(body.dtype)`.

    So are the products of which a sum is made, as matrix units do: `sum(a * b)` of float16 rounds
    once, at the end. `max` and `min` are NaN where an element is; `arg_max` and `arg_min` go over
    one axis and give the first place of the extreme, or of a NaN. Sums of nothing are 0, products
    1; the others are rejected where a call gives no places.
    """

    operation: str
    axes: tuple[Axis, ...]
    body: Node

    @cached_property
    def dtype(self) -> str:
        """The body's; int32 for places."""
        return "int32" if self.operation in {"arg_max", "arg_min"} else self.body.dtype

    def _free_axes(self) -> list[Axis]:
        return [axis for axis in self.body.free if axis not in self.axes]


Node: TypeAlias = (
    "Constant | Attribute | Position | Extent | Load | Unary | Binary | Select | Cast | Reduce"
)


@dataclass(frozen=True)
class Operator:
    """Operator for fixed element types: the result of tracing a description's function once.

    Attributes:
        name: As a Python identifier; operators of packages have it in CamelCase.
        inputs: In order of the parameters.
        outputs: Stages that calls receive, in order.
        attributes: In order of the parameters.
    """

    name: str
    inputs: tuple[Input, ...]
    outputs: tuple[Stage, ...]
    attributes: tuple[Attribute, ...] = ()

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """All stages, each after those that it reads; outputs among them."""
        return tuple(in_order(self.outputs, stages_read))

    def __str__(self) -> str:
        from custom_compiler.autokernel.describe.text import text

        return text(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (self.name, self.inputs, *_packed(self), self.attributes)


def operands(node: Node) -> tuple[Node, ...]:
    """Return the operands of a node; sources of loads are not operands."""
    if isinstance(node, Load):
        return ()
    values = (getattr(node, field.name) for field in fields(node))
    return tuple(value for value in values if isinstance(value, NODES))


def nodes_of(node: Node) -> Iterator[Node]:
    """Iterate over a node and all nodes below it, operands first, equal ones once.

    Stages that are read are not entered.

    Raises:
        MisuseError: A node is below itself.
    """
    return in_order((node,), operands)


def in_order(roots: tuple[Any, ...], below: Callable[[Any], tuple[Any, ...]]) -> Iterator[Any]:
    """Iterate over everything that is reachable from roots, each once, after its dependencies."""
    done: set[Any] = set()
    entered: set[Any] = set()
    pending = [(root, False) for root in reversed(roots)]
    while pending:
        node, ready = pending.pop()
        if ready:
            done.add(node)
            yield node
        elif node not in done:
            if node in entered:
                raise MisuseError("a tree contains itself", "make its nodes from others only")
            entered.add(node)
            pending += [(node, True), *((other, False) for other in reversed(below(node)))]


def stages_read(stage: Stage) -> tuple[Stage, ...]:
    """Return the stages that a stage's loads read."""
    loads = (node for node in nodes_of(stage.body) if isinstance(node, Load))
    return tuple(dict.fromkeys(load.source for load in loads if isinstance(load.source, Stage)))


@dataclass(frozen=True)
class _Made:
    """A node or stage by its place in a list, as pickles have them: these go by recursion."""

    index: int


def _packed(operator: Operator) -> tuple[list[tuple[Any, ...]], list[_Made]]:
    """Return the fields of all nodes and stages, in order, and the positions of the outputs."""
    entries: list[tuple[Any, ...]] = []
    places: dict[_TreeItem, _Made] = {}
    for stage in operator.stages:
        for node in (*nodes_of(stage.body), stage):
            if node not in places:
                places[node] = _Made(len(entries))
                values = (
                    places.get(v, v) if isinstance(v, _TreeItem) else v for v in node.values()
                )
                entries.append((type(node), *values))
    return entries, [places[output] for output in operator.outputs]


def _unpacked(
    name: str,
    inputs: tuple[Input, ...],
    entries: list[tuple[Any, ...]],
    outputs: list[_Made],
    attributes: tuple[Attribute, ...],
) -> Operator:
    nodes: list[Any] = []
    for kind, *values in entries:
        nodes.append(kind(*(nodes[v.index] if isinstance(v, _Made) else v for v in values)))
    return Operator(name, inputs, tuple(nodes[output.index] for output in outputs), attributes)


NODES = (Constant, Attribute, Position, Extent, Load, Unary, Binary, Select, Cast, Reduce)
