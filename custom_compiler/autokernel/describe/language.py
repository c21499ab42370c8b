"""Operations of descriptions on values: elementwise operations, selection, casts and reductions."""

from __future__ import annotations

from functools import partial

from custom_compiler.autokernel.describe.rules import FLOATS
from custom_compiler.autokernel.describe.sizes import Size, combine
from custom_compiler.autokernel.describe.tensor import (
    Number,
    Operand,
    Tensor,
    alike,
    binary,
    cast,
    number,
    together,
    unary,
)
from custom_compiler.autokernel.describe.trace import checked, fail
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Extent,
    Position,
    Reduce,
    Select,
    accumulator,
)

__all__ = [
    "argmax",
    "argmin",
    "cast",
    "ceil",
    "clip",
    "cos",
    "erf",
    "exp",
    "expm1",
    "extent",
    "fail",
    "floor",
    "full",
    "isnan",
    "log",
    "log1p",
    "max",
    "maximum",
    "mean",
    "min",
    "minimum",
    "position",
    "prod",
    "reciprocal",
    "reduce",
    "relu",
    "round",
    "rsqrt",
    "sigmoid",
    "sign",
    "sin",
    "sqrt",
    "sum",
    "tanh",
    "transpose",
    "where",
    "wide",
]

exp = partial(unary, "exp")
expm1 = partial(unary, "expm1")
log = partial(unary, "log")
log1p = partial(unary, "log1p")
sqrt = partial(unary, "sqrt")
rsqrt = partial(unary, "rsqrt")
reciprocal = partial(unary, "reciprocal")
sin = partial(unary, "sin")
cos = partial(unary, "cos")
tanh = partial(unary, "tanh")
erf = partial(unary, "erf")
floor = partial(unary, "floor")
ceil = partial(unary, "ceil")
round = partial(unary, "round")  # noqa: A001 - as NumPy has it
sign = partial(unary, "sign")
isnan = partial(unary, "is_nan")
maximum = partial(binary, "maximum")
minimum = partial(binary, "minimum")


def where(condition: Operand, chosen: Operand, other: Operand) -> Tensor:
    """Return `chosen` where the condition holds, else `other`."""
    if not isinstance(condition, Tensor):
        condition = number(condition, "bool")
    yes, no = alike(chosen, other)
    axes = together(condition, yes, no)
    return Tensor(axes, checked(Select(condition.node, yes.node, no.node)))


def clip(operand: Tensor, low: Operand, high: Operand) -> Tensor:
    """Return the nearest number from `low` to `high`; NaN stays NaN."""
    return minimum(maximum(operand, low), high)


def relu(operand: Tensor) -> Tensor:
    """Return positive elements, and 0 for others."""
    return maximum(operand, 0)


def sigmoid(operand: Tensor) -> Tensor:
    """Return the logistic function; the infinite exponential of small numbers correctly gives 0."""
    return 1 / (1 + exp(-operand))


def wide(operand: Tensor) -> Tensor:
    """Cast to the element type for sums: float16 and bfloat16 to float32."""
    return cast(operand, accumulator(operand.dtype))


def full(value: Number, dtype: str) -> Tensor:
    """Return a number as a tensor without axes."""
    return number(value, dtype)


def position(operand: Tensor, axis: str, dtype: str = "int32") -> Tensor:
    """Return the position on an axis of a tensor, from 0."""
    own_axis = operand.axis(axis)
    return Tensor((own_axis,), checked(Position(own_axis, dtype)))


def extent(operand: Tensor, axes: str, dtype: str = "int32") -> Tensor:
    """Return the number of positions on axes of a tensor, as a number of this type."""
    size: Size = 1
    for axis in _axes(operand, axes):
        size = combine("*", size, axis.size)
    if isinstance(size, int):
        return number(size, dtype)
    return Tensor((), checked(Extent(size, dtype)))


def reduce(operation: str, operand: Tensor, axes: str) -> Tensor:
    """Reduce the axes of these names, such as "c kh kw", with one of tree.REDUCTIONS.

    Raises:
        MisuseError: The tensor has no such axis, or it is bound twice.
    """
    bound = _axes(operand, axes)
    remaining = tuple(axis for axis in operand.axes if axis not in bound)
    return Tensor(remaining, checked(Reduce(operation, bound, operand.node)))


sum = partial(reduce, "sum")  # noqa: A001 - as NumPy has it
prod = partial(reduce, "product")
max = partial(reduce, "max")  # noqa: A001 - as NumPy has it
min = partial(reduce, "min")  # noqa: A001 - as NumPy has it
argmax = partial(reduce, "arg_max")
argmin = partial(reduce, "arg_min")


def mean(operand: Tensor, axes: str) -> Tensor:
    """Return the mean over axes, computed in float32 for narrower elements."""
    if operand.dtype not in FLOATS:
        fail(f"mean is not for {operand.dtype}", 'cast it: ak.cast(x, "float32")')
    total = reduce("sum", wide(operand), axes)
    return cast(total / extent(operand, axes, total.dtype), operand.dtype)


def transpose(operand: Tensor, axes: str) -> Tensor:
    """Return the tensor with its axes in this order, such as "n c h w"."""
    ordered = _axes(operand, axes)
    missing = [axis.name for axis in operand.axes if axis not in ordered]
    if missing:
        fail(f"transpose leaves out axis {missing[0]!r}", "name all axes of the tensor")
    return Tensor(ordered, operand.node)


def _axes(operand: Tensor, names: str) -> tuple[Axis, ...]:
    axes = tuple(operand.axis(name) for name in names.split())
    twice = [axis.name for axis in axes if axes.count(axis) > 1]
    if twice:
        fail(f"axis {twice[0]!r} is named twice", "name each axis once")
    return axes
