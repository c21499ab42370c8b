"""Windows over planes: what a tree that reads a tensor through windows does, as kernels need it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Binary,
    Cast,
    Input,
    Load,
    Operator,
    Reduce,
    Stage,
    at,
    nodes_of,
)
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.autokernel.describe.tree import Index, Node

SEEN = "what windows see"  # as no input of a description can be called
_TYPES = {"float16", "bfloat16", "float32"}
_OPERATIONS = {"max", "min", "sum"}
_FARTHEST = 15  # places that an instruction goes over in a step
_PLANES = ((40, 56), (45, 33))  # that numbers of elements are tried on


@dataclass(frozen=True)
class Step:
    """Where windows are along one axis of a plane; `kernel` is their axis of places."""

    stride: int
    dilation: int
    pad: int  # places before the first element
    kernel: Axis
    windows: Axis


class Seeing(Protocol):
    """Something with windows over planes."""

    @property
    def rows(self) -> Step:
        """Windows along the last axis but one."""

    @property
    def columns(self) -> Step:
        """Windows along the last one."""

    @property
    def bias(self) -> Input | None:
        """What is added to each result, a number per plane."""


@dataclass(frozen=True)
class Sight:
    """`output[.., c, y, x] = rest(reduction over the window at y, x of plane c (* weight) + bias)`.

    Attributes:
        tensor: What is seen; its last axes are a plane.
        rows: Windows along the last axis but one.
        columns: Windows along the last one.
        operation: max, min or sum.
        weight: Factors of the places in a window, of a plane each; None without.
        bias: A number per plane that is added; None without.
        is_mean: Whether the sum is divided by the number of elements that a window sees.
        rest: What is computed of each result, which is the input SEEN.
    """

    operator: Operator
    tensor: Input
    rows: Step
    columns: Step
    operation: str
    weight: Input | None
    bias: Input | None
    is_mean: bool
    rest: Operator

    @property
    def is_plain(self) -> bool:
        """Whether results are the output, perhaps as another type."""
        body = self.rest.outputs[0].body
        return isinstance(body, Load) or (isinstance(body, Cast) and isinstance(body.operand, Load))


@cache
def sight_of(operator: Operator) -> Sight:
    """What windows do in an operator.

    Raises:
        MisuseError: it has none, or something that kernels with windows cannot do.
    """
    if len(operator.stages) != 1:
        raise refused("windows of what is computed")
    (output,) = operator.outputs
    reductions = [node for node in nodes_of(output.body) if isinstance(node, Reduce)]
    if len(reductions) != 1 or reductions[0].operation not in _OPERATIONS:
        raise refused("a reduction of windows other than one of max, min and sum")
    reduction = reductions[0]
    factors = [_without_cast(node) for node in _factors(reduction.body)]
    loads = [node for node in factors if isinstance(node, Load)]
    if len(loads) != len(factors):
        raise refused("a reduction of more than products of elements and weights")
    seen = [load for load in loads if _is_window(load)]
    if len(seen) != 1 or len(loads) > 2 or (len(loads) == 2 and reduction.operation != "sum"):  # noqa: PLR2004
        raise refused("windows of several tensors")
    (load,) = seen
    rows, columns = _steps(load, reduction, output)
    weight = _weight([each for each in loads if each is not load], load, rows, columns)
    return _with_rest(operator, reduction, load, (rows, columns), weight)


def refused(what: str) -> MisuseError:
    """The error for what kernels with windows do not do."""
    return MisuseError(
        f"AI cores: {what} cannot be generated",
        "write the windows over the last two axes of one tensor of floats, or build for the host",
    )


def _without_cast(node: Node) -> Node:
    return node.operand if isinstance(node, Cast) else node


def _factors(body: Node) -> list[Node]:
    if isinstance(body, Binary) and body.operation == "multiply":
        return [body.left, body.right]
    return [body]


def _is_window(load: Any) -> bool:
    return any(len(index.terms) > 1 for index in load.index)


def _steps(load: Load, reduction: Reduce, output: Stage) -> tuple[Step, Step]:
    lead = tuple(index.axis for index in load.index[:-2])
    if len(load.index) < 3 or None in lead or not isinstance(load.source, Input):  # noqa: PLR2004 - planes
        raise refused("windows of other axes than the last two")
    if load.source.dtype not in _TYPES:
        raise refused(f"windows of {load.source.dtype}")
    rows, columns = (_step(index, reduction) for index in load.index[-2:])
    if output.axes != (*lead, rows.windows, columns.windows):
        raise refused("an output with other axes than its tensor's, in this order")
    if {rows.kernel, columns.kernel} != set(reduction.axes):
        raise refused("a reduction of other axes than the window's")
    outside = load.outside
    neutral = {"sum": 0.0, "max": float("-inf"), "min": float("inf")}[reduction.operation]
    if outside is not None and outside.value != neutral:
        raise refused(
            f"padding by {outside.value} in windows that are reduced by {reduction.operation}"
        )
    return rows, columns


def _step(index: Index, reduction: Reduce) -> Step:
    inside = [term for term in index.terms if term.axis in reduction.axes]
    along = [term for term in index.terms if term.axis not in reduction.axes]
    numbers = [*(term.times for term in index.terms), index.offset]
    plain = all(term.divide == 1 and term.modulo == 0 for term in index.terms)
    if len(inside) != 1 or len(along) != 1 or not plain:
        raise refused("places that are no windows")
    if not all(isinstance(number, int) for number in numbers):
        raise refused("windows whose strides or padding calls decide")
    if along[0].times > _FARTHEST:  # type: ignore[operator]
        raise refused(f"windows {along[0].times} places apart")
    return Step(
        int(along[0].times),
        int(inside[0].times),
        -int(index.offset),
        inside[0].axis,
        along[0].axis,
    )


def _weight(loads: Sequence[Any], seen: Load, rows: Step, columns: Step) -> Input | None:
    if not loads:
        return None
    (load,) = loads
    axes = tuple(index.axis for index in load.index)
    if axes != (seen.index[-3].axis, rows.kernel, columns.kernel) or load.outside is not None:
        raise refused("weights other than those of a place in the window of a channel")
    source: Input = load.source
    return source


def _with_rest(
    operator: Operator,
    reduction: Reduce,
    load: Load,
    steps: tuple[Step, Step],
    weight: Input | None,
) -> Sight:
    """The sight with what is computed behind the reduction."""
    (output,) = operator.outputs
    channel = load.index[-3].axis
    seen = Input(SEEN, "float32", output.axes)
    element: Any = Load(seen, tuple(at(axis) for axis in output.axes))
    inside = set(nodes_of(reduction))
    result: Node = reduction
    bias: Any = None
    is_mean = False
    for node in nodes_of(output.body):
        if not isinstance(node, Binary) or _without_cast(node.left) != result:
            continue
        other: Any = _without_cast(node.right)
        reads = isinstance(other, Load) and tuple(i.axis for i in other.index) == (channel,)
        if node.operation == "add" and reads and result == reduction:
            bias, result = other.source, node
        elif node.operation == "divide" and _counts(node.right, operator, load, output):
            is_mean, result = True, node
    if reduction.operation != "sum" and result != reduction:
        raise refused("a bias or number of elements of an extreme")
    if result.dtype != seen.dtype:
        element = Cast(element, result.dtype)
    body = replace(output.body, {result: element})
    others = [n for n in nodes_of(body) if isinstance(n, Load) and n not in inside]
    if any(each.source.name != SEEN for each in others):
        raise refused("other tensors behind windows than a bias of channels")
    rest = Operator(
        operator.name, (seen,), (Stage(output.name, output.axes, body),), operator.attributes
    )
    tensor = load.source
    assert isinstance(tensor, Input)  # noqa: S101 - _steps has seen to it
    return Sight(operator, tensor, *steps, reduction.operation, weight, bias, is_mean, rest)


def _counts(divisor: Node, operator: Operator, load: Load, output: Stage) -> bool:
    """Whether a number is that of the elements which each window sees: tried on planes."""
    import ml_dtypes
    import numpy as np

    if any(isinstance(node, Load | Reduce) for node in nodes_of(divisor)):
        return False
    ones = Load(load.source, load.index, _zero(load))
    reduction = next(n for n in nodes_of(output.body) if isinstance(n, Reduce))
    outputs = (
        Stage(
            "said", output.axes, divisor if divisor.dtype == "float32" else Cast(divisor, "float32")
        ),
        Stage("true", output.axes, Reduce("sum", reduction.axes, Cast(ones, "float32"))),
    )
    trial = Operator(operator.name, (load.source,), outputs)
    for plane in _PLANES:
        lead = (1,) * (len(load.index) - 2)
        dtype = ml_dtypes.bfloat16 if load.dtype == "bfloat16" else np.dtype(load.dtype)
        given = {load.source.name: np.ones((*lead, *plane), dtype)}
        said, true = reference.evaluate(trial, given)
        if not np.array_equal(np.broadcast_to(said, true.shape), true):
            return False
    return True


def _zero(load: Load) -> Any:
    from custom_compiler.autokernel.describe.tree import Constant

    return None if load.outside is None else Constant(0.0, load.dtype)
