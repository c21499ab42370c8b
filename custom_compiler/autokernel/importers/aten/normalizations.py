"""Normalizations: of layers, of groups of channels, of batches."""

from __future__ import annotations

import math

from custom_compiler.autokernel.describe import language as ak
from custom_compiler.autokernel.describe.indexing import repeat, split
from custom_compiler.autokernel.importers.aten.calls import AtenCall, handles
from custom_compiler.autokernel.importers.aten.reductions import reduced, variance
from custom_compiler.autokernel.importers.aten.values import (
    AtenValue,
    aligned,
    as_type,
    fresh,
    with_axis,
)


def _wide(value: AtenValue) -> AtenValue:
    return value.like(ak.wide(value.tensor))


def _applied(
    x: AtenValue,
    mean: AtenValue,
    deviation: AtenValue,
    weight: AtenValue | None,
    bias: AtenValue | None,
) -> AtenValue:
    """Return `(x - mean) * deviation * weight + bias`."""
    (element, middle, factor), dims = aligned(x, mean, deviation)
    result = AtenValue((element - middle) * factor, dims)
    for operand, operation in ((weight, "multiply"), (bias, "add")):
        if operand is not None:
            (left, right), dims = aligned(result, _wide(operand))
            result = AtenValue(left * right if operation == "multiply" else left + right, dims)
    return result


def _inverse(value: AtenValue, epsilon: float) -> AtenValue:
    return value.like(ak.rsqrt(value.tensor + epsilon))


def _column(value: AtenValue | None, rank: int) -> AtenValue | None:
    """Return a value per channel, aligned with the dimensions after the channels."""
    return None if value is None else AtenValue(value.tensor, (*value.dims, *[None] * (rank - 2)))


@handles("native_layer_norm")
def _layer_norm(call: AtenCall) -> tuple[AtenValue, ...]:
    x = _wide(call.value("input"))
    places = range(len(x.dims) - len(call["normalized_shape"]), len(x.dims))
    mean = reduced(x, "mean", places)
    inverse = _inverse(variance(x, places, keep=True), call["eps"])
    result = _applied(x, mean, inverse, call["weight"], call["bias"])
    return as_type(result, call.dtype), mean, inverse


@handles("native_group_norm")
def _group_norm(call: AtenCall) -> tuple[AtenValue, ...]:
    x, groups = with_axis(_wide(call.value("input")), 1), call["group"]
    members = x.shape[1] // groups
    group, member = fresh(groups), fresh(members)
    tensor = split(x.tensor, x.names([1]), f"{group.name} {member.name}", (groups, members))
    parts = AtenValue(tensor, (x.dims[0], group, member, *x.dims[2:]))
    places = range(2, len(parts.dims))
    mean = reduced(parts, "mean", places, keep=False)
    inverse = _inverse(variance(parts, places, keep=False), call["eps"])
    channels = x.dims[1]
    assert channels is not None  # noqa: S101 - it has an axis
    ours = [
        AtenValue(
            repeat(moment.tensor, group.name, members, name=channels.name),
            (x.dims[0], channels, *[None] * (len(x.dims) - 2)),
        )
        for moment in (mean, inverse)
    ]
    weight, bias = (_column(call[name], len(x.dims)) for name in ("weight", "bias"))
    return as_type(_applied(x, ours[0], ours[1], weight, bias), call.dtype), mean, inverse


@handles(
    "native_batch_norm",
    "_native_batch_norm_legit",
    "_native_batch_norm_legit_functional",
    "_native_batch_norm_legit_no_training",
)
def _batch_norm(call: AtenCall) -> tuple[AtenValue | None, ...]:
    x = _wide(call.value("input"))
    rank = len(x.dims)
    places = [0, *range(2, rank)]
    weight, bias = (_column(call[name], rank) for name in ("weight", "bias"))
    old = [call.get("running_mean"), call.get("running_var")]
    if not call.get("training", False) and old[0] is not None:
        mean, spread = (_column(moment, rank) for moment in old)
        assert mean and spread  # noqa: S101, PT018 - running statistics come together
        result = _applied(x, mean, _inverse(_wide(spread), call["eps"]), weight, bias)
        return as_type(result, call.dtype), None, None
    mean = reduced(x, "mean", places)
    spread = variance(x, places, keep=True)
    inverse = _inverse(spread, call["eps"])
    result = as_type(_applied(x, mean, inverse, weight, bias), call.dtype)
    flat = [_flat(moment) for moment in (mean, inverse)]
    if "functional" not in call.name:
        return result, *flat
    elements = math.prod(x.shape[dimension] for dimension in places)
    unbiased = _flat(spread.like(spread.tensor * (elements / max(1, elements - 1))))
    running = [
        _moved(a, b, call["momentum"]) for a, b in zip(old, (flat[0], unbiased), strict=True)
    ]
    return result, *flat, *running


def _flat(value: AtenValue) -> AtenValue:
    return AtenValue(value.tensor, (value.dims[1],))


def _moved(old: AtenValue | None, new: AtenValue, momentum: float) -> AtenValue | None:
    if old is None:
        return None
    (left, right), dims = aligned(old, new)
    return AtenValue(left * (1 - momentum) + right * momentum, dims)
