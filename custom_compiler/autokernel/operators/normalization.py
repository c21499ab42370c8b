"""Normalizations of rows and of channels."""

from custom_compiler import autokernel as ak

FLOATS = ("float16", "bfloat16", "float32")


@ak.op(x="... columns", dtypes=FLOATS)
def softmax(x: ak.Tensor) -> ak.Tensor:
    """Divide exponentials by their sum; the largest is subtracted, so none overflows."""
    wide = ak.wide(x)
    power = ak.exp(wide - ak.max(wide, "columns"))
    return ak.cast(power / ak.sum(power, "columns"), x.dtype)


@ak.op(x="... columns", weight="columns", bias="columns", dtypes=FLOATS)
def layer_norm(
    x: ak.Tensor, weight: ak.Tensor, bias: ak.Tensor, epsilon: float = 1e-5
) -> ak.Tensor:
    """Normalize rows to mean 0 and variance 1, then scale and shift them."""
    wide = ak.wide(x)
    centered = wide - ak.mean(wide, "columns")
    variance = ak.mean(centered * centered, "columns")
    result = centered * ak.rsqrt(variance + epsilon) * ak.wide(weight) + ak.wide(bias)
    return ak.cast(result, x.dtype)


@ak.op(x="... columns", weight="columns", dtypes=FLOATS)
def rms_norm(x: ak.Tensor, weight: ak.Tensor, epsilon: float = 1e-6) -> ak.Tensor:
    """Normalize rows to a mean square of 1, then scale them."""
    wide = ak.wide(x)
    square = ak.mean(wide * wide, "columns")
    return ak.cast(wide * ak.rsqrt(square + epsilon) * ak.wide(weight), x.dtype)


@ak.op(x="n c h w", scale="c", dtypes=FLOATS)
def normalize(x: ak.Tensor, scale: ak.Tensor, epsilon: float = 1e-12) -> ak.Tensor:
    """Scale the channels of each pixel to a sum of squares of 1, then by `scale`; 0 stays 0."""
    wide = ak.wide(x)
    length = ak.maximum(ak.sqrt(ak.sum(wide * wide, "c")), epsilon)
    return ak.cast(wide / length * ak.wide(scale), x.dtype)
