"""Pooling of images, NCHW. `pads`: top, left, bottom, right."""

from custom_compiler import autokernel as ak

FLOATS = ("float16", "bfloat16", "float32")
Pair = tuple[int, int]
Pads = tuple[int, int, int, int]


@ak.op(x="n c h w", dtypes=(*FLOATS, "int8", "uint8", "int32"))
def max_pool(
    x: ak.Tensor, *, kernel: Pair = (2, 2), strides: Pair = (2, 2), pads: Pads = (0, 0, 0, 0)
) -> ak.Tensor:
    """Return the maximum of each window; padding is below all numbers."""
    seen = _windows(x, kernel, strides, pads, ak.lowest(x.dtype))
    return ak.max(seen, "kh kw")


@ak.op(x="n c h w", dtypes=FLOATS)
def average_pool(
    x: ak.Tensor,
    *,
    kernel: Pair = (2, 2),
    strides: Pair = (2, 2),
    pads: Pads = (0, 0, 0, 0),
    count_pads: bool = False,
) -> ak.Tensor:
    """Return the mean of each window; padding counts as zeros only if `count_pads`."""
    total = ak.sum(ak.wide(_windows(x, kernel, strides, pads, 0)), "kh kw")
    if count_pads or not any(pads):
        return ak.cast(total / (kernel[0] * kernel[1]), x.dtype)
    rows = _elements(x, total, "h", (kernel[0], strides[0], pads[0]))
    columns = _elements(x, total, "w", (kernel[1], strides[1], pads[1]))
    return ak.cast(total / ak.cast(rows * columns, total.dtype), x.dtype)


def _windows(x: ak.Tensor, kernel: Pair, strides: Pair, pads: Pads, outside: float) -> ak.Tensor:
    seen = x
    for index, axis in enumerate("hw"):
        pad = (pads[index], pads[index + 2])
        if max(pad) >= kernel[index]:
            ak.fail(
                f"padding of {max(pad)} places around windows of {kernel[index]}",
                "give less, so that each window sees an element",
            )
        seen = ak.window(
            seen,
            axis,
            f"k{axis}",
            kernel[index],
            stride=strides[index],
            pad=pad,
            outside=outside,
        )
    return seen


def _elements(
    x: ak.Tensor, windows: ak.Tensor, axis: str, numbers: tuple[int, int, int]
) -> ak.Tensor:
    """Count the elements of each window along an axis."""
    kernel, stride, low = numbers
    first = ak.position(windows, f"{axis}_out") * stride - low
    return ak.minimum(first + kernel, ak.extent(x, axis)) - ak.maximum(first, 0)
