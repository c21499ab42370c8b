"""Halide's expressions for the operations of the tree, with NumPy's answers for NaN and infinity.

Halide assumes that there are neither unless an expression is strict, and calls the C library for
functions that vectors need; so comparisons are strict, and the common functions of float32 are
polynomials here. Their coefficients are least-squares fits; tests compare with float64.
Narrow floats are computed as float32 and rounded where they are stored.
"""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.rules import FLOATS
from custom_compiler.autokernel.describe.tree import COMPARISONS, Constant, accumulator
from custom_compiler.autokernel.host.halide import halide
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from custom_compiler.autokernel.describe.tree import Binary

_LN2_HIGH, _LN2_LOW = 0.693359375, -2.12194440e-4  # the first has few bits: products are exact
_EXP = (0.4999999403953552, 0.1666651964187622, 0.04166839271783829, 0.008368780836462975,
        0.0013814466074109077)  # fmt: skip
_EXP_LOWEST, _EXP_HIGHEST = -87.5, 89.0
_LOG = (0.3333333134651184, -0.2500081956386566, 0.20001226663589478, -0.16623356938362122,
        0.14201758801937103, -0.13160185515880585, 0.12761570513248444,
        -0.0763448178768158)  # fmt: skip
_TANH = (
    (1.0, 0.12967634201049805, 0.0029731891117990017, 9.756757208378986e-06,
     -1.4303998874254376e-08, 2.2353082926307444e-11),
    (1.0, 0.46300944685935974, 0.02397666685283184, 0.0002354138414375484),
)  # fmt: skip
_TANH_HIGHEST = 8.2
_LONGEST_PRODUCT = 8  # powers above are the C library's
_ERF = (
    (1.1283791065216064, 0.19078409671783447, 0.052790313959121704, 0.003779615508392453,
     0.0002848077565431595, 2.041957714027376e-06),
    (1.0, 0.5024107098579407, 0.11425762623548508, 0.014997455291450024, 0.001165212132036686,
     3.800389094976708e-05),
)  # fmt: skip
_ERF_HIGHEST = 3.93


def storage_type(dtype: str) -> Any:
    """Return Halide's type of the elements of a tensor."""
    hl = halide()
    if dtype == "bool":
        return hl.Bool()
    if dtype == "bfloat16":
        return hl.UInt(16)  # its bits: Halide's own type is slow, and is said to be at each use
    digits = dtype.lstrip("abcdefghijklmnopqrstuvwxyz")
    kind = {"i": hl.Int, "u": hl.UInt, "f": hl.Float}[dtype[0]]
    return kind(int(digits))


def constant(value: float, dtype: str) -> Any:
    """Return a number of the type in which values of `dtype` are computed."""
    hl = halide()
    dtype = accumulator(dtype)
    if dtype in FLOATS:
        return hl.f32(value) if dtype == "float32" else hl.f64(value)
    return hl.cast(storage_type(dtype), hl.i64(int(value)))


def computed(value: Any, dtype: str) -> Any:
    """Convert an element that was read to the type of computations."""
    hl = halide()
    if dtype == "bfloat16":
        return hl.reinterpret(hl.Float(32), hl.cast(hl.UInt(32), value) << 16)
    return hl.cast(hl.Float(32), value) if dtype == "float16" else value


def stored(value: Any, dtype: str) -> Any:
    """Convert a value to the type of the stored element."""
    hl = halide()
    if dtype == "bfloat16":
        bits = hl.reinterpret(hl.UInt(32), value)
        rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16  # half to even
        quiet = (bits >> 16) | 0x40
        return hl.cast(hl.UInt(16), hl.select(hl.is_nan(value), quiet, rounded))
    return hl.cast(hl.Float(16), value) if dtype == "float16" else value


def cast(value: Any, source: str, target: str) -> Any:
    """Convert a value to another type."""
    hl = halide()
    if target == "bool":
        return _strict(value != constant(0, source))
    wide = hl.cast(storage_type(accumulator(target)), value)
    return computed(stored(wide, target), target)


def identity(operation: str, dtype: str) -> Any:
    """Return the initial value of a reduction."""
    if operation in {"sum", "product"}:
        return constant(operation == "product", dtype)
    lowest = operation == "max"
    if dtype in FLOATS:
        return constant(-math.inf if lowest else math.inf, dtype)
    kind = storage_type(dtype)
    return kind.min() if lowest else kind.max()


def accumulate(operation: str, so_far: Any, value: Any) -> Any:
    """Combine the intermediate result of a reduction with one more value; extremes ignore NaN."""
    hl = halide()
    if operation == "sum":
        return so_far + value
    if operation == "product":
        return so_far * value
    return hl.max(so_far, value) if operation == "max" else hl.min(so_far, value)


def extreme(operation: str, value: Any, other: Any, dtype: str) -> Any:
    """Return the larger or smaller value, or NaN if one is; Halide alone returns the second."""
    hl = halide()
    choose = hl.max if operation.startswith("max") else hl.min
    if dtype not in FLOATS:
        return choose(value, other)
    return hl.select(hl.is_nan(value), value, _strict(choose(value, other)))


def ordered(operation: str, value: Any, dtype: str) -> Any:
    """Return an integer with the order of the float, and with NaN as the extreme."""
    hl = halide()
    bits = hl.reinterpret(_bits(dtype), value)
    extreme = _bits(dtype).max() if operation == "max" else _bits(dtype).min()
    return hl.select(hl.is_nan(value), extreme, _mirrored(bits, dtype))


def unordered(key: Any, dtype: str) -> Any:
    """Return the float of an integer of `ordered`."""
    return halide().reinterpret(storage_type(accumulator(dtype)), _mirrored(key, dtype))


def _bits(dtype: str) -> Any:
    return halide().Int(64 if dtype == "float64" else 32)


def _mirrored(bits: Any, dtype: str) -> Any:
    """Convert bits of floats to integers of the same order, or back."""
    kind = _bits(dtype)
    return bits ^ ((bits >> (kind.bits() - 1)) & kind.max())


def unary(operation: str, value: Any, dtype: str) -> Any:
    """Return one of UNARY as an expression."""
    hl = halide()
    if operation == "not":
        return hl.logical_not(value)
    if operation == "is_nan":
        return hl.is_nan(value)
    if dtype not in FLOATS:
        return _integer(operation, value, dtype)
    wide = accumulator(dtype)
    if wide == "float32" and operation in _FLOAT32:
        return _FLOAT32[operation](value)
    if operation == "erf":
        raise MisuseError("erf of float64 has no host kernel", 'cast it: ak.cast(x, "float32")')
    if operation in _ANY_FLOAT:
        return _ANY_FLOAT[operation](value, lambda number: constant(number, wide))
    return getattr(hl, operation)(value)


def binary(node: Binary, left: Any, right: Any) -> Any:
    """Return one of BINARY or COMPARISONS as an expression."""
    operation, dtype = node.operation, node.left.dtype
    if operation in _OPERATORS:
        value = _OPERATORS[operation](left, right)
        # Halide takes x - x for 0, x / x for 1, and comparisons for those of numbers.
        return _strict(value) if operation in COMPARISONS or node.left == node.right else value
    hl = halide()
    if operation in {"maximum", "minimum"}:
        choose = hl.max if operation == "maximum" else hl.min
        if isinstance(node.left, Constant) and dtype in FLOATS:  # of NaN and a number the second
            return _strict(choose(left, right))
        if isinstance(node.right, Constant) and dtype in FLOATS:
            return _strict(choose(right, left))
        return extreme(operation, left, right, dtype)
    if operation == "power":
        return _power(node, left, right)
    quotient = hl.floor(left / right) if dtype in FLOATS else _floor_quotient(left, right, dtype)
    return quotient if operation == "floor_divide" else left - quotient * right


def _strict(value: Any) -> Any:
    return halide().strict_float(value)


def _integer(operation: str, value: Any, dtype: str) -> Any:
    hl = halide()
    zero, unit = constant(0, dtype), constant(1, dtype)
    if operation == "negate":
        return zero - value
    if operation == "absolute":
        return hl.cast(storage_type(dtype), hl.abs(value)) if dtype[0] == "i" else value
    if operation == "sign":
        below = hl.select(value < zero, zero - unit, zero) if dtype[0] == "i" else zero
        return hl.select(value > zero, unit, below)
    raise ValueError(f"{operation} of {dtype}")


def _floor_quotient(left: Any, right: Any, dtype: str) -> Any:
    """Return Python's quotient; Halide's leaves a remainder that is never negative."""
    hl = halide()
    quotient = left / right
    if dtype[0] == "u":
        return quotient
    zero, unit = constant(0, dtype), constant(1, dtype)
    return hl.select((right < zero) & (quotient * right != left), quotient - unit, quotient)


def _power(node: Binary, left: Any, right: Any) -> Any:
    hl = halide()
    dtype = node.left.dtype
    if isinstance(node.right, Constant):
        exponent = node.right.value
        if exponent in range(_LONGEST_PRODUCT + 1):
            return _repeated(left, int(exponent), dtype)
    wide = hl.pow(hl.cast(hl.Float(64), left), hl.cast(hl.Float(64), right))
    return hl.cast(storage_type(accumulator(dtype)), wide)


def _repeated(value: Any, times: int, dtype: str) -> Any:
    result = constant(1, dtype)
    for index, digit in enumerate(f"{times:b}" if times else ""):
        result = value if index == 0 else result * result
        if index > 0 and digit == "1":
            result = result * value
    return result


def _polynomial(value: Any, coefficients: Sequence[float]) -> Any:
    hl = halide()
    result = hl.f32(coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        result = result * value + hl.f32(coefficient)
    return result


def _exp(value: Any) -> Any:
    """Return `2^n * e^r`, r within half of ln 2; 0 where the result is about to be denormal."""
    hl = halide()
    # Of a number and NaN Halide takes the second.
    clamped = _strict(hl.max(hl.f32(_EXP_LOWEST), hl.min(hl.f32(_EXP_HIGHEST), value)))
    # n + 126, which is never negative: conversions round towards zero.
    exponent = hl.cast(hl.Int(32), clamped * hl.f32(1 / math.log(2)) + hl.f32(126.5))
    times = hl.cast(hl.Float(32), exponent - 126)
    rest = clamped - times * hl.f32(math.log(2))
    doubled = _polynomial(rest, [2 * each for each in (1.0, 1.0, *_EXP)])
    return doubled * hl.reinterpret(hl.Float(32), exponent << 23)  # 2^(n-1): 2^128 is no number


def _expm1(value: Any) -> Any:
    hl = halide()
    near = hl.abs(value) < hl.f32(0.34)
    small = value + value * value * _polynomial(value, _EXP)
    return hl.select(_strict(near), small, _exp(value) - hl.f32(1))


def _log(value: Any) -> Any:
    """Return `log m + e ln 2`, m within a factor root 2 of 1."""
    hl = halide()
    tiny = _strict(value < hl.f32(1.17549435e-38))
    scaled = hl.select(tiny, value * hl.f32(2.0**25), value)
    bits = hl.reinterpret(hl.Int(32), scaled) - 0x3F3504F3  # root 1/2
    exponent = bits >> 23
    mantissa = hl.reinterpret(hl.Float(32), (bits & 0x7FFFFF) + 0x3F3504F3)
    times = hl.cast(hl.Float(32), exponent - hl.select(tiny, 25, 0))
    rest = mantissa - hl.f32(1)
    square = rest * rest
    small = rest * square * _polynomial(rest, _LOG) + times * hl.f32(_LN2_LOW)
    result = small - square * hl.f32(0.5) + rest + times * hl.f32(_LN2_HIGH)
    return hl.select(
        _strict((value > hl.f32(0)) & (value < hl.f32(math.inf))),
        result,
        _strict(value == hl.f32(0)),
        hl.f32(-math.inf),
        _strict(value == hl.f32(math.inf)),
        value,
        hl.f32(math.nan),
    )


def _log1p(value: Any) -> Any:
    return _corrected_log1p(value, halide().f32, _log)


def _corrected_log1p(value: Any, number: Callable[[float], Any], log: Callable[[Any], Any]) -> Any:
    """Compute `log(1 + x)`, scaled by the part of x that the sum retained."""
    plus = _strict(value + number(1))
    exact = _strict(plus - number(1))
    corrected = log(plus) * _strict(value / exact)
    ordinary = _strict((plus != number(1)) & (value < number(math.inf)))
    return halide().select(ordinary, corrected, value)


def _corrected_expm1(value: Any, number: Callable[[float], Any]) -> Any:
    """Return `e^x - 1`, scaled by how much of x is in the logarithm of the power."""
    hl = halide()
    power = hl.exp(value)
    less = _strict(power - number(1))
    near = _strict(hl.abs(value) < number(0.5))
    corrected = hl.select(_strict(less == number(0)), value, less * (value / hl.log(power)))
    return hl.select(near, corrected, less)


def _rational(value: Any, highest: float, fit: tuple[Sequence[float], Sequence[float]]) -> Any:
    """Approximate an odd function that is 1 from `highest` on; NaN stays NaN."""
    hl = halide()
    # Of a number and NaN Halide takes the second.
    clamped = _strict(hl.max(hl.f32(-highest), hl.min(hl.f32(highest), value)))
    square = clamped * clamped
    return clamped * _polynomial(square, fit[0]) / _polynomial(square, fit[1])


def _tanh(value: Any) -> Any:
    return _rational(value, _TANH_HIGHEST, _TANH)


def _erf(value: Any) -> Any:
    return _rational(value, _ERF_HIGHEST, _ERF)


def _sign(value: Any, number: Any) -> Any:
    select = halide().select
    above, below = _strict(value > number(0)), _strict(value < number(0))
    return select(above, number(1), below, number(-1), value)


def _round(value: Any) -> Any:
    """Round half to even; large numbers have no fraction, and SSE2 rounds through integers."""
    hl = halide()
    return hl.select(_strict(hl.abs(value) < hl.f32(2.0**23)), hl.round(value), value)


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    # Halide's is that it is not larger, which NaN is not either.
    "less_equal": lambda left, right: (left < right) | (left == right),
    "and": operator.and_,
    "or": operator.or_,
}
_ANY_FLOAT: dict[str, Callable[[Any, Any], Any]] = {
    "negate": lambda value, number: value * number(-1),
    "absolute": lambda value, _: halide().abs(value),
    "sign": _sign,
    "rsqrt": lambda value, number: number(1) / halide().sqrt(value),
    "reciprocal": lambda value, number: number(1) / value,
    "expm1": _corrected_expm1,
    "log1p": lambda value, number: _corrected_log1p(value, number, halide().log),
}
_FLOAT32: dict[str, Callable[[Any], Any]] = {
    "round": _round,
    "exp": _exp,
    "expm1": _expm1,
    "log": _log,
    "log1p": _log1p,
    "tanh": _tanh,
    "erf": _erf,
}
