"""Operations that only say where elements lie: views, permutations, slices, joins."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe import indexing
from custom_compiler.autokernel.describe.indexing import (
    concat,
    expand,
    flip,
    merge,
    pad,
    split,
    take,
)
from custom_compiler.autokernel.describe.renaming import parted
from custom_compiler.autokernel.describe.tensor import Tensor
from custom_compiler.autokernel.describe.tree import Load
from custom_compiler.autokernel.importers.aten.calls import AtenCall, handles
from custom_compiler.autokernel.importers.aten.values import (
    AtenValue,
    as_type,
    fresh,
    places,
    with_axes,
    with_axis,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from custom_compiler.autokernel.describe.tree import Axis


@handles("view", "_unsafe_view", "reshape", "_reshape_alias")
def _view(call: AtenCall) -> AtenValue:
    return reshaped(call.value(), call.shape)


def flattened(value: AtenValue) -> AtenValue:
    """Merge all dimensions into one."""
    return reshaped(value, (math.prod(value.shape),))


def reshaped(value: AtenValue, shape: Sequence[int]) -> AtenValue:
    """Return the elements in another shape, in row-major order."""
    if 0 in value.shape:
        return AtenValue(expand_all(Tensor((), (value.tensor * 1).node), shape), ())
    dims: list[Axis | None] = []
    for old, new in _groups(value, shape):
        parts = list(old)
        if len(old) > 1:
            parts = [fresh(_places(old))]
            tensor = merge(value.tensor, " ".join(axis.name for axis in old), parts[0].name)
            value = AtenValue(tensor, ())
        if len([size for size in new if size != 1]) > 1:
            axes = [fresh(size) for size in new if size != 1]
            value = AtenValue(_parted(value.tensor, parts[0], axes), ())
            parts = axes
        dims += [None if size == 1 else parts.pop(0) for size in new]
    return AtenValue(value.tensor, tuple(dims))


def _parted(tensor: Tensor, axis: Axis, parts: list[Axis]) -> Tensor:
    """Split an axis of a tensor; without a stage where loads merged exactly these parts."""
    node = None if isinstance(tensor.node, Load) else parted(tensor.node, axis, tuple(parts))
    if node is None:
        names, sizes = [part.name for part in parts], [part.size for part in parts]
        return split(tensor, axis.name, " ".join(names), sizes)
    index = tensor.axes.index(axis)
    return Tensor((*tensor.axes[:index], *parts, *tensor.axes[index + 1 :]), node)


def _groups(value: AtenValue, shape: Sequence[int]) -> Iterator[tuple[list[Axis], list[int]]]:
    """Yield the smallest groups of dimensions of both shapes with the same number of elements."""
    old = [axis for axis in value.dims if axis is not None]
    new = list(shape)
    while old or new:
        axes: list[Axis] = []
        sizes: list[int] = []
        while new and new[0] == 1:
            sizes.append(new.pop(0))
        if old and new:
            axes.append(old.pop(0))
            sizes.append(new.pop(0))
        while (have := _places(axes)) != (want := math.prod(sizes)):
            if have < want:
                axes.append(old.pop(0))
            else:
                sizes.append(new.pop(0))
        yield axes, sizes


def _places(axes: Sequence[Axis]) -> int:
    return math.prod(places(axis) for axis in axes)


@handles("permute")
def _permute(call: AtenCall) -> AtenValue:
    value = call.value()
    dims = tuple(value.dims[value.dimension(dimension)] for dimension in call["dims"])
    return AtenValue(value.tensor, dims)


@handles("transpose", "t")
def _transpose(call: AtenCall) -> AtenValue:
    value = call.value()
    dims = list(value.dims)
    if len(dims) > 1:
        dimensions = (call.get("dim0", 0), call.get("dim1", 1))
        first, other = (value.dimension(at) for at in dimensions)
        dims[first], dims[other] = dims[other], dims[first]
    return AtenValue(value.tensor, tuple(dims))


@handles("squeeze", "unsqueeze")
def _squeeze(call: AtenCall) -> AtenValue:
    """Add or remove dimensions of size 1: they have no axis, only their order changes."""
    value = call.value()
    axes = iter(axis for axis in value.dims if axis is not None)
    return AtenValue(value.tensor, tuple(None if size == 1 else next(axes) for size in call.shape))


@handles("expand")
def _expand(call: AtenCall) -> AtenValue:
    value = call.value()
    dims = [None] * (len(call.shape) - len(value.dims)) + list(value.dims)
    tensor = value.tensor
    for index, size in enumerate(call.shape):
        if dims[index] is None and size != 1:
            axis = dims[index] = fresh(size)
            tensor = expand(tensor, axis.name, size)
    return AtenValue(tensor, tuple(dims))


def expand_all(tensor: Tensor, shape: Sequence[int]) -> Tensor:
    """Add axes of these sizes to a tensor."""
    for size in reversed(shape):
        tensor = expand(tensor, fresh(size).name, size)
    return tensor


@handles("slice")
def _slice(call: AtenCall) -> AtenValue:
    value = call.value()
    dimension = value.dimension(call["dim"])
    size = value.shape[dimension]
    start, stop, step = _bounds(call, size)
    if (start, stop, step) == (0, size, 1):
        return value
    source = with_axis(value, dimension)
    new = fresh(max(0, -(-(stop - start) // step)))
    tensor = indexing.slice(
        source.tensor, source.names([dimension]), start, max(start, stop), step=step, name=new.name
    )
    if new.size == 1:
        tensor = take(tensor, new.name, 0)
    return _with_dim(source, tensor, dimension, None if new.size == 1 else new)


def _bounds(call: AtenCall, size: int) -> tuple[int, int, int]:
    return slice(call["start"], call["end"], call["step"]).indices(size)


@handles("select")
def _select(call: AtenCall) -> AtenValue:
    value = call.value()
    dimension = value.dimension(call["dim"])
    dims = (*value.dims[:dimension], *value.dims[dimension + 1 :])
    if value.dims[dimension] is None:
        return AtenValue(value.tensor, dims)
    return AtenValue(take(value.tensor, value.names([dimension]), call["index"]), dims)


@handles("flip")
def _flip(call: AtenCall) -> AtenValue:
    value = call.value()
    for dimension in map(value.dimension, call["dims"]):
        if value.dims[dimension] is not None:
            new = fresh(value.shape[dimension])
            tensor = flip(value.tensor, value.names([dimension]), name=new.name)
            value = _with_dim(value, tensor, dimension, new)
    return value


@handles("cat")
def _cat(call: AtenCall) -> AtenValue:
    parts = [part for part in call["tensors"] if part.shape != (0,) or call.shape == (0,)]
    dimension = parts[0].dimension(call["dim"])
    parts = [with_axis(as_type(part, call.dtype), dimension) for part in parts]
    first = parts[0]
    for at in range(1, len(parts)):
        names = {
            old: new
            for where, (old, new) in enumerate(zip(parts[at].dims, first.dims, strict=True))
            if where != dimension and old is not None and new is not None
        }
        own = parts[at].dims[dimension]
        assert own is not None  # noqa: S101 - it has an axis
        parts[at] = with_axes(parts[at], {**names, own: fresh(places(own))})
    new = fresh(call.shape[dimension])
    along = " ".join(part.names([dimension]) for part in parts)
    tensor = concat([part.tensor for part in parts], along, name=new.name)
    return _with_dim(first, tensor, dimension, new)


@handles("constant_pad_nd")
def _pad(call: AtenCall) -> AtenValue:
    value = call.value()
    for back, (low, high) in enumerate(zip(call["pad"][::2], call["pad"][1::2], strict=True)):
        dimension = len(value.dims) - 1 - back
        value = padded(value, dimension, (low, high), call["value"])
    return value


def padded(value: AtenValue, index: int, width: tuple[int, int], outside: float) -> AtenValue:
    """Pad a dimension at its ends, or cut it where a width is negative."""
    low, high = width
    if low == high == 0:
        return value
    value = with_axis(value, index)
    cut = fresh(value.shape[index] + min(low, 0) + min(high, 0))
    stop = value.shape[index] + min(high, 0)
    tensor = indexing.slice(value.tensor, value.names([index]), max(0, -low), stop, name=cut.name)
    new = fresh(places(cut) + max(low, 0) + max(high, 0))
    outside = outside if value.dtype.startswith(("float", "bfloat")) else int(outside)
    tensor = pad(tensor, cut.name, (max(low, 0), max(high, 0)), outside, name=new.name)
    return _with_dim(value, tensor, index, new)


def _with_dim(value: AtenValue, tensor: Tensor, index: int, axis: Axis | None) -> AtenValue:
    return AtenValue(tensor, (*value.dims[:index], axis, *value.dims[index + 1 :]))
