"""The parameters of a kernel while it is traced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from custom_compiler.asc.language.dtypes import DataType
    from custom_compiler.asc.language.records import Struct


class ScalarArgument(NamedTuple):
    """A number, by value. A bool travels as int8."""

    dtype: DataType


class PointerArgument(NamedTuple):
    """An address in global memory, of elements of this type."""

    dtype: DataType


class StructArgument(NamedTuple):
    """A structure: the address of its bytes in global memory."""

    struct: type[Struct]


class ReferenceArgument(NamedTuple):
    """A structure that the caller of the kernel's function has."""

    struct: type[Struct]


class ConstantArgument(NamedTuple):
    """A value that is known when the kernel is compiled: no parameter of the compiled kernel."""

    value: object


class TupleArgument(NamedTuple):
    """Several arguments under one name: a tuple in the function, parameters of the compiled kernel.

    `names` are what these are called; `kind` is the class of a named tuple.
    """

    names: tuple[str, ...]
    items: tuple[ScalarArgument | PointerArgument | StructArgument, ...]
    kind: type[tuple[Any, ...]] | None = None


Argument = (
    ScalarArgument
    | PointerArgument
    | StructArgument
    | ReferenceArgument
    | ConstantArgument
    | TupleArgument
)
