"""Products of matrices."""

from custom_compiler import autokernel as ak

FLOATS = ("float16", "bfloat16", "float32")


@ak.op(a="m k", b="k n", dtypes=FLOATS)
def matmul(a: ak.Tensor, b: ak.Tensor) -> ak.Tensor:
    """Multiply rows of `a` and columns of `b`."""
    return ak.sum(a * b, "k")


@ak.op(a="... m k", b="... k n", dtypes=FLOATS)
def batch_matmul(a: ak.Tensor, b: ak.Tensor) -> ak.Tensor:
    """Multiply matrices at each position of the leading dimensions."""
    return ak.sum(a * b, "k")


@ak.op(a="m k", b="k n", c="m n", dtypes=FLOATS)
def gemm(
    a: ak.Tensor, b: ak.Tensor, c: ak.Tensor, alpha: float = 1.0, beta: float = 1.0
) -> ak.Tensor:
    """Compute `alpha * a @ b + beta * c`, rounded once."""
    product = ak.sum(ak.wide(a) * ak.wide(b), "k")
    return ak.cast(alpha * product + beta * ak.wide(c), a.dtype)


@ak.op(x="... k", weight="n k", bias="n", dtypes=FLOATS)
def fully_connected(
    x: ak.Tensor, weight: ak.Tensor, bias: ak.Tensor, *, relu: bool = False
) -> ak.Tensor:
    """Multiply each row by the rows of the weights, and add the bias; rounded once."""
    result = ak.sum(ak.wide(x) * ak.wide(weight), "k") + ak.wide(bias)
    return ak.cast(ak.relu(result) if relu else result, x.dtype)
