"""Softmax of the last axis."""

from custom_compiler import autokernel as ak


@ak.op(x="... columns", dtypes=("float16", "bfloat16", "float32"))
def softmax(x: ak.Tensor) -> ak.Tensor:
    """Exponentials over their sum; the largest is subtracted, so none overflows."""
    wide = ak.wide(x)
    power = ak.exp(wide - ak.max(wide, "columns"))
    return ak.cast(power / ak.sum(power, "columns"), x.dtype)
