"""Products of matrices, and convolutions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe import language as ak
from custom_compiler.autokernel.describe.indexing import flip, reindexed, repeat, split, window
from custom_compiler.autokernel.describe.tree import Index, Term
from custom_compiler.autokernel.importers.aten.calls import AtenCall, handles
from custom_compiler.autokernel.importers.aten.layout import padded
from custom_compiler.autokernel.importers.aten.values import (
    AtenValue,
    aligned,
    as_type,
    fresh,
    places,
    settled,
    with_axes,
    with_axis,
)
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Sequence


def product(a: AtenValue, b: AtenValue, batch: int = 0) -> AtenValue:
    """Multiply the last dimension of `a` by the first one of `b` after `batch` equal leading ones.

    Element types narrower than float32 are not rounded; callers round the result.
    """
    pairs = [*zip(a.dims[:batch], b.dims[:batch], strict=True), (a.dims[-1], b.dims[batch])]
    names = {other: ours for ours, other in pairs if ours is not None and other is not None}
    for other in b.dims[batch + 1 :]:
        if other is not None and other in a.dims:
            names[other] = fresh(places(other))
    b = with_axes(b, names)
    result = ak.wide(a.tensor) * ak.wide(b.tensor)
    if a.dims[-1] is not None:
        result = ak.sum(result, a.dims[-1].name)
    return AtenValue(result, (*a.dims[:-1], *b.dims[batch + 1 :]))


@handles("mm", "bmm", "mv", "dot")
def _mm(call: AtenCall) -> AtenValue:
    other = next(call.value(n) for n in ("mat2", "vec", "tensor") if n in call.arguments)
    batch = 1 if call.name == "bmm" else 0
    return as_type(product(call.value(), other, batch), call.dtype)


@handles("addmm", "baddbmm")
def _addmm(call: AtenCall) -> AtenValue:
    names = ("mat1", "mat2") if call.name == "addmm" else ("batch1", "batch2")
    result = product(call.value(names[0]), call.value(names[1]), int(call.name == "baddbmm"))
    more = call.value()
    if call["alpha"] != 1:
        result = result.like(result.tensor * call["alpha"])
    more = more.like(ak.wide(more.tensor))
    if call["beta"] != 1:
        more = more.like(more.tensor * call["beta"])
    (left, right), dims = aligned(result, more)
    return as_type(AtenValue(left + right, dims), call.dtype)


@handles("convolution")
def _convolution(call: AtenCall) -> AtenValue:
    x, weight, bias = call.value("input"), call.value("weight"), call["bias"]
    rank = len(weight.dims) - 2
    if len(x.dims) != rank + 2:
        raise MisuseError("aten.convolution without a batch has no form as a tree", "unsqueeze it")
    strides, dilations = _each(call["stride"], rank), _each(call["dilation"], rank)
    pads = [(pad, pad) for pad in _each(call["padding"], rank)]
    if call["transposed"]:
        more = _each(call["output_padding"], rank)
        for index in range(rank):
            x = _stuffed(x, index + 2, strides[index])
            around = dilations[index] * (weight.shape[index + 2] - 1) - pads[index][0]
            pads[index] = (around, around + more[index])
        strides = [1] * rank
    seen, weight = _grouped(x, weight, call["groups"], transposed=call["transposed"])
    for index in range(rank):
        numbers = (strides[index], dilations[index], pads[index])
        seen, weight = _window(seen, weight, index + 2, numbers)
    wide = ak.wide(seen.tensor) * ak.wide(weight.tensor)
    # Channels of a group that are one have an axis that nothing depends on.
    summed = " ".join(axis.name for axis in weight.dims[1:] if axis in wide.node.free)
    result = AtenValue(
        ak.sum(wide, summed) if summed else wide, (seen.dims[0], weight.dims[0], *seen.dims[2:])
    )
    if bias is not None:
        column = AtenValue(ak.wide(bias.tensor), (*bias.dims, *[None] * rank))
        (left, right), dims = aligned(result, column)
        result = AtenValue(left + right, dims)
    return as_type(result, call.dtype)


def _each(numbers: Sequence[int], rank: int) -> list[int]:
    return list(numbers) if len(numbers) == rank else [*numbers] * rank


def _stuffed(x: AtenValue, dimension: int, stride: int) -> AtenValue:
    """Put zeros between the elements of a dimension, as the transpose of a stride has them."""
    if stride == 1 or x.dims[dimension] is None:
        return x
    new = fresh((x.shape[dimension] - 1) * stride + 1)
    dims = (*x.dims[:dimension], new, *x.dims[dimension + 1 :])
    axes = tuple(axis for axis in dims if axis is not None)
    index = Index((Term(new, 1, stride),))
    spread = reindexed(x.tensor, {x.dims[dimension]: index}, axes)  # type: ignore[dict-item]
    is_element = ak.position(spread, new.name) % stride == 0
    return AtenValue(ak.where(is_element, spread, 0), dims)


def _grouped(
    x: AtenValue, weight: AtenValue, groups: int, *, transposed: bool
) -> tuple[AtenValue, AtenValue]:
    """Return x with its channels as in weights, and weights with output channels first.

    Of x, dimension 1 is the input channels of a group; with groups the output channels are an axis
    of both. Transposed weights are turned round, as their windows are those of what is stuffed.
    """
    if transposed:
        for index in range(2, len(weight.dims)):
            if weight.dims[index] is not None:
                new = fresh(weight.shape[index])
                tensor = flip(weight.tensor, weight.names([index]), name=new.name)
                dims = (*weight.dims[:index], new, *weight.dims[index + 1 :])
                weight = AtenValue(tensor, dims)
    if groups == 1:
        if transposed:
            weight = AtenValue(weight.tensor, (weight.dims[1], weight.dims[0], *weight.dims[2:]))
        channels = (x.dims[1], weight.dims[1])
        names = dict([channels]) if None not in channels else {}
        return with_axes(x, names), weight  # type: ignore[arg-type]
    x, weight = with_axis(x, 1), with_axis(with_axis(weight, 0), 1)
    ours = fresh(x.shape[1] // groups)
    members = (weight.shape[1] * groups if transposed else weight.shape[0]) // groups
    out = fresh(members * groups)
    group = fresh(groups)
    tensor = split(x.tensor, x.names([1]), f"{group.name} {ours.name}", (groups, ours.size))
    x = AtenValue(
        repeat(tensor, group.name, members, name=out.name), (x.dims[0], ours, *x.dims[2:])
    )
    first, second = weight.dims[:2]
    assert first and second  # noqa: S101, PT018 - they have axes
    if not transposed:
        return x, with_axes(weight, {first: out, second: ours})
    # Weights of a transposed convolution have all input channels, and the outputs of one group.
    where = {
        first: Index((Term(out, ours.size, members), Term(ours))),
        second: Index((Term(out, 1, 1, members),)),
    }
    rest = tuple(axis for axis in weight.dims[2:] if axis is not None)
    return x, AtenValue(
        reindexed(weight.tensor, where, (out, ours, *rest)), (out, ours, *weight.dims[2:])
    )


def _window(
    seen: AtenValue, weight: AtenValue, index: int, numbers: tuple[int, int, tuple[int, int]]
) -> tuple[AtenValue, AtenValue]:
    stride, dilation, pads = numbers
    low, high = (min(pad, 0) for pad in pads)
    if low or high:
        seen = padded(seen, index, (low, high), 0)
    pads = (max(pads[0], 0), max(pads[1], 0))
    if weight.dims[index] is None and stride == 1 and not any(pads):
        return seen, weight
    seen, weight = with_axis(seen, index), with_axis(weight, index)
    size = weight.shape[index]
    new = fresh((seen.shape[index] + sum(pads) - dilation * (size - 1) - 1) // stride + 1)
    kernel = weight.dims[index]
    assert kernel is not None  # noqa: S101 - it has an axis
    tensor = window(
        seen.tensor,
        seen.names([index]),
        kernel.name,
        size,
        stride=stride,
        dilation=dilation,
        pad=pads,
        name=new.name,
    )
    return settled(AtenValue(tensor, (*seen.dims[:index], new, *seen.dims[index + 1 :]))), weight
