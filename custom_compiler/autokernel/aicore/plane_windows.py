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
    Constant,
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

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Index, Node, Term

SEEN = "what windows see"  # as no input of a description can be called
_TYPES = {"float16", "bfloat16", "float32"}
_OPERATIONS = {"max", "min", "sum"}
_FARTHEST = 15  # positions that an instruction goes over in a step
_MOST_AXES = 3
_TRIED = ((40, 56, 24), (45, 33, 20))  # sizes of planes that numbers of elements are tried on


@dataclass(frozen=True)
class AxisWindows:
    """Windows along one axis: `windows` of `kernel` positions over `seen` input positions."""

    stride: int = 1
    dilation: int = 1
    pad: int = 0  # positions before the first element
    seen: Size = 1
    kernel: Size = 1
    windows: Size = 1
    up: int = 1  # positions from an element to the next, where there are zeros between
    is_backwards: bool = False  # whether the last position of a window has the first weight


class StackWindows(Protocol):
    """Windows over planes, which are consecutive in a stack."""

    @property
    def depth(self) -> AxisWindows:
        """Windows along the stack."""

    @property
    def rows(self) -> AxisWindows:
        """Windows along the last axis but one."""

    @property
    def columns(self) -> AxisWindows:
        """Windows along the last one."""

    @property
    def bias(self) -> Input | None:
        """Input with a number per plane that is added to each result."""


@dataclass(frozen=True)
class PlaneWindows:
    """`output[.., c, z, y, x] = rest(reduction over the window at z, y, x of c (* weight) + bias)`.

    Axes that windows do not go along, after or between others, have windows of one position.

    Attributes:
        tensor: What is seen; its last axes are a plane, or a stack of them.
        lead: The axes before these.
        depth: Windows along the stack.
        rows: Windows along the last axis but one.
        columns: Windows along the last one.
        operation: max, min or sum.
        weight: Factors of the positions in a window, of a plane each; None without.
        bias: A number per plane that is added; None without.
        is_mean: Whether the sum is divided by the number of elements that a window sees.
        rest: What is computed of each result, which is the input SEEN.
    """

    operator: Operator
    tensor: Input
    lead: tuple[Axis, ...]
    depth: AxisWindows
    rows: AxisWindows
    columns: AxisWindows
    operation: str
    weight: Input | None
    bias: Input | None
    is_mean: bool
    rest: Operator

    @property
    def is_plain(self) -> bool:
        """Return whether results are the output, perhaps as another type."""
        body = self.rest.outputs[0].body
        return isinstance(body, Load) or (isinstance(body, Cast) and isinstance(body.operand, Load))


@cache
def plane_windows_of(operator: Operator) -> PlaneWindows:
    """Return the windows of an operator.

    Raises:
        MisuseError: The operator has no windows, or the kernels cannot compute a part of it.
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
    area = _area(load, reduction, output)
    weight = _weight([each for each in loads if each is not load], area)
    return _with_rest(operator, reduction, load, area, weight)


def is_seen(operator: Operator) -> bool:
    """Return whether kernels with windows compute an operator."""
    try:
        plane_windows_of(operator)
    except MisuseError:
        return False
    return True


def is_padded(operator: Operator) -> bool:
    """Return whether an operator reads positions outside of a tensor."""
    nodes = (node for stage in operator.stages for node in nodes_of(stage.body))
    return any(isinstance(node, Load) and node.outside is not None for node in nodes)


def refused(what: str) -> MisuseError:
    """Return the error for an operation that the kernels with windows cannot compute."""
    return MisuseError(
        f"AI cores: {what} cannot be generated",
        "write the windows over the last axes of one tensor of floats, or build for the host",
    )


def _without_cast(node: Node) -> Node:
    return node.operand if isinstance(node, Cast) else node


def _factors(body: Node) -> list[Node]:
    if isinstance(body, Binary) and body.operation == "multiply":
        return [body.left, body.right]
    return [body]


def _is_window(load: Any) -> bool:
    return any(len(index.terms) > 1 for index in load.index)


@dataclass(frozen=True)
class _Area:
    """Area of the windows; `kernels` are the axes of positions in a window."""

    lead: tuple[Axis, ...]
    steps: tuple[AxisWindows, AxisWindows, AxisWindows]
    kernels: tuple[Axis, ...]


def _area(load: Load, reduction: Reduce, output: Stage) -> _Area:
    if not isinstance(load.source, Input):
        raise refused("windows of what is computed")
    if load.source.dtype not in _TYPES:
        raise refused(f"windows of {load.source.dtype}")
    moved = [dimension for dimension, index in enumerate(load.index) if index.axis is None]
    lead = tuple(index.axis for index in load.index[: moved[0]] if index.axis is not None)
    if len(load.index) - len(lead) > _MOST_AXES:
        raise refused(f"windows over the last {len(load.index) - len(lead)} axes")
    kernels, windows, steps = [], [], []
    for index, axis in zip(load.index[moved[0] :], load.source.axes[moved[0] :], strict=True):
        along, inside = _terms(index, reduction)
        kernels += [] if inside is None else [inside.axis]
        windows.append(along.axis)
        steps.append(_step(index, axis.size, along, inside))
    if steps[-1].stride > _FARTHEST:
        raise refused(f"windows {steps[-1].stride} places apart")
    if output.axes != (*lead, *windows):
        raise refused("an output with other axes than its tensor's, in this order")
    if set(kernels) != set(reduction.axes):
        raise refused("a reduction of other axes than the window's")
    outside = load.outside
    neutral = {"sum": 0.0, "max": float("-inf"), "min": float("inf")}[reduction.operation]
    if outside is not None and outside.value != neutral:
        raise refused(
            f"padding by {outside.value} in windows that are reduced by {reduction.operation}"
        )
    depth, rows, columns = [AxisWindows()] * (_MOST_AXES - len(steps)) + steps
    return _Area(lead, (depth, rows, columns), tuple(kernels))


def _terms(index: Index, reduction: Reduce) -> tuple[Term, Term | None]:
    """Return the terms of windows and of positions in them; None for windows of one position."""
    inside = [term for term in index.terms if term.axis in reduction.axes]
    along = [term for term in index.terms if term.axis not in reduction.axes]
    plain = all(term.divide == 1 and term.modulo == 0 for term in index.terms)
    if len(inside) > 1 or len(along) != 1 or not plain:
        raise refused("places that are no windows")
    return along[0], next(iter(inside), None)


def _step(index: Index, seen: Size, along: Term, inside: Term | None) -> AxisWindows:
    stride, pad, dilation = along.times, index.offset, inside.times if inside else 1
    if not isinstance(stride, int) or not isinstance(pad, int) or not isinstance(dilation, int):
        raise refused("windows whose strides or padding calls decide")
    if min(stride, dilation) < 1:
        raise refused("windows that go backwards")
    kernel = inside.axis.size if inside else 1
    return AxisWindows(stride, dilation, -pad, seen, kernel, along.axis.size)


def _weight(loads: Sequence[Any], area: _Area) -> Input | None:
    if not loads:
        return None
    (load,) = loads
    axes = tuple(index.axis for index in load.index)
    if axes != (*area.lead[-1:], *area.kernels) or not area.lead or load.outside is not None:
        raise refused("weights other than those of a place in the window of a channel")
    source: Input = load.source
    return source


def _with_rest(
    operator: Operator,
    reduction: Reduce,
    load: Load,
    area: _Area,
    weight: Input | None,
) -> PlaneWindows:
    """Return the windows with the expression that is computed after the reduction."""
    (output,) = operator.outputs
    channel = area.lead[-1:]
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
        reads = isinstance(other, Load) and tuple(i.axis for i in other.index) == channel != ()
        if node.operation == "add" and reads and result == reduction:
            bias, result = other.source, node
        elif node.operation == "divide" and _counts(node.right, load, area, output):
            is_mean, result = True, node
    if reduction.operation != "sum" and result != reduction:
        raise refused("a bias or number of elements of an extreme")
    if result.dtype != seen.dtype:
        element = Cast(element, result.dtype)
    body = replace(output.body, {result: element})
    others = [n for n in nodes_of(body) if isinstance(n, Load) and n not in inside]
    if any(each.source.name != SEEN for each in others):
        raise refused("other tensors after windows than a bias of channels")
    rest = Operator(
        operator.name, (seen,), (Stage(output.name, output.axes, body),), operator.attributes
    )
    tensor = load.source
    assert isinstance(tensor, Input)  # noqa: S101 - _steps has seen to it
    return PlaneWindows(
        operator, tensor, area.lead, *area.steps, reduction.operation, weight, bias, is_mean, rest
    )


def _counts(divisor: Node, load: Load, area: _Area, output: Stage) -> bool:
    """Return whether a number is that of the elements which each window sees: tried on planes."""
    import numpy as np

    below = list(nodes_of(divisor))
    if isinstance(divisor, Constant) or any(isinstance(node, Load | Reduce) for node in below):
        return False
    first = len(area.lead)
    plane = Input("plane", "float32", load.source.axes[first:])
    outside = None if load.outside is None else Constant(0.0, "float32")
    true = Reduce("sum", area.kernels, Load(plane, load.index[first:], outside))
    stated = divisor if divisor.dtype == "float32" else Cast(divisor, "float32")
    stages = tuple(
        Stage(name, output.axes[first:], body) for name, body in (("said", stated), ("true", true))
    )
    if any(axis in area.lead for node in below for axis in node.free):
        return False
    trial = Operator("elements", (plane,), stages)
    for sizes in _TRIED:
        extents = dict(zip(dict.fromkeys(axis.size for axis in plane.axes), sizes, strict=False))
        shape = [s if isinstance(s, int) else extents[s] for s in (a.size for a in plane.axes)]
        divisors, counts = reference.evaluate(trial, {plane.name: np.ones(shape, np.float32)})
        if not np.array_equal(divisors, counts):
            return False
    return True
