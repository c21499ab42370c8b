"""Activations: functions of one element."""

from math import sqrt

from custom_compiler import autokernel as ak


@ak.op(x="...", dtypes=("float16", "bfloat16", "float32"))
def gelu(x: ak.Tensor) -> ak.Tensor:
    """The element times the normal distribution's share below it."""
    wide = ak.wide(x)
    return ak.cast(0.5 * wide * (1 + ak.erf(wide * (1 / sqrt(2)))), x.dtype)
