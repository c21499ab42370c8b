"""Sums of products as products of matrices, in parts where the matrices would be large."""

from __future__ import annotations

from math import ceil, prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from custom_compiler.autokernel.describe.tree import Axis

    Array = np.ndarray[Any, Any]

_MOST = 2**24  # elements of a matrix that is copied


class ContractedTensor(NamedTuple):
    """A tensor with a dimension per axis."""

    array: Array
    axes: tuple[Axis, ...]

    def places(self, axis: Axis) -> int:
        """Return the size of an axis of this factor."""
        return int(self.array.shape[self.axes.index(axis)])

    def part(self, axis: Axis, places: slice) -> ContractedTensor:
        """Return the part at some positions of an axis."""
        if axis not in self.axes:
            return self
        index = tuple(places if own_axis == axis else slice(None) for own_axis in self.axes)
        return ContractedTensor(self.array[index], self.axes)


def contracted(
    factors: Sequence[ContractedTensor], summed: tuple[Axis, ...], out: tuple[Axis, ...]
) -> Array:
    """Return the sum over axes of the product of tensors, with a dimension per axis of `out`.

    Each summed axis belongs to at least one factor.
    """
    largest = max(factors, key=lambda factor: factor.array.size)
    if largest.array.size <= _MOST:
        if len(factors) > 2:  # noqa: PLR2004 - a product of two matrices has two factors
            return _by_einsum(factors, out)
        return _by_matrices(factors[0], factors[1], summed, out)
    axis = max(largest.axes, key=lambda axis: (axis in out, largest.places(axis)))
    parts = (
        contracted([factor.part(axis, places) for factor in factors], summed, out)
        for places in _parts(largest.places(axis), ceil(largest.array.size / _MOST))
    )
    if axis in out:
        return np.concatenate(list(parts), axis=out.index(axis))
    total = next(parts)
    for part in parts:
        total = total + part
    return total


def _parts(places: int, wanted: int) -> Iterator[slice]:
    step = ceil(places / wanted)
    return (slice(start, start + step) for start in range(0, places, step))


def _by_einsum(factors: Sequence[ContractedTensor], out: tuple[Axis, ...]) -> Array:
    axes = dict.fromkeys(axis for factor in factors for axis in factor.axes)
    letters = {axis: number for number, axis in enumerate(axes)}
    operands: list[Any] = []
    for factor in factors:
        operands += [factor.array, [letters[axis] for axis in factor.axes]]
    return np.asarray(np.einsum(*operands, [letters[axis] for axis in out], optimize=True))


def _by_matrices(
    left: ContractedTensor, right: ContractedTensor, summed: tuple[Axis, ...], out: tuple[Axis, ...]
) -> Array:
    shared = tuple(axis for axis in out if axis in left.axes and axis in right.axes)
    rows = tuple(axis for axis in out if axis in left.axes and axis not in shared)
    columns = tuple(axis for axis in out if axis in right.axes and axis not in shared)
    sizes = {axis: factor.places(axis) for factor in (left, right) for axis in factor.axes}
    a = _matrix(left, sizes, (shared, rows, summed))
    b = _matrix(right, sizes, (shared, summed, columns))
    order = (*shared, *rows, *columns)
    product = np.matmul(a, b).reshape([sizes[axis] for axis in order])
    return np.asarray(product.transpose([order.index(axis) for axis in out]))


def _matrix(
    factor: ContractedTensor, sizes: dict[Axis, int], groups: tuple[tuple[Axis, ...], ...]
) -> Array:
    """Return a three-dimensional tensor, repeated along summed axes that the factor lacks."""
    axes = tuple(axis for group in groups for axis in group)
    order = [factor.axes.index(axis) for axis in axes if axis in factor.axes]
    array = factor.array.transpose(order)
    array = array.reshape([sizes[axis] if axis in factor.axes else 1 for axis in axes])
    array = np.broadcast_to(array, [sizes[axis] for axis in axes])
    matrix: Array = array.reshape([prod(sizes[axis] for axis in group) for group in groups])
    return matrix
