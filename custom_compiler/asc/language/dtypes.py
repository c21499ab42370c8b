"""Types of elements and numbers."""

from __future__ import annotations

from typing import Union

from custom_compiler.support.element_types import BY_NUMPY

_SIZES = {"void": 0} | {
    row.numpy: row.size for row in BY_NUMPY.values() if "complex" not in row.numpy
}
# How table and Ascend C call them.
_KINDS = {row.short: row.numpy for row in BY_NUMPY.values() if row.numpy in _SIZES}


Real = Union[int, float]  # noqa: UP007 - a name for what `float` alone does not say to mypy


class DataType:
    """A type of elements and numbers; `asc.float16` and the others are the instances."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        if name not in _SIZES:
            message = f"no data type is called {name!r}; there are {' '.join(_SIZES)}"
            raise ValueError(message)
        self.name = name

    def sizeof(self) -> int:
        """Return the bytes of an element."""
        return _SIZES[self.name]

    @property
    def is_integer(self) -> bool:
        """Return whether it is an integer (a bool is none)."""
        return "int" in self.name

    @property
    def is_float(self) -> bool:
        """Return whether it is a floating-point number."""
        return "float" in self.name

    @property
    def is_unsigned(self) -> bool:
        """Return whether it is an unsigned integer."""
        return self.name.startswith("u")

    def holds(self, value: Real) -> bool:
        """Return whether a number of Python is in its range."""
        if not self.is_integer:
            return True
        bits = 8 * self.sizeof()
        low, high = (0, 1 << bits) if self.is_unsigned else (-1 << (bits - 1), 1 << (bits - 1))
        return low <= int(value) < high

    def keeps(self, value: Real) -> bool:
        """Return whether a number of Python stays what it is as this type; floats are rounded."""
        if self == KnownTypes.bool_ or isinstance(value, bool):
            return self == KnownTypes.bool_ and isinstance(value, bool)
        return self.is_float or (not isinstance(value, float) and self.holds(value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DataType) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return DataType, (self.name,)


class KnownTypes:
    """The types by name."""

    void = DataType("void")
    int1 = bit = bool_ = DataType("bool")
    int8 = DataType("int8")
    int16 = DataType("int16")
    int32 = int_ = DataType("int32")
    int64 = DataType("int64")
    uint8 = DataType("uint8")
    uint16 = DataType("uint16")
    uint32 = DataType("uint32")
    uint64 = DataType("uint64")
    float16 = half = DataType("float16")
    bfloat16 = DataType("bfloat16")
    float32 = float_ = DataType("float32")
    float64 = double = DataType("float64")


def dtype_of_kind(kind: str) -> DataType | None:
    """Return the type that the table calls `i32`, `u8`, `b`, or None if `kind` is no number."""
    name = _KINDS.get(kind)
    return None if name is None else DataType(name)


def default_dtype(value: Real) -> DataType:
    """Return the default type of a Python number: int32 (int64 beyond it), float32, bool.

    Raises:
        OverflowError: an integer beyond int64.
    """
    if isinstance(value, bool):
        return KnownTypes.bool_
    if isinstance(value, float):
        return KnownTypes.float32
    for dtype in (KnownTypes.int32, KnownTypes.int64):
        if dtype.holds(value):
            return dtype
    message = f"{value} fits neither int32 nor int64"
    raise OverflowError(message)


def promoted(left: DataType, right: DataType) -> DataType:
    """Return the type that holds the numbers of both: a float before integers, then the wider."""
    if left == right:
        return left
    if left.is_float != right.is_float:
        return left if left.is_float else right
    if left.sizeof() != right.sizeof():
        return left if left.sizeof() > right.sizeof() else right
    if KnownTypes.bool_ in {left, right}:
        return right if left == KnownTypes.bool_ else left
    if {left, right} == {KnownTypes.float16, KnownTypes.bfloat16}:
        return KnownTypes.float32
    return left if left.is_unsigned else right
