"""Tensors whose dimensions have places instead of names, and how these find each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.indexing import expand, reindexed, take
from custom_compiler.autokernel.describe.renaming import renamed
from custom_compiler.autokernel.describe.rules import FLOATS
from custom_compiler.autokernel.describe.tensor import Tensor, cast, number
from custom_compiler.autokernel.describe.trace import current
from custom_compiler.autokernel.describe.tree import Attribute, Axis, Constant, Load, at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class AtenValue:
    """A tensor of PyTorch.

    Attributes:
        tensor: With an axis for each dimension of more or fewer than one place.
        dims: In order; None is a dimension of one place.
    """

    tensor: Tensor
    dims: tuple[Axis | None, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of places of each dimension."""
        return tuple(1 if axis is None else places(axis) for axis in self.dims)

    @property
    def dtype(self) -> str:
        """The element type."""
        return self.tensor.dtype

    def dimension(self, index: int) -> int:
        """Return the index of a dimension from the first one, for indices from either end."""
        return index % max(1, len(self.dims))

    def like(self, tensor: Tensor) -> AtenValue:
        """Return another tensor of the same dimensions."""
        return AtenValue(tensor, self.dims)

    def names(self, places: Sequence[int]) -> str:
        """Return the names of the axes of dimensions; dimensions of size 1 have none."""
        axes = (self.dims[self.dimension(dimension)] for dimension in places)
        return " ".join(axis.name for axis in axes if axis is not None)


def fresh(size: int) -> Axis:
    """Return a new axis with an unused name."""
    trace = current()
    names = (f"d{index}" for index in count(len(trace.axes)))
    return trace.axis(next(name for name in names if name not in trace.axes), size)


def places(axis: Axis) -> int:
    """Return the size of an axis, which is known, since programs are traced for known sizes."""
    assert isinstance(axis.size, int)  # noqa: S101 - as `fresh` made it
    return axis.size


def dims_of(shape: Sequence[int]) -> tuple[Axis | None, ...]:
    """Make separate dimensions."""
    return tuple(None if size == 1 else fresh(size) for size in shape)


def scalar(value: Any, dtype: str) -> AtenValue:
    """Return a number of the program as a value."""
    return AtenValue(number(value, dtype), ())


def with_axis(value: AtenValue, index: int) -> AtenValue:
    """Return a value whose dimension has an axis even if its size is 1."""
    if value.dims[index] is not None:
        return value
    axis = fresh(1)
    dims = (*value.dims[:index], axis, *value.dims[index + 1 :])
    return AtenValue(expand(value.tensor, axis.name, 1), dims)


def settled(value: AtenValue) -> AtenValue:
    """Return a value in which no dimension of size 1 has an axis."""
    tensor, dims = value.tensor, list(value.dims)
    for index, axis in enumerate(dims):
        if axis is not None and axis.size == 1:
            tensor, dims[index] = take(tensor, axis.name, 0), None
    return AtenValue(tensor, tuple(dims))


def with_axes(value: AtenValue, names: Mapping[Axis, Axis]) -> AtenValue:
    """Rename axes: directly where possible, else through a stage."""
    wanted = {old: new for old, new in names.items() if old != new}
    if not wanted:
        return value
    dims = tuple(wanted.get(axis, axis) if axis else None for axis in value.dims)
    tensor, axes = value.tensor, tuple(wanted.get(axis, axis) for axis in value.tensor.axes)
    node = None if isinstance(tensor.node, Load) else renamed(tensor.node, wanted)
    if node is not None:
        return AtenValue(Tensor(axes, node), dims)
    places = {old: at(new) for old, new in wanted.items()}
    return AtenValue(reindexed(tensor, places, axes), dims)


def aligned(*values: AtenValue) -> tuple[tuple[Tensor, ...], tuple[Axis | None, ...]]:
    """Return operands of one operation with the same axes from the last one, and the result's.

    Loads take the axes of what is computed: renaming them costs nothing.
    """
    rank = max(len(value.dims) for value in values)
    padded = [(None,) * (rank - len(value.dims)) + value.dims for value in values]
    order = sorted(range(len(values)), key=lambda index: _is_simple(values[index]))
    dims: list[Axis | None] = []
    for column in zip(*(padded[index] for index in order), strict=True):
        axis = next((axis for axis in column if axis is not None), None)
        dims.append(fresh(places(axis)) if axis in dims and axis is not None else axis)
    tensors = tuple(
        with_axes(
            value, {old: new for old, new in zip(own, dims, strict=True) if old and new}
        ).tensor
        for value, own in zip(values, padded, strict=True)
    )
    return tensors, tuple(dims)


def _is_simple(value: AtenValue) -> bool:
    return isinstance(value.tensor.node, Load | Constant | Attribute)


def as_type(value: AtenValue, dtype: str) -> AtenValue:
    """Convert to another element type; bool counts as 0 and 1, and nonzero becomes true."""
    if value.dtype == dtype:
        return value
    if dtype == "bool":
        return value.like(value.tensor != 0)
    return value.like(cast(value.tensor, dtype))


def promoted(*dtypes: str) -> str:
    """Return the type in which values of different types are compared."""
    for kind in (("float64", "float32"), ("float16", "bfloat16"), ("int64", "int32", "int16")):
        dtypes_of_kind = [dtype for dtype in kind if dtype in dtypes]
        if kind[0] == "float16" and len(dtypes_of_kind) == 2:  # noqa: PLR2004 - both of them
            return "float32"
        if dtypes_of_kind:
            return dtypes_of_kind[0]
    if {"int8", "uint8"} <= set(dtypes):
        return "int16"
    return next((dtype for dtype in ("int8", "uint8") if dtype in dtypes), "bool")


def is_float(dtype: str) -> bool:
    """Return whether a type has fractions."""
    return dtype in FLOATS
