"""Convolutions as products of matrices: what is image, weights and window, as AI cores need it.

More is known here than the class on this machine knows: transposed convolutions, whose images have
zeros between their elements and whose windows and channels are turned round, and windows that
leave the last axis alone.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from custom_compiler.autokernel.aicore.plane_windows import AxisWindows, refused
from custom_compiler.autokernel.classes.matmul.match import Factor, MatmulMatch, others_of
from custom_compiler.autokernel.classes.matmul.rest import CoreRoles, with_rest
from custom_compiler.autokernel.describe.tree import (
    Binary,
    Cast,
    Constant,
    Index,
    Input,
    Load,
    Position,
    Reduce,
    Select,
    Stage,
    Term,
    nodes_of,
)
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Axis, Operator

_TYPES = {"float16", "bfloat16", "float32"}
_RANKS = (3, 4, 5)  # of images: a batch, channels, and what windows go along


@dataclass(frozen=True)
class Unfolded:
    """A convolution as a product of matrices.

    Attributes:
        roles: Of the product: filters are the left matrix, the image stands for the right one.
        image: What is seen, n x c x d x h x w; d, or d and h, are perhaps not there.
        depth: Windows along d.
        rows: Windows along h.
        columns: Windows along w.
        filters: Number of filters.
        members: Number of those that see the same channels; all of them without groups.
        is_transposed: Whether weights have channels before filters.
    """

    roles: CoreRoles
    image: Input
    depth: AxisWindows
    rows: AxisWindows
    columns: AxisWindows
    filters: Size
    members: Size
    is_transposed: bool

    @property
    def bias(self) -> None:
        """None that windows begin with."""


def is_convolution(operator: Operator) -> bool:
    """Return whether AI cores make an operator as a product of unfolded images and weights."""
    try:
        unfolded(operator)
    except MisuseError:
        return False
    return True


@cache
def unfolded(operator: Operator) -> Unfolded:
    """Return a convolution in the form that AI cores compute.

    Raises:
        MisuseError: AI cores cannot compute it.
    """
    output, product, (image, weights) = _parts(operator)
    seen = _seen_through(image)
    if len(seen.index) not in _RANKS or len(output.axes) != len(seen.index):
        raise refused("a convolution other than of 1 to 3 axes after a batch and channels")
    windows = [
        _window(index, up, size, product)
        for index, up, size in zip(seen.index[2:], seen.ups[2:], seen.sizes[2:], strict=True)
    ]
    batch, filters, *positions = output.axes
    if tuple(positions) != tuple(each.position for each in windows) or seen.index[0].axis != batch:
        raise refused("an output other than n, filters and the image's axes")
    taps = {each.tap: each for each in windows if each.tap is not None}
    channels = [axis for axis in product.axes if axis not in taps]
    if len(channels) != 1:
        raise refused("a convolution of one channel per filter, or of several axes of channels")
    (channel,) = channels
    members = _members(seen.index[1], filters, channel)
    is_transposed = _is_transposed(weights, (seen.index[1], filters, channel), members)
    steps = _steps(windows, weights.index[2:])
    return Unfolded(
        _roles(operator, (output, product), (batch, filters, tuple(positions), channel),
               seen.source, weights),
        seen.source, *steps, filters.size, members or filters.size, is_transposed,
    )  # fmt: skip


def _parts(operator: Operator) -> tuple[Stage, Reduce, tuple[Load, Load]]:
    """Return the output, the sum of products, and the loads of image and weights."""
    output = operator.outputs[0]
    sums = [node for node in nodes_of(output.body) if isinstance(node, Reduce)]
    if len(operator.outputs) != 1 or len(sums) != 1 or sums[0].operation != "sum":
        raise refused("a convolution other than one sum of products")
    body = sums[0].body
    if not isinstance(body, Binary) or body.operation != "multiply":
        raise refused("a convolution other than one sum of products")
    first, second = (
        side.operand if isinstance(side, Cast) else side for side in (body.left, body.right)
    )
    for image, weights in ((first, second), (second, first)):
        if not isinstance(image, Load) or not isinstance(weights, Load):
            continue
        plain = isinstance(weights.source, Input) and weights.outside is None
        if plain and _is_moved(image, sums[0]):
            return output, sums[0], (image, weights)
    raise refused("a convolution of other than an image and weights")


def _is_moved(image: Load, product: Reduce) -> bool:
    """Return whether a load is along windows: at sums of axes that stay and axes that go."""
    return any(
        len({term.axis in product.axes for term in index.terms}) > 1
        and all(term.divide == 1 for term in index.terms)
        for index in image.index
    )


@dataclass(frozen=True)
class _Image:
    """An input, the positions where it is read, and how far apart its elements lie among zeros."""

    source: Input
    index: tuple[Index, ...]
    ups: tuple[int, ...]

    @property
    def sizes(self) -> tuple[Size, ...]:
        """The number of elements of each dimension."""
        return tuple(axis.size for axis in self.source.axes)


def _seen_through(load: Load) -> _Image:
    """Return the image of a load that may read through stages which insert zeros between elements.

    Raises:
        MisuseError: A stage computes something else.
    """
    if load.outside is not None and load.outside.value != 0:
        raise refused(f"padding by {load.outside.value} in a convolution")
    index, ups, source = load.index, (1,) * len(load.index), load.source
    while isinstance(source, Stage):
        inner = _stuffed(source)
        if inner is None:
            raise refused("a convolution of what is computed")
        own = dict(zip(source.axes, zip(index, ups, strict=True), strict=True))
        composed = []
        for each in inner.index:
            (term,) = each.terms
            outer, up = own[term.axis]
            composed.append((outer, up * int(term.divide)))  # type: ignore[arg-type]
        index, ups = tuple(each for each, _ in composed), tuple(up for _, up in composed)
        source = inner.source
    if source.dtype not in _TYPES:
        raise refused("a convolution of other than floats of one type")
    return _Image(source, index, ups)


def _stuffed(stage: Stage) -> Load | None:
    """Return the load of a stage `where(place % n == 0, x[place // n], 0)`, or None for others."""
    body = stage.body
    if not isinstance(body, Select) or not isinstance(body.chosen, Load):
        return None
    load, test = body.chosen, body.condition
    terms = [each.terms[0] for each in load.index if len(each.terms) == 1 and each.offset == 0]
    divided = [term for term in terms if term != Term(term.axis)]
    plain = len(terms) == len(load.index) and len(divided) == 1 and load.outside is None
    if not plain or {term.axis for term in terms} != set(stage.axes):
        return None
    (term,) = divided
    if term != Term(term.axis, 1, term.divide) or not isinstance(term.divide, int):
        return None
    remainder = Binary("remainder", Position(term.axis), Constant(term.divide, "int32"))
    is_element = test == Binary("equal", remainder, Constant(0, "int32"))
    nothing = isinstance(body.other, Constant) and body.other.value == 0
    return load if is_element and nothing else None


@dataclass(frozen=True)
class _Along:
    """Windows along one axis: which axes these are, and where."""

    position: Axis
    tap: Axis | None
    step: AxisWindows


def _window(index: Index, up: int, seen: Size, product: Reduce) -> _Along:
    inside = [term for term in index.terms if term.axis in product.axes]
    along = [term for term in index.terms if term.axis not in product.axes]
    plain = all(term.divide == 1 and term.modulo == 0 for term in index.terms)
    if len(inside) > 1 or len(along) != 1 or not plain:
        raise refused("places that are no windows")
    position, tap = along[0], next(iter(inside), None)
    stride, pad, dilation = position.times, index.offset, tap.times if tap else 1
    if not isinstance(stride, int) or not isinstance(pad, int) or not isinstance(dilation, int):
        raise refused("windows whose strides or padding calls decide")
    if min(stride, dilation) < 1 or (up > 1 and stride > 1):
        raise refused("windows that go backwards, or further than by one among zeros")
    kernel = tap.axis.size if tap else 1
    step = AxisWindows(stride, dilation, -pad, seen, kernel, position.axis.size, up)
    return _Along(position.axis, tap.axis if tap else None, step)


def _members(index: Index, filters: Axis, channel: Axis) -> Size | None:
    """Return the filters per group, or None if a filter reads all channels."""
    if index.axis == channel:
        return None
    terms = {term.axis: term for term in index.terms}
    if set(terms) == {filters, channel} and index.offset == 0:
        inner, outer = terms[channel], terms[filters]
        plain = inner == Term(channel) and outer.modulo == 0
        if plain and outer.times == channel.size:
            return outer.divide
    raise refused("channels other than all, or those of a group")


def _is_transposed(weights: Load, of: tuple[Index, Axis, Axis], members: Size | None) -> bool:
    """Return whether weights have channels, of all groups, before filters, of one."""
    channels, filters, channel = of
    if tuple(index.axis for index in weights.index[:2]) == (filters, channel):
        return False
    inside = Term(filters) if members is None else Term(filters, 1, 1, members)
    if weights.index[:2] == (channels, Index((inside,))):
        return True
    raise refused("weights other than filters, channels and the axes of a window")


def _steps(
    windows: list[_Along], taps: tuple[Index, ...]
) -> tuple[AxisWindows, AxisWindows, AxisWindows]:
    """Return the windows along an image's three axes; `is_backwards` where weights are reversed."""
    steps: list[AxisWindows] = []
    left = list(taps)
    for window in windows:
        step, tap = window.step, window.tap
        if tap is not None:
            index = left.pop(0) if left else Index(())
            if index == Index((Term(tap, -1),), _last(step.kernel)):
                step = dataclasses.replace(step, is_backwards=True)
            elif index.axis != tap:
                raise refused("weights other than filters, channels and the axes of a window")
        steps.append(step)
    if left:
        raise refused("weights other than filters, channels and the axes of a window")
    depth, rows, columns = [AxisWindows()] * (max(_RANKS) - 2 - len(steps)) + steps
    return depth, rows, columns


def _last(size: Size) -> Size:
    return size - 1


def _roles(
    operator: Operator,
    of: tuple[Stage, Reduce],
    axes: tuple[Axis, Axis, tuple[Axis, ...], Axis],
    source: Input,
    weights: Load,
) -> CoreRoles:
    """Return the parts of the matrix product."""
    output, product = of
    batch, filters, positions, channel = axes
    factors = weights.source
    if not isinstance(factors, Input) or source.dtype != factors.dtype:
        raise refused("a convolution of other than floats of one type")
    others = others_of(output, product, (filters,), positions)
    if others is None or others[0]:
        raise refused("tensors other than a bias of filters or such as the output")
    left = Factor(factors, transposed=False, batched=True)
    right = Factor(source, transposed=False, batched=True)
    match = MatmulMatch(
        operator, (batch,), (filters,), positions, channel, left, right, product, output, *others
    )
    return dataclasses.replace(with_rest(match), is_grouped=True)
