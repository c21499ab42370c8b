"""Convolutions of images, NCHW.

`pads` are those before both axes, then those after: top, left, bottom, right.
"""

from custom_compiler import autokernel as ak

FLOATS = ("float16", "bfloat16", "float32")
Pair = tuple[int, int]
Pads = tuple[int, int, int, int]


@ak.op(x="n c=groups*c_in h w", weight="o c_in kh kw", bias="o", dtypes=FLOATS)
def convolution(
    x: ak.Tensor,
    weight: ak.Tensor,
    bias: ak.Tensor,
    *,
    strides: Pair = (1, 1),
    pads: Pads = (0, 0, 0, 0),
    dilations: Pair = (1, 1),
    groups: int = 1,
    relu: bool = False,
) -> ak.Tensor:
    """Convolve each output channel with the input channels of its group."""
    if groups == 1:
        channels = ak.rename(x, c="c_in")
    else:
        channels = ak.split(x, "c", "group c_in", (groups, weight.size("c_in")))
        members = weight.size("o") // groups
        channels = ak.repeat(channels, "group", members, name="o", size=weight.size("o"))
    seen = _windows(channels, weight, strides, pads, dilations)
    result = ak.sum(ak.wide(seen) * ak.wide(weight), "c_in kh kw") + ak.wide(bias)
    return _output(result, x, relu=relu)


@ak.op(x="n c h w", weight="o c kh kw", bias="o", dtypes=FLOATS)
def im2col_convolution(
    x: ak.Tensor,
    weight: ak.Tensor,
    bias: ak.Tensor,
    *,
    strides: Pair = (1, 1),
    pads: Pads = (0, 0, 0, 0),
    dilations: Pair = (1, 1),
    relu: bool = False,
) -> ak.Tensor:
    """Convolve through a matrix product, after the windows are copied to a matrix."""
    seen = _windows(x, weight, strides, pads, dilations)
    columns = ak.merge(ak.transpose(seen, "n c kh kw h_out w_out"), "c kh kw", "k")
    rows = ak.merge(weight, "c kh kw", "k")
    result = ak.sum(ak.wide(ak.stage(columns)) * ak.wide(rows), "k") + ak.wide(bias)
    return _output(result, x, relu=relu)


@ak.op(x="n c h w", weight="c kh kw", bias="c", dtypes=FLOATS)
def depthwise_convolution(
    x: ak.Tensor,
    weight: ak.Tensor,
    bias: ak.Tensor,
    *,
    strides: Pair = (1, 1),
    pads: Pads = (0, 0, 0, 0),
    dilations: Pair = (1, 1),
    relu: bool = False,
) -> ak.Tensor:
    """Convolve each channel separately."""
    seen = _windows(x, weight, strides, pads, dilations)
    result = ak.sum(ak.wide(seen) * ak.wide(weight), "kh kw") + ak.wide(bias)
    axes = "n c h_out w_out"
    return ak.cast(ak.transpose(ak.relu(result) if relu else result, axes), x.dtype)


def _windows(
    x: ak.Tensor, weight: ak.Tensor, strides: Pair, pads: Pads, dilations: Pair
) -> ak.Tensor:
    seen = x
    for index, (axis, kernel) in enumerate((("h", "kh"), ("w", "kw"))):
        seen = ak.window(
            seen,
            axis,
            kernel,
            weight.size(kernel),
            stride=strides[index],
            dilation=dilations[index],
            pad=(pads[index], pads[index + 2]),
        )
    return seen


def _output(result: ak.Tensor, x: ak.Tensor, *, relu: bool) -> ak.Tensor:
    ordered = ak.transpose(ak.relu(result) if relu else result, "n o h_out w_out")
    return ak.cast(ordered, x.dtype)
