"""Products of matrices."""

from custom_compiler import autokernel as ak


@ak.op(a="m k", b="k n", dtypes=("float16", "bfloat16", "float32"))
def matmul(a: ak.Tensor, b: ak.Tensor) -> ak.Tensor:
    """The sum over k of rows of `a` times columns of `b`."""
    return ak.sum(a * b, "k")
