"""Operations place by place, constants, and changes of the element type."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe import language as ak
from custom_compiler.autokernel.describe.indexing import expand
from custom_compiler.autokernel.describe.tensor import Tensor, binary, unary
from custom_compiler.autokernel.importers.aten.calls import AtenCall, handles
from custom_compiler.autokernel.importers.aten.values import (
    AtenValue,
    aligned,
    as_type,
    dims_of,
    is_float,
    promoted,
    scalar,
)
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable

_UNARY = {
    "abs": "absolute",
    "bitwise_not": "not",
    "ceil": "ceil",
    "cos": "cos",
    "erf": "erf",
    "exp": "exp",
    "expm1": "expm1",
    "floor": "floor",
    "isnan": "is_nan",
    "log": "log",
    "log1p": "log1p",
    "logical_not": "not",
    "neg": "negate",
    "reciprocal": "reciprocal",
    "round": "round",
    "rsqrt": "rsqrt",
    "sin": "sin",
    "sqrt": "sqrt",
    "tanh": "tanh",
}
_BINARY = {
    "maximum": "maximum",
    "minimum": "minimum",
    "mul": "multiply",
    "remainder": "remainder",
}
_COMPARISONS = {
    "bitwise_and": "and",
    "bitwise_or": "or",
    "eq": "equal",
    "le": "less_equal",
    "logical_and": "and",
    "logical_or": "or",
    "lt": "less",
    "ne": "not_equal",
}
_MIRRORED = {"ge": "less_equal", "gt": "less"}
_SAME = ("alias", "clone", "detach", "lift_fresh_copy", "_to_copy", "contiguous", "copy")


@handles(*_UNARY)
def _unary(call: AtenCall) -> AtenValue:
    operand = call.value()
    if _UNARY[call.name] != "is_nan":
        operand = as_type(operand, call.dtype)
    return operand.like(unary(_UNARY[call.name], operand.tensor))


@handles("sign", "sgn")
def _sign(call: AtenCall) -> AtenValue:
    operand = call.value()
    sign = unary("sign", operand.tensor)
    if is_float(call.dtype):  # of NaN it is 0 here
        sign = ak.where(ak.isnan(operand.tensor), 0, sign)
    return operand.like(sign)


@handles(*_SAME)
def _same(call: AtenCall) -> AtenValue:
    return as_type(call.value("src" if call.name == "copy" else "self"), call.dtype)


@handles(*_BINARY)
def _binary(call: AtenCall) -> AtenValue:
    return _both(call, lambda left, right: binary(_BINARY[call.name], left, right))


@handles("add", "sub", "rsub")
def _sum(call: AtenCall) -> AtenValue:
    left, right = _operand(call, "self"), _operand(call, "other")
    if call.name == "rsub":
        left, right = right, left
    if call.get("alpha", 1) != 1:  # times the operand that is added or taken away
        right = right.like(right.tensor * _as_number(call["alpha"], call.dtype))
    tensors, dims = aligned(left, right)
    return AtenValue(binary("add" if call.name == "add" else "subtract", *tensors), dims)


@handles("div")
def _div(call: AtenCall) -> AtenValue:
    mode = call.get("rounding_mode")
    if mode == "trunc":
        raise MisuseError("aten.div towards zero has no form as a tree", "divide with floor")
    name = "floor_divide" if mode == "floor" else "divide"
    return _both(call, lambda left, right: binary(name, left, right))


@handles(*_COMPARISONS, *_MIRRORED)
def _compare(call: AtenCall) -> AtenValue:
    sides = [call["self"], call["other"]]
    tensors = [side.dtype for side in sides if isinstance(side, AtenValue)]
    dtype = promoted(*tensors)
    if any(isinstance(side, float) for side in sides) and not is_float(dtype):
        dtype = "float32"
    if "logical" in call.name:
        dtype = "bool"
    elif "bitwise" in call.name and dtype != "bool":
        raise MisuseError(f"aten.{call.name} of {dtype} has no form as a tree", "of bool it has")
    left, right = (_typed(side, dtype) for side in sides)
    if call.name in _MIRRORED:
        left, right = right, left
    operands, dims = aligned(left, right)
    return AtenValue(binary({**_COMPARISONS, **_MIRRORED}[call.name], *operands), dims)


@handles("pow")
def _pow(call: AtenCall) -> AtenValue:
    base, exponent = call["self"], call["exponent"]
    if isinstance(exponent, AtenValue) or not isinstance(base, AtenValue):
        left, right = (_typed(side, call.dtype) for side in (base, exponent))
        tensors, dims = aligned(left, right)
        return AtenValue(binary("power", *tensors), dims)
    value = as_type(base, call.dtype)
    return value.like(_to_the(value.tensor, exponent))


def _to_the(tensor: Tensor, exponent: float) -> Tensor:
    """Return small powers by products, halves by roots."""
    if exponent in {2, 3, 4}:
        square = tensor * tensor
        return {2: square, 3: square * tensor, 4: square * square}[int(exponent)]
    special: dict[float, Callable[[Tensor], Tensor]] = {
        1: lambda x: x,
        0.5: ak.sqrt,
        -0.5: ak.rsqrt,
        -1: ak.reciprocal,
    }
    return special[exponent](tensor) if exponent in special else tensor**exponent


@handles("clamp", "clamp_min", "clamp_max", "hardtanh")
def _clamp(call: AtenCall) -> AtenValue:
    result = _operand(call, "self")
    for names, operation in ((("min", "min_val"), "maximum"), (("max", "max_val"), "minimum")):
        bound = next((call[name] for name in names if call.get(name) is not None), None)
        if bound is not None:
            tensors, dims = aligned(result, _typed(bound, call.dtype))
            result = AtenValue(binary(operation, *tensors), dims)
    return result


@handles("relu")
def _relu(call: AtenCall) -> AtenValue:
    return call.value().like(ak.relu(call.value().tensor))


@handles("sigmoid")
def _sigmoid(call: AtenCall) -> AtenValue:
    operand = as_type(call.value(), call.dtype)
    return _wide(operand, ak.sigmoid)


@handles("gelu")
def _gelu(call: AtenCall) -> AtenValue:
    def exact(x: Tensor) -> Tensor:
        return 0.5 * x * (1 + ak.erf(x * (1 / math.sqrt(2))))

    def by_tanh(x: Tensor) -> Tensor:
        return 0.5 * x * (1 + ak.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * (x * x * x))))

    return _wide(call.value(), by_tanh if call["approximate"] == "tanh" else exact)


@handles("elu")
def _elu(call: AtenCall) -> AtenValue:
    alpha, scale, inner = call["alpha"], call["scale"], call["input_scale"]

    def elu(x: Tensor) -> Tensor:
        return ak.where(x > 0, x * scale, ak.expm1(x * inner) * (alpha * scale))

    return _wide(call.value(), elu)


@handles("leaky_relu")
def _leaky_relu(call: AtenCall) -> AtenValue:
    slope = call["negative_slope"]
    return _wide(call.value(), lambda x: ak.where(x > 0, x, x * slope))


@handles("where")
def _where(call: AtenCall) -> AtenValue:
    parts = [as_type(call.value("condition"), "bool")]
    parts += [_operand(call, "self"), _operand(call, "other")]
    (condition, chosen, other), dims = aligned(*parts)
    return AtenValue(ak.where(condition, chosen, other), dims)


@handles("scalar_tensor", "full", "full_like", "zeros", "zeros_like", "ones", "ones_like")
def _full(call: AtenCall) -> AtenValue:
    fill = next((call[name] for name in ("s", "fill_value") if name in call.arguments), None)
    value = float("ones" in call.name) if fill is None else fill
    return spread(scalar(_as_number(value, call.dtype), call.dtype), call.shape)


@handles("arange")
def _arange(call: AtenCall) -> AtenValue:
    dims = dims_of(call.shape)
    start, step = call.get("start", 0), call.get("step", 1)
    result = spread(scalar(_as_number(start, call.dtype), call.dtype), call.shape, dims)
    if dims[0] is None:
        return result
    number = ak.position(result.tensor, dims[0].name, call.dtype)
    return AtenValue(number * _as_number(step, call.dtype) + result.tensor, dims)


def spread(value: AtenValue, shape: tuple[int, ...], dims: Any = None) -> AtenValue:
    """Broadcast a number to a shape."""
    dims = dims or dims_of(shape)
    tensor = value.tensor
    for axis in reversed([axis for axis in dims if axis is not None]):
        tensor = expand(tensor, axis.name, axis.size)
    return AtenValue(tensor, dims)


def _both(call: AtenCall, function: Callable[[Tensor, Tensor], Tensor]) -> AtenValue:
    tensors, dims = aligned(_operand(call, "self"), _operand(call, "other"))
    return AtenValue(function(*tensors), dims)


def _operand(call: AtenCall, name: str) -> AtenValue:
    return _typed(call[name], call.dtype)


def _typed(operand: Any, dtype: str) -> AtenValue:
    if isinstance(operand, AtenValue):
        return as_type(operand, dtype)
    return scalar(_as_number(operand, dtype), dtype)


def _as_number(constant: Any, dtype: str) -> Any:
    if dtype == "bool":
        return bool(constant)
    return float(constant) if is_float(dtype) else int(constant)


def _wide(operand: AtenValue, function: Callable[[Tensor], Tensor]) -> AtenValue:
    """Apply a function in the type for sums: narrow floats as float32."""
    return as_type(operand.like(function(ak.wide(operand.tensor))), operand.dtype)
