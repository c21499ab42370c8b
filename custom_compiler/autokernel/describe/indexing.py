"""Index operations of descriptions: windows, padding, slices; axes renamed, split, merged, joined.

A tensor that is read at other positions stays a load if it was one. A computed tensor becomes a
stage.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.rules import FLOATS, INTEGERS
from custom_compiler.autokernel.describe.sizes import Size, combine
from custom_compiler.autokernel.describe.tensor import Number, Tensor, number, together
from custom_compiler.autokernel.describe.trace import checked, current, fail
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Binary,
    Constant,
    Extent,
    Index,
    Load,
    Position,
    Select,
    Term,
    at,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.describe.tree import Node

__all__ = [
    "concat",
    "expand",
    "flip",
    "lowest",
    "merge",
    "pad",
    "rename",
    "repeat",
    "slice",
    "split",
    "stage",
    "take",
    "window",
]


def window(  # noqa: PLR0913 - windows have as many sides
    operand: Tensor,
    axis: str,
    kernel: str,
    size: Size,
    *,
    stride: int = 1,
    dilation: int = 1,
    pad: tuple[int, int] = (0, 0),
    outside: Number = 0,
    name: str = "",
) -> Tensor:
    """Return the elements of windows that move along an axis.

    Args:
        operand: The tensor under the windows.
        axis: Is replaced by two: the windows, and as last axis the positions in a window.
        kernel: Name of the axis of positions in a window.
        size: Positions in a window.
        stride: Distance of consecutive windows.
        dilation: Distance of consecutive positions in a window.
        pad: Positions before the first element and after the last one.
        outside: Value of these positions.
        name: Of the axis of windows; by default `<axis>_out`.

    Raises:
        MisuseError: There is no such axis, or a number is out of range.
    """
    old = _single(operand, axis)
    low, high = pad
    if stride < 1 or dilation < 1 or (isinstance(size, int) and size < 1):
        fail(f"window of {size} places, stride {stride}, dilation {dilation}", "give 1 or more")
    if low < 0 or high < 0:
        fail(f"padding of {min(pad)} places", "leave places out by ak.slice")
    span = combine("*", dilation, combine("-", size, 1))
    last_start = combine("-", combine("-", combine("+", old.size, low + high), span), 1)
    places = current().axis(
        name or f"{axis}_out", combine("+", combine("//", last_start, stride), 1)
    )
    inside = current().axis(kernel, size)
    index = Index((Term(places, stride), Term(inside, dilation)), -low)
    axes = (*(places if axis == old else axis for axis in operand.axes), inside)
    return reindexed(operand, {old: index}, axes, outside if low or high else None)


def pad(
    operand: Tensor, axis: str, width: tuple[int, int], outside: Number = 0, *, name: str = ""
) -> Tensor:
    """Pad an axis at both ends; its new name is `<axis>_out` by default.

    Raises:
        MisuseError: There is no such axis, or a number is negative.
    """
    old = _single(operand, axis)
    low, high = width
    if low < 0 or high < 0:
        fail(f"padding of {min(width)} places", "leave places out by ak.slice")
    new = current().axis(name or f"{axis}_out", combine("+", old.size, low + high))
    return _replaced(operand, old, new, Index((Term(new),), -low), outside)


def slice(  # noqa: A001, PLR0913 - as Python has it
    operand: Tensor,
    axis: str,
    start: Size = 0,
    stop: Size | None = None,
    *,
    step: int = 1,
    name: str = "",
) -> Tensor:
    """Select an axis from `start` to before `stop`; numbers below 0 count from its end.

    Raises:
        MisuseError: there is no such axis, or no such places.
    """
    old = _single(operand, axis)
    if step < 1:
        fail(f"slice in steps of {step}", "give 1 or more; ak.flip turns an axis round")
    first = _from_end(start, old.size)
    behind = old.size if stop is None else _from_end(stop, old.size)
    size = combine("//", combine("+", combine("-", behind, first), step - 1), step)
    are_numbers = all(isinstance(bound, int) for bound in (first, behind, old.size))
    if are_numbers and not 0 <= first <= behind <= old.size:  # type: ignore[operator]
        fail(f"axis {axis!r} has no places {first} to {behind}", f"it has {old.size}")
    new = current().axis(name or f"{axis}_out", size)
    return _replaced(operand, old, new, Index((Term(new, step),), first))


def take(operand: Tensor, axis: str, place: int) -> Tensor:
    """Select one position of an axis, and drop the axis; negative positions count from the end.

    Raises:
        MisuseError: There is no such axis.
    """
    old = _single(operand, axis)
    axes = tuple(axis_left for axis_left in operand.axes if axis_left != old)
    return reindexed(operand, {old: Index((), _from_end(place, old.size))}, axes)


def flip(operand: Tensor, axis: str, *, name: str = "") -> Tensor:
    """Reverse an axis; its new name is `<axis>_out` by default."""
    old = _single(operand, axis)
    new = current().axis(name or f"{axis}_out", old.size)
    return _replaced(operand, old, new, Index((Term(new, -1),), combine("-", old.size, 1)))


def rename(operand: Tensor, **names: str) -> Tensor:
    """Rename axes: `rename(x, columns="k")`."""
    new = {
        operand.axis(name): current().axis(to, operand.axis(name).size)
        for name, to in names.items()
    }
    axes = tuple(new.get(axis, axis) for axis in operand.axes)
    return reindexed(operand, {old: at(axis) for old, axis in new.items()}, axes)


def split(operand: Tensor, axis: str, names: str, sizes: Sequence[Size]) -> Tensor:
    """Split an axis into several, whose sizes multiply to its size; the last one runs fastest.

    Raises:
        MisuseError: There is no such axis, or it has another size.
    """
    old = _single(operand, axis)
    product: Size = 1
    for size in sizes:
        product = combine("*", product, size)
    if product != old.size:
        hint = 'give sizes that agree; a description may say x="columns=parts*k"'
        fail(f"axis {axis!r} of {old.size} places split into {product}", hint)
    new = [current().axis(*axis) for axis in zip(names.split(), sizes, strict=True)]
    terms: list[Term] = []
    step: Size = 1
    for new_axis in reversed(new):
        terms.insert(0, Term(new_axis, step))
        step = combine("*", step, new_axis.size)
    index = operand.axes.index(old)
    axes = (*operand.axes[:index], *new, *operand.axes[index + 1 :])
    return reindexed(operand, {old: Index(tuple(terms))}, axes)


def merge(operand: Tensor, axes: str, name: str) -> Tensor:
    """Merge axes into one, in the place of the first of them; the last runs fastest.

    Raises:
        MisuseError: there is no such axis.
    """
    old = [_single(operand, name) for name in axes.split()]
    size: Size = 1
    steps: dict[Axis, Size] = {}
    for old_axis in reversed(old):
        steps[old_axis] = size
        size = combine("*", size, old_axis.size)
    new = current().axis(name, size)
    index = {
        axis: Index((Term(new, 1, steps[axis], 0 if axis == old[0] else axis.size),))
        for axis in old
    }
    new_axes = [new if axis == old[0] else axis for axis in operand.axes]
    return reindexed(operand, index, tuple(axis for axis in new_axes if axis not in old))


def repeat(
    operand: Tensor, axis: str, times: Size, *, name: str = "", size: Size | None = None
) -> Tensor:
    """Repeat each position of an axis consecutively.

    Args:
        operand: The tensor.
        axis: Axis to repeat along.
        times: Number of repetitions.
        name: Of the new axis; by default `<axis>_out`.
        size: Of the new axis, if it is the size of another axis with which calls must agree.

    Raises:
        MisuseError: There is no such axis.
    """
    old = _single(operand, axis)
    new = current().axis(name or f"{axis}_out", size or combine("*", old.size, times))
    return _replaced(operand, old, new, Index((Term(new, 1, times),)))


def expand(operand: Tensor, name: str, size: Size) -> Tensor:
    """Repeat a tensor along a new first axis."""
    new = current().axis(name, size)
    if new in operand.axes:
        fail(f"axis {name!r} is bound twice", "give the new axis another name")
    return Tensor((new, *operand.axes), operand.node)


def concat(operands: Sequence[Tensor], axis: str, *, name: str = "") -> Tensor:
    """Concatenate tensors along an axis, whose new name is `<axis>_out` by default.

    The other axes are the same in all; each may have another size along `axis` if the axes have
    other names, which are then given by separating them with blanks: "left right".

    Raises:
        MisuseError: there is nothing to join, or there is no such axis.
    """
    names = axis.split() if " " in axis else [axis] * len(operands)
    if not operands or len(names) != len(operands):
        fail(f"concat of {len(operands)} tensors along {len(names)} axes", "give one per tensor")
    total: Size = 0
    starts: list[Size] = []
    for operand, along in zip(operands, names, strict=True):
        starts.append(total)
        total = combine("+", total, _single(operand, along).size)
    new = current().axis(name or f"{names[0]}_out", total)
    parts = [
        _replaced(part, part.axis(along), new, Index((Term(new),), combine("-", 0, start)), 0)
        for part, along, start in zip(operands, names, starts, strict=True)
    ]
    node: Node = parts[-1].node
    for part, end in zip(parts[-2::-1], starts[:0:-1], strict=True):
        bound = Constant(end, "int32") if isinstance(end, int) else Extent(end, "int32")
        before = checked(Binary("less", Position(new), bound))
        node = checked(Select(before, part.node, node))
    return Tensor(together(*parts), node)


def stage(operand: Tensor) -> Tensor:
    """Return the tensor, computed as a separate stage before it is read."""
    return Tensor(operand.axes, current().stage(operand.axes, operand.node))


def lowest(dtype: str) -> float | int:
    """Return the smallest number of a type, with which a maximum starts."""
    return -math.inf if dtype in FLOATS else INTEGERS[dtype][0]


def _single(operand: Tensor, name: str) -> Axis:
    axis = operand.axis(name)
    if name == "...":
        fail("'...' may be several dimensions", "name the axis in the tensor's description")
    return axis


def _from_end(position: Size, size: Size) -> Size:
    return combine("+", size, position) if isinstance(position, int) and position < 0 else position


def _replaced(
    operand: Tensor, old: Axis, new: Axis, index: Index, outside: Number | None = None
) -> Tensor:
    axes = tuple(new if axis == old else axis for axis in operand.axes)
    return reindexed(operand, {old: index}, axes, outside)


def reindexed(
    operand: Tensor,
    places: Mapping[Axis, Index],
    axes: tuple[Axis, ...],
    outside: Number | None = None,
) -> Tensor:
    """Return a tensor read at other positions: each axis of `places` is replaced by its index.

    Args:
        operand: The tensor to read.
        places: Indices of replaced axes.
        axes: Axes of the result.
        outside: Value of positions outside of the tensor; None: there are none.

    Raises:
        MisuseError: An axis is bound twice.
    """
    twice = [axis.name for axis in axes if axes.count(axis) > 1]
    if twice:
        fail(f"axis {twice[0]!r} is bound twice", "give the new axis another name")
    padding = None if outside is None else _padding(outside, operand.dtype)
    if padding is None and not any(axis in places for axis in operand.node.free):
        return Tensor(axes, operand.node)
    load = operand.node if isinstance(operand.node, Load) else None
    moved = load and _moved(load, places, padding)
    if moved is None:
        moved = _moved(current().stage(operand.axes, operand.node), places, padding)
    assert moved is not None  # noqa: S101 - of plain loads all are possible
    return Tensor(axes, checked(moved))


def _padding(value: Number, dtype: str) -> Constant:
    if dtype == "bool":
        return Constant(bool(value), dtype)
    node = number(value, dtype).node
    assert isinstance(node, Constant)  # noqa: S101 - for mypy
    return node


def _moved(load: Load, places: Mapping[Axis, Index], padding: Constant | None) -> Load | None:
    """Return a load at other positions, or None if one load cannot express it."""
    if padding is not None:
        alike = load.outside in {None, padding}
        if not alike or not all(_is_whole(load, axis) for axis in places):
            return None
    indices = [_composed(index, places) for index in load.index]
    if any(index is None for index in indices):
        return None
    return Load(load.source, tuple(indices), padding or load.outside)  # type: ignore[arg-type]


def _is_whole(load: Load, axis: Axis) -> bool:
    """Return whether a load has an axis just as a dimension of its source."""
    uses = [
        (index, own_axis)
        for index, own_axis in zip(load.index, load.source.axes, strict=True)
        if any(term.axis == axis for term in index.terms)
    ]
    return len(uses) == 1 and uses[0][0].axis == axis and uses[0][1].size == axis.size


def _composed(index: Index, places: Mapping[Axis, Index]) -> Index | None:
    offset = index.offset
    steps: dict[tuple[Axis, Size, Size], Size] = {}
    for term in index.terms:
        inner = places.get(term.axis, at(term.axis))
        if (term.divide, term.modulo) != (1, 0):
            if inner.axis is None:
                return None
            inner = Index((Term(inner.axis, 1, term.divide, term.modulo),))
        offset = combine("+", offset, combine("*", term.times, inner.offset))
        for outer in inner.terms:
            key = (outer.axis, outer.divide, outer.modulo)
            step = combine("*", term.times, outer.times)
            steps[key] = combine("+", steps.get(key, 0), step)
    return Index(
        tuple(
            Term(axis, step, *divisors) for (axis, *divisors), step in steps.items() if step != 0
        ),
        offset,
    )
