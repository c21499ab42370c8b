"""Tensors with their elements in another order."""

from custom_compiler import autokernel as ak

ANY = ("float16", "bfloat16", "float32", "int8", "uint8", "int16", "int32", "int64")


@ak.op(x="... rows columns", dtypes=ANY)
def transpose(x: ak.Tensor) -> ak.Tensor:
    """Exchange the last two axes."""
    return ak.transpose(x, "... columns rows")


@ak.op(x="n c h w", dtypes=ANY)
def to_channels_last(x: ak.Tensor) -> ak.Tensor:
    """Convert NCHW to NHWC."""
    return ak.transpose(x, "n h w c")
