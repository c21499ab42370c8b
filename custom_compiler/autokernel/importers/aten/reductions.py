"""Reductions of dimensions, norms, softmax, and picking by places that a tensor holds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe import language as ak
from custom_compiler.autokernel.importers.aten.calls import AtenCall, handles
from custom_compiler.autokernel.importers.aten.layout import flattened
from custom_compiler.autokernel.importers.aten.values import (
    AtenValue,
    aligned,
    as_type,
    is_float,
    with_axis,
)
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Sequence

_OPERATIONS = {
    "amax": "max",
    "amin": "min",
    "max": "max",
    "min": "min",
    "prod": "product",
    "sum": "sum",
}


def reduced(
    value: AtenValue, operation: str, places: Sequence[int], *, keep: bool = True
) -> AtenValue:
    """Reduce dimensions, which keep size 1 or are removed."""
    reduced_dims = {value.dimension(dimension) for dimension in places}
    names = value.names(sorted(reduced_dims))
    tensor = value.tensor
    if names and operation == "mean":
        tensor = ak.mean(tensor, names)
    elif names:
        tensor = ak.reduce(operation, tensor, names)
    dims = [
        None if dimension in reduced_dims else axis for dimension, axis in enumerate(value.dims)
    ]
    if not keep:
        dims = [axis for dimension, axis in enumerate(dims) if dimension not in reduced_dims]
    return AtenValue(tensor, tuple(dims))


def _places(call: AtenCall, value: AtenValue) -> Sequence[int]:
    dim = call.get("dim")
    if dim is None or dim == []:
        return range(len(value.dims))
    return [dim] if isinstance(dim, int) else dim


@handles("sum", "prod", "amax", "amin", "mean")
def _reduce(call: AtenCall) -> AtenValue:
    value = as_type(call.value(), call.dtype)
    operation = _OPERATIONS.get(call.name, call.name)
    return reduced(value, operation, _places(call, value), keep=call.get("keepdim", False))


@handles("any", "all")
def _any(call: AtenCall) -> AtenValue:
    value = as_type(as_type(call.value(), "bool"), "int32")
    operation = "max" if call.name == "any" else "min"
    result = reduced(value, operation, _places(call, value), keep=call.get("keepdim", False))
    return as_type(result, "bool")


@handles("max", "min")
def _extreme(call: AtenCall) -> AtenValue | tuple[AtenValue, ...]:
    value = call.value()
    operation = _OPERATIONS[call.name]
    if call.get("dim") is None:
        return reduced(value, operation, range(len(value.dims)), keep=False)
    extreme = reduced(value, operation, [call["dim"]], keep=call["keepdim"])
    return extreme, _place_of(value, f"arg_{operation}", call["dim"], keep=call["keepdim"])


@handles("argmax", "argmin")
def _arg(call: AtenCall) -> AtenValue:
    value, dim = call.value(), call["dim"]
    if dim is None:
        value, dim = flattened(value), 0
    return _place_of(
        value, f"arg_{call.name[3:]}", dim, keep=call["keepdim"] and call["dim"] is not None
    )


def _place_of(value: AtenValue, operation: str, dim: int, *, keep: bool) -> AtenValue:
    if not value.dims:
        return as_type(value.like(value.tensor * 0), "int64")
    source = with_axis(value, value.dimension(dim))
    return as_type(reduced(source, operation, [dim], keep=keep), "int64")


@handles("var")
def _var(call: AtenCall) -> AtenValue:
    value = call.value()
    places = _places(call, value)
    correction = call.get("correction")
    return variance(
        value, places, 1 if correction is None else correction, keep=call.get("keepdim", False)
    )


def variance(
    value: AtenValue, places: Sequence[int], correction: float = 0, *, keep: bool
) -> AtenValue:
    """Return the mean squared distance to the mean, with the divisor reduced by `correction`."""
    wide = value.like(ak.wide(value.tensor))
    mean = reduced(wide, "mean", places)
    (element, middle), dims = aligned(wide, mean)
    distance = element - middle
    square = reduced(AtenValue(distance * distance, dims), "sum", places, keep=keep)
    elements = math.prod(value.shape[value.dimension(dimension)] for dimension in places)
    return as_type(square.like(square.tensor / (elements - correction)), value.dtype)


@handles("linalg_vector_norm")
def _norm(call: AtenCall) -> AtenValue:
    value = as_type(call.value(), call.dtype)
    order, places = call["ord"], _places(call, value)
    wide = ak.wide(value.tensor)
    keep = call["keepdim"]
    if order == 2:  # noqa: PLR2004 - Euclid's
        norm = reduced(value.like(wide * wide), "sum", places, keep=keep)
        norm = norm.like(ak.sqrt(norm.tensor))
    elif order in {1, math.inf, -math.inf}:
        operation = {1: "sum", math.inf: "max", -math.inf: "min"}[order]
        norm = reduced(value.like(abs(wide)), operation, places, keep=keep)
    else:
        norm = reduced(value.like(abs(wide) ** order), "sum", places, keep=keep)
        norm = norm.like(norm.tensor ** (1 / order))
    return as_type(norm, call.dtype)


@handles("_softmax", "_log_softmax")
def _softmax(call: AtenCall) -> AtenValue:
    value = call.value()
    names = value.names([call["dim"]]) if value.dims else ""
    wide = ak.wide(value.tensor)
    if not names:  # of one place
        same = wide - wide if call.name == "_log_softmax" else ak.exp(wide - wide)
        return as_type(value.like(same), call.dtype)
    distance = wide - ak.max(wide, names)
    power = ak.exp(distance)
    total = ak.sum(power, names)
    result = distance - ak.log(total) if call.name == "_log_softmax" else power / total
    return as_type(value.like(result), call.dtype)


@handles("gather")
def _gather(call: AtenCall) -> AtenValue:
    """Gather one position per row, by comparison with all positions of the row."""
    value, index = call.value(), call.value("index")
    dim = value.dimension(call["dim"])
    others = [dimension for dimension in range(len(value.dims)) if dimension != dim]
    if index.dims[dim] is not None or any(index.shape[p] != value.shape[p] for p in others):
        raise MisuseError(
            f"aten.gather of {index.shape[dim]} places per row has no form as a tree",
            "data-dependent indices are for kernels that are written by hand",
        )
    source = with_axis(value, dim)
    (element, position), dims = aligned(source, index)
    name = AtenValue(element, dims).names([dim])
    chosen = ak.position(element, name, index.dtype) == position
    zero = ak.full(0.0 if is_float(value.dtype) else 0, value.dtype)
    return reduced(AtenValue(ak.where(chosen, element, zero), dims), "sum", [dim])
