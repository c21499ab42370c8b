"""Tensors read at places: as a strided view where indices allow it, else element by element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from custom_compiler.autokernel.describe.tree import Input, Load, at
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.shapes import Binding
    from custom_compiler.autokernel.describe.tree import Axis, Index, Term

    Array = np.ndarray[Any, Any]


def read(load: Load, tensor: Array, binding: Binding) -> Array:
    """Return the values of a load: a dimension per free axis, in their order.

    Raises:
        MisuseError: It reads outside of the tensor and defines no value there.
    """
    shape = binding.flat(load.free)
    if 0 in shape:
        return np.empty(shape, tensor.dtype)
    if all(_is_plain(term, binding) for index in load.index for term in index.terms):
        return _view(load, tensor, binding)
    own = _selected(load, tensor, binding)
    return _view(*own, binding) if own else _gathered(load, tensor, binding)


def _is_plain(term: Term, binding: Binding) -> bool:
    return binding.size(term.divide) == 1 and binding.size(term.modulo) == 0


def _selected(load: Load, tensor: Array, binding: Binding) -> tuple[Load, Array] | None:
    """Gather along dimensions whose indices divide, and return the remaining load.

    Return None if such an index shares an axis with another one, or reads outside of the tensor.
    """
    indices: list[Index] = []
    axes: list[Axis] = []
    for number, index in enumerate(load.index):
        if all(_is_plain(term, binding) for term in index.terms):
            indices.append(index)
            axes.append(load.source.axes[number])
            continue
        own = tuple(dict.fromkeys(term.axis for term in index.terms))
        others = load.index[:number] + load.index[number + 1 :]
        low, high = binding.range(index)
        shared = any(term.axis in own for other in others for term in other.terms)
        if shared or low < 0 or high >= tensor.shape[len(indices)]:
            return None
        tensor = np.take(tensor, _places(own, index, binding), axis=len(indices))
        indices += map(at, own)
        axes += own
    return Load(Input("taken", load.dtype, tuple(axes)), tuple(indices), load.outside), tensor


def _view(load: Load, tensor: Array, binding: Binding) -> Array:
    padded, shift = _padded(load, tensor, binding)
    strides = dict.fromkeys(load.free, 0)
    start: list[int] = []
    for index, more, stride in zip(load.index, shift, padded.strides, strict=True):
        start.append(binding.size(index.offset) + more)
        for term in index.terms:
            strides[term.axis] += binding.size(term.times) * stride
    # Where an index runs backwards its view starts at the end: at a place that exists.
    corner = padded[tuple(slice(first, None) for first in start)]
    return as_strided(corner, binding.flat(load.free), tuple(strides.values()), writeable=False)


def _padded(load: Load, tensor: Array, binding: Binding) -> tuple[Array, list[int]]:
    """Return the tensor with the padding that is read, and the padding before each dimension."""
    widths = []
    for index, places in zip(load.index, tensor.shape, strict=True):
        low, high = binding.range(index)
        widths.append((max(0, -low), max(0, high - places + 1)))
    if not any(map(any, widths)):
        return tensor, [0] * tensor.ndim
    outside = _outside(load)
    return np.pad(tensor, widths, constant_values=outside), [low for low, _ in widths]


def _gathered(load: Load, tensor: Array, binding: Binding) -> Array:
    shape = binding.flat(load.free)
    places = [_places(load.free, index, binding) for index in load.index]
    inside = np.ones([1] * len(shape), bool)
    for some, size in zip(places, tensor.shape, strict=True):
        inside = inside & (some >= 0) & (some < size)
    if bool(inside.all()):
        return np.broadcast_to(tensor[tuple(places)], shape)
    outside = np.asarray(_outside(load)).astype(tensor.dtype)
    if not tensor.size:
        return np.broadcast_to(outside, shape)
    clipped = (np.clip(some, 0, size - 1) for some, size in zip(places, tensor.shape, strict=True))
    return np.broadcast_to(np.where(inside, tensor[tuple(clipped)], outside), shape)


def _places(axes: tuple[Axis, ...], index: Index, binding: Binding) -> Array:
    """Return the positions of one dimension of a tensor, with a dimension per axis."""
    rank = len(axes)
    result = np.full([1] * rank, binding.size(index.offset))
    for term in index.terms:
        along = np.arange(binding.size(term.axis.size)) // binding.size(term.divide)
        modulo = binding.size(term.modulo)
        along = binding.size(term.times) * (along % modulo if modulo else along)
        axis_number = axes.index(term.axis)
        result = result + along.reshape(
            [-1 if number == axis_number else 1 for number in range(rank)]
        )
    return result


def _outside(load: Load) -> Any:
    if load.outside is None:
        raise MisuseError(
            f"{load.source.name!r} is read outside of its places", "pad it, or read less of it"
        )
    return load.outside.value
