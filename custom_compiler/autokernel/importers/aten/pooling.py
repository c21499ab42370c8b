"""Pools over the last dimensions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe import language as ak
from custom_compiler.autokernel.describe.indexing import lowest, window
from custom_compiler.autokernel.importers.aten.calls import AtenCall, handles
from custom_compiler.autokernel.importers.aten.values import (
    AtenValue,
    as_type,
    fresh,
    settled,
    with_axis,
)
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.tensor import Tensor


@handles("max_pool2d_with_indices", "max_pool3d_with_indices")
def _max_pool(call: AtenCall) -> tuple[AtenValue | None, ...]:
    value, kernel, geometry = _geometry(call)
    seen, kernels = _windows(value, call, kernel, geometry, lowest(value.dtype))
    return seen.like(ak.max(seen.tensor, kernels)), None


@handles("avg_pool1d", "avg_pool2d", "avg_pool3d")
def _average_pool(call: AtenCall) -> AtenValue:
    value, kernel, geometry = _geometry(call)
    wide = value.like(ak.wide(value.tensor))
    seen, kernels = _windows(wide, call, kernel, geometry, 0)
    total = ak.sum(seen.tensor, kernels)
    elements: Any = call.get("divisor_override") or math.prod(kernel)
    padded = any(pad for _, _, pad in geometry)
    if padded and not (call["count_include_pad"] or call.get("divisor_override")):
        first = len(value.dims) - len(kernel)
        elements = ak.cast(
            math.prod(
                (
                    _elements(value.shape[first + at], seen, first + at, (size, *geometry[at]))
                    for at, size in enumerate(kernel)
                ),
                start=ak.full(1, "int32"),
            ),
            total.dtype,
        )
    return as_type(seen.like(total / elements), call.dtype)


def _geometry(call: AtenCall) -> tuple[AtenValue, list[int], list[tuple[int, int, int]]]:
    """Return the pooled value, the window sizes, and stride, dilation and padding per dimension."""
    value, kernel = call.value(), list(call["kernel_size"])
    rank = int(call.name.partition("pool")[2][0])
    kernel = kernel * rank if len(kernel) == 1 else kernel
    numbers = []
    for name, default in (("stride", kernel), ("dilation", [1]), ("padding", [0])):
        numbers_of_option = list(call.get(name) or default)
        numbers.append(
            numbers_of_option * rank if len(numbers_of_option) == 1 else numbers_of_option
        )
    return value, kernel, list(zip(*numbers, strict=True))


def _windows(
    value: AtenValue,
    call: AtenCall,
    kernel: list[int],
    geometry: list[tuple[int, int, int]],
    outside: float,
) -> tuple[AtenValue, str]:
    """Return the elements of the windows, and the axes of positions in a window."""
    first = len(value.dims) - len(kernel)
    kernels = []
    for at, (size, (stride, dilation, pad)) in enumerate(zip(kernel, geometry, strict=True)):
        dimension = first + at
        if value.dims[dimension] is None and (size, stride, pad) == (1, 1, 0):
            continue
        value = with_axis(value, dimension)
        new, inside = fresh(call.shape[dimension]), fresh(size)
        span = dilation * (size - 1) + 1
        floor = (value.shape[dimension] + 2 * pad - span) // stride + 1
        if floor != call.shape[dimension] and "avg" in call.name:
            raise MisuseError(f"aten.{call.name} with ceil_mode has no form as a tree", "leave it")
        # A last window may begin before the end and see beyond it.
        high = max(pad, (call.shape[dimension] - 1) * stride + span - value.shape[dimension] - pad)
        slack = value.shape[dimension] + pad + high - span
        high -= (
            slack - (call.shape[dimension] - 1) * stride
            if slack // stride + 1 > call.shape[dimension]
            else 0
        )
        tensor = window(
            value.tensor,
            value.names([dimension]),
            inside.name,
            size,
            stride=stride,
            dilation=dilation,
            pad=(pad, high),
            outside=outside,
            name=new.name,
        )
        kernels.append(inside.name)
        dims = (*value.dims[:dimension], new, *value.dims[dimension + 1 :])
        value = settled(AtenValue(tensor, dims))
    return value, " ".join(kernels)


def _elements(size: int, seen: AtenValue, index: int, numbers: tuple[int, int, int, int]) -> Tensor:
    """Count the elements of each window along a dimension, without padding."""
    kernel, stride, _, pad = numbers
    if seen.dims[index] is None:
        return ak.full(min(kernel - pad, size), "int32")
    start = ak.position(seen.tensor, seen.names([index])) * stride - pad
    return ak.minimum(start + kernel, size) - ak.maximum(start, 0)
