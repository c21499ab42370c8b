"""Numbers at run time, arrays of them, and text of C++."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.asc.ir import builder
from custom_compiler.asc.language.dtypes import DataType, KnownTypes
from custom_compiler.asc.language.objects import Object
from custom_compiler.asc.language.values import RuntimeValue, Scalar, describe, is_number, to_scalar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdsl.ir import SSAValue

    from custom_compiler.asc.language.values import Number

# Constants of Ascend C that `asc.property` reads, and their types.
PROPERTIES = {
    "DEFAULT_C0_SIZE": KnownTypes.int32,
    "ONE_BLK_SIZE": KnownTypes.int16,
    "TOTAL_L0C_SIZE": KnownTypes.int32,
    "TOTAL_L1_SIZE": KnownTypes.int32,
}


def number(value: Number, dtype: DataType) -> Scalar:
    """Return a number at run time, of a chosen type."""
    builder.current("asc.number")
    return to_scalar(value, dtype)


def property(name: str) -> Scalar:  # noqa: A001 - CANN's name
    """Return a constant of Ascend C: `asc.property(asc.ONE_BLK_SIZE)`.

    Raises:
        ValueError: there is none of that name.
    """
    from custom_compiler.asc.ir import types

    current = builder.current("asc.property")
    dtype = PROPERTIES.get(name)
    if dtype is None:
        message = f"asc.property: no constant {name!r}; there are {' '.join(PROPERTIES)}"
        raise ValueError(message)
    attributes = {"name": types.text(name)}
    value = current.value("emitasc.property", (), types.element(dtype.name), attributes)
    return Scalar(value, dtype)


def ceildiv(left: Number, right: Number) -> Number:
    """Return the quotient of non-negative numbers, rounded up."""
    if isinstance(left, Scalar):
        return left.ceildiv(right)
    if isinstance(right, Scalar):
        return to_scalar(left, right.dtype).ceildiv(right)
    return -(-left // right)


def inline(code: str, args: Sequence[object] | None = None, before_function: bool = False) -> None:  # noqa: FBT001, FBT002 - CANN's signature
    """Insert C++ into the kernel.

    Args:
        code: the text; `$0`, `$1`, ... stand for the arguments.
        args: values of the kernel, or numbers.
        before_function: put it before the kernel, at file level.
    """
    from custom_compiler.asc.ir import types

    current = builder.current("asc.inline")
    values = [to_scalar(a) if is_number(a) else a for a in args or ()]
    for value in values:
        if not isinstance(value, RuntimeValue):
            message = f"asc.inline: an argument is a value of the kernel, not {describe(value)}"
            raise TypeError(message)
    attributes = {"value": types.text(code)}
    operands = [value.handle for value in values if isinstance(value, RuntimeValue)]
    if before_function:
        with current.inside(current.module.body.block):
            current.create("emitasc.verbatim", operands, (), attributes)
    else:
        current.create("emitasc.verbatim", operands, (), attributes)


class array(Object):  # noqa: N801 - CANN's name
    """An array on the kernel's stack.

    Args:
        dtype: type of its elements.
        values: its length, or its values.
        fill_value: what it holds at first, where a length is given; otherwise it is not set.
    """

    def __init__(
        self, dtype: DataType, values: int | Sequence[Number], fill_value: Number | None = None
    ) -> None:
        from custom_compiler.asc.ir import types

        current = builder.current("asc.array")
        has_values = isinstance(values, (list, tuple))
        if not has_values and not (is_number(values) and int(values) > 0):
            message = f"asc.array: a length is an int above 0 that is known, not {describe(values)}"
            raise TypeError(message)
        if has_values and fill_value is not None:
            message = "asc.array: fill_value is for arrays that are given a length"
            raise TypeError(message)
        self.dtype = dtype
        self.length = len(values) if has_values else int(values)  # type: ignore[arg-type]
        self.handle = current.alloca(types.array(dtype.name, self.length))
        first = values if has_values else [fill_value] * self.length
        for position, value in enumerate(first):  # type: ignore[arg-type]
            if value is not None:
                self[position] = value

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: Number) -> Scalar:
        current = builder.current("asc.array")
        return Scalar(current.load(self.handle, self._index(index)), self.dtype)

    def __setitem__(self, index: Number, value: Number) -> None:
        stored = to_scalar(value, self.dtype).handle
        builder.current("asc.array").store(stored, self.handle, self._index(index))

    def _index(self, index: Number) -> SSAValue:
        if is_number(index):
            if not -self.length <= index < self.length:
                message = f"index {index} is outside an array of {self.length}"
                raise IndexError(message)
            index = index % self.length
        return to_scalar(index).handle
