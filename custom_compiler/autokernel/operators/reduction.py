"""Reductions of the last axis."""

from custom_compiler import autokernel as ak

FLOATS = ("float16", "bfloat16", "float32")


@ak.op(x="... columns", dtypes=(*FLOATS, "int32", "int64"))
def reduce_sum(x: ak.Tensor) -> ak.Tensor:
    """Return the sum of each row."""
    return ak.sum(x, "columns")


@ak.op(x="... columns", dtypes=FLOATS)
def reduce_mean(x: ak.Tensor) -> ak.Tensor:
    """Return the mean of each row."""
    return ak.mean(x, "columns")


@ak.op(x="... columns", dtypes=(*FLOATS, "int32", "int64"))
def reduce_max(x: ak.Tensor) -> ak.Tensor:
    """Return the maximum of each row; NaN if the row contains one."""
    return ak.max(x, "columns")


@ak.op(x="... columns", dtypes=(*FLOATS, "int32", "int64"))
def reduce_min(x: ak.Tensor) -> ak.Tensor:
    """Return the minimum of each row; NaN if the row contains one."""
    return ak.min(x, "columns")


@ak.op(x="... columns", dtypes=(*FLOATS, "int32", "int64"))
def reduce_prod(x: ak.Tensor) -> ak.Tensor:
    """Return the product of each row."""
    return ak.prod(x, "columns")


@ak.op(x="... columns", dtypes=(*FLOATS, "int32"))
def arg_max(x: ak.Tensor) -> ak.Tensor:
    """Return the first position of each row's maximum, or of a NaN."""
    return ak.argmax(x, "columns")
