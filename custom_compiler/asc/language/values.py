"""Run-time values: a value of the IR with the behaviour of a Python object."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, TypeGuard, cast

from custom_compiler.asc.ir import builder
from custom_compiler.asc.language.dtypes import DataType, KnownTypes, default_dtype, promoted

if TYPE_CHECKING:
    from xdsl.ir import SSAValue

    from custom_compiler.asc.ir.construction import Builder


class RuntimeValue:
    """Something of the IR. `handle` is its value there."""

    handle: SSAValue

    def __bool__(self) -> bool:
        message = (
            f"a {describe(self)} is not known while the kernel is traced; a function of Python that"
            " depends on it needs @asc.jit"
        )
        raise TypeError(message)


class Scalar(RuntimeValue):
    """A number at run time.

    Arithmetic gives the type of the run-time operand, of the left one if both are; the other is
    converted to it. Integers divide as in C, towards zero.
    """

    def __init__(self, handle: SSAValue, dtype: DataType) -> None:
        self.handle = handle
        self.dtype = dtype

    def cast(self, dtype: DataType) -> Scalar:
        """Convert the number to another type as C does (bool tests that it is not 0)."""
        handle = builder.current("cast").cast(self.handle, self.dtype.name, dtype.name)
        return Scalar(handle, dtype)

    def ceildiv(self, other: Number) -> Scalar:
        """Return the quotient of non-negative numbers, rounded up."""
        return (self + (to_scalar(other, self.dtype) - 1)) // other

    def __add__(self, other: Number) -> Scalar:
        return arithmetic("+", self, other)

    def __radd__(self, other: Number) -> Scalar:
        return arithmetic("+", other, self)

    def __sub__(self, other: Number) -> Scalar:
        return arithmetic("-", self, other)

    def __rsub__(self, other: Number) -> Scalar:
        return arithmetic("-", other, self)

    def __mul__(self, other: Number) -> Scalar:
        return arithmetic("*", self, other)

    def __rmul__(self, other: Number) -> Scalar:
        return arithmetic("*", other, self)

    def __truediv__(self, other: Number) -> Scalar:
        return arithmetic("/", self, other)

    def __rtruediv__(self, other: Number) -> Scalar:
        return arithmetic("/", other, self)

    def __floordiv__(self, other: Number) -> Scalar:
        return arithmetic("/", self, other)

    def __rfloordiv__(self, other: Number) -> Scalar:
        return arithmetic("/", other, self)

    def __mod__(self, other: Number) -> Scalar:
        return arithmetic("%", self, other)

    def __rmod__(self, other: Number) -> Scalar:
        return arithmetic("%", other, self)

    def __lshift__(self, other: Number) -> Scalar:
        return arithmetic("<<", self, other)

    def __rlshift__(self, other: Number) -> Scalar:
        return arithmetic("<<", other, self)

    def __rshift__(self, other: Number) -> Scalar:
        return arithmetic(">>", self, other)

    def __rrshift__(self, other: Number) -> Scalar:
        return arithmetic(">>", other, self)

    def __and__(self, other: Number) -> Scalar:
        return arithmetic("&", self, other)

    def __rand__(self, other: Number) -> Scalar:
        return arithmetic("&", other, self)

    def __or__(self, other: Number) -> Scalar:
        return arithmetic("|", self, other)

    def __ror__(self, other: Number) -> Scalar:
        return arithmetic("|", other, self)

    def __xor__(self, other: Number) -> Scalar:
        return arithmetic("^", self, other)

    def __rxor__(self, other: Number) -> Scalar:
        return arithmetic("^", other, self)

    def __eq__(self, other: object) -> Scalar:  # type: ignore[override]
        return compare("==", self, other)

    def __ne__(self, other: object) -> Scalar:  # type: ignore[override]
        return compare("!=", self, other)

    def __lt__(self, other: object) -> Scalar:
        return compare("<", self, other)

    def __le__(self, other: object) -> Scalar:
        return compare("<=", self, other)

    def __gt__(self, other: object) -> Scalar:
        return compare(">", self, other)

    def __ge__(self, other: object) -> Scalar:
        return compare(">=", self, other)

    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> Scalar:
        if not self.dtype.is_float:
            return arithmetic("-", 0, self)
        return Scalar(builder.current("-").negative(self.handle), self.dtype)

    def __pos__(self) -> Scalar:
        return self

    def __invert__(self) -> Scalar:
        if self.dtype.is_float:
            _reject("~", self)
        ones = -1 if not self.dtype.is_unsigned else (1 << 8 * self.dtype.sizeof()) - 1
        return arithmetic("^", self, ones)

    def __abs__(self) -> Scalar:
        return choose(self < 0, -self, self)

    def __pow__(self, other: object) -> NoReturn:
        message = "** is not for run-time values; multiply, or compute it before the launch"
        raise NotImplementedError(message)

    __rpow__ = __pow__

    def __index__(self) -> NoReturn:
        message = (
            f"a run-time {self.dtype} where Python needs a number that is known when the kernel is"
            " compiled; give it as asc.ConstExpr"
        )
        raise TypeError(message)

    def __repr__(self) -> str:
        return f"<run-time {self.dtype}>"


Number = Scalar | int | float


def is_number(value: object) -> TypeGuard[int | float]:
    """Return whether it is a number of Python."""
    return isinstance(value, (int, float))


def describe(value: object) -> str:
    """Describe a value for messages: `run-time int32`, `int`, `LocalTensor of float16`."""
    if isinstance(value, Scalar):
        return f"run-time {value.dtype}"
    name = type(value).__name__
    dtype = getattr(value, "dtype", None) if isinstance(value, RuntimeValue) else None
    return f"{name} of {dtype}" if dtype is not None else name


def to_scalar(value: Number, dtype: DataType | None = None) -> Scalar:
    """Return a number at run time, of the given type.

    Args:
        value: a Python number, which becomes a constant, or one of the kernel, which is converted.
        dtype: its type; by default that of a run-time number, or Python's usual one.

    Raises:
        OverflowError: an integer that the type does not hold.
    """
    if isinstance(value, Scalar):
        return value if dtype in {None, value.dtype} else value.cast(dtype)
    dtype = dtype or default_dtype(value)
    if not dtype.holds(value):
        message = f"{value} does not fit {dtype}"
        raise OverflowError(message)
    handle = builder.current("number").constant(value, dtype.name)
    return Scalar(handle, dtype)


def arithmetic(symbol: str, left: object, right: object) -> Scalar:
    """Return `left <symbol> right`, at least one of them at run time."""
    runtime = left if isinstance(left, Scalar) else right
    if not isinstance(runtime, Scalar) or not (_is_operand(left) and _is_operand(right)):
        return cast("Scalar", NotImplemented)
    dtype = _result_type(symbol, runtime, right if runtime is left else left)
    if dtype.is_float and symbol in {"%", "<<", ">>", "&", "|", "^"}:
        _reject(symbol, runtime)
    operands = [_converted(operand, dtype) for operand in (left, right)]
    handle = _builder().arithmetic(symbol, operands[0].handle, operands[1].handle, dtype.name)
    return Scalar(handle, dtype)


def compare(symbol: str, left: object, right: object) -> Scalar:
    """Return whether `left <symbol> right`, in the type that holds the numbers of both."""
    if not (_is_operand(left) and _is_operand(right)):
        return cast("Scalar", NotImplemented)
    types = [x.dtype if isinstance(x, Scalar) else None for x in (left, right)]
    dtypes = [dtype for dtype in types if dtype is not None]
    if len(dtypes) == 2:  # noqa: PLR2004 - both operands
        dtype = promoted(*dtypes)
    else:
        constant = right if isinstance(left, Scalar) else left
        dtype = _type_for(dtypes[0], constant)
    operands = [to_scalar(operand, dtype) for operand in (left, right)]  # type: ignore[arg-type]
    handle = _builder().compare(symbol, operands[0].handle, operands[1].handle, dtype.name)
    return Scalar(handle, KnownTypes.bool_)


def choose(condition: Number, left: Number, right: Number) -> Scalar:
    """Return `left` where the condition holds, else `right`; both are computed."""
    types = [x.dtype if isinstance(x, Scalar) else default_dtype(x) for x in (left, right)]
    dtype = promoted(*types)
    test = to_scalar(condition, KnownTypes.bool_).handle
    first, second = to_scalar(left, dtype).handle, to_scalar(right, dtype).handle
    return Scalar(_builder().select(test, first, second), dtype)


def warn(message: str) -> None:
    """Warn of what the traced line of the kernel does."""
    import warnings

    file, line = _builder().file_and_line()
    warnings.warn_explicit(message, UserWarning, file, line)


def _builder() -> Builder:
    return builder.current("arithmetic")


def _is_operand(value: object) -> bool:
    return isinstance(value, (Scalar, int, float))


def _result_type(symbol: str, runtime: Scalar, other: object) -> DataType:
    """Return the run-time (left) operand's type; bools count as int32 except in bit operations."""
    dtype = runtime.dtype
    if dtype != KnownTypes.bool_:
        return dtype
    is_bool = isinstance(other, bool) or (
        isinstance(other, Scalar) and other.dtype == KnownTypes.bool_
    )
    if is_bool:
        return dtype if symbol in {"&", "|", "^"} else KnownTypes.int32
    return other.dtype if isinstance(other, Scalar) else default_dtype(other)  # type: ignore[arg-type]


def _type_for(dtype: DataType, constant: object) -> DataType:
    """Return the type in which a run-time number of `dtype` is compared with a Python number."""
    if isinstance(constant, float) and not dtype.is_float:
        return KnownTypes.float32
    if dtype == KnownTypes.bool_ and isinstance(constant, bool):
        return dtype
    if dtype.is_float or (dtype.holds(constant) and dtype != KnownTypes.bool_):  # type: ignore[arg-type]
        return dtype
    return promoted(dtype, default_dtype(constant))  # type: ignore[arg-type]


def _converted(operand: object, dtype: DataType) -> Scalar:
    """Convert an operand of arithmetic to the type of its result."""
    if isinstance(operand, float) and not dtype.is_float and not operand.is_integer():
        warn(f"{operand} becomes {int(operand)}: the run-time operand is {dtype}; cast it")
    return to_scalar(operand, dtype)  # type: ignore[arg-type]


def _reject(symbol: str, value: Scalar) -> NoReturn:
    message = f"{symbol} is for integers, not for {describe(value)}"
    raise TypeError(message)
