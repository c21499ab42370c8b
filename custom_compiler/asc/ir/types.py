"""Types of the dialects `ascendc` and `emitasc`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    Signedness,
    StringAttr,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdsl.parser import AttrParser
    from xdsl.printer import Printer

GLOBAL_MEMORY = 22
FLOATS = {
    "float16": Float16Type(),
    "bfloat16": BFloat16Type(),
    "float32": Float32Type(),
    "float64": Float64Type(),
}


@dataclass(frozen=True, init=False)  # its parameters are what its kinds are compared by
class _TensorType(ParametrizedAttribute, TypeAttribute):
    """A tensor of one type, of unknown shape (`*`) or with lengths (`?`: known at run time)."""

    shape: Attribute = param_def()  # noqa: RUF009 - a field of xDSL
    element_type: Attribute = param_def()  # noqa: RUF009 - a field of xDSL

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            if not isinstance(self.shape, ArrayAttr):
                printer.print_string("*x")
            else:
                for length in cast("ArrayAttr[IntAttr]", self.shape):
                    is_static = length.data != DYNAMIC_INDEX
                    printer.print_string(f"{length.data if is_static else '?'}x")
            printer.print_attribute(self.element_type)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            shape, element = parser.parse_shape()
        return (_shape(shape), element)


@irdl_attr_definition
class LocalTensorType(_TensorType):
    """A tensor in a core's own memory."""

    name = "ascendc.local_tensor"


@irdl_attr_definition
class GlobalTensorType(_TensorType):
    """A tensor in global memory."""

    name = "ascendc.global_tensor"


@dataclass(frozen=True, init=False)  # its parameters are what its kinds are compared by
class _Words(ParametrizedAttribute, TypeAttribute):
    """A type whose parameters are words and numbers, `<vecin, 2>`."""

    words: ArrayAttr[StringAttr | IntAttr] = param_def()  # noqa: RUF009 - a field of xDSL

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(", ".join(str(word.data) for word in self.words))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        words = parser.parse_comma_separated_list(parser.Delimiter.ANGLE, lambda: _word(parser))
        return (ArrayAttr(words),)

    @property
    def position(self) -> str:
        """The keyword of its (first) position, `vecin`."""
        return str(self.words.data[0].data)


@irdl_attr_definition
class QueueType(_Words):
    """TQue: position and depth."""

    name = "ascendc.queue"


@irdl_attr_definition
class QueBindType(_Words):
    """TQueBind: positions of source and destination, depth."""

    name = "ascendc.que_bind"


@irdl_attr_definition
class TBufType(_Words):
    """TBuf: position."""

    name = "ascendc.tbuf"


@irdl_attr_definition
class TBufPoolType(_Words):
    """TBufPool: position and number of buffers."""

    name = "ascendc.tbuf_pool"


@irdl_attr_definition
class MatmulObjectType(_Words):
    """Matmul: position, format, element type, transposed and layout of each matrix, the policy."""

    name = "ascendc.matmul"


@irdl_attr_definition
class PyStructType(ParametrizedAttribute, TypeAttribute):
    """A structure that the user declares: its name, types and names of its fields."""

    name = "emitasc.py_struct"
    struct_name: StringAttr = param_def()  # type: ignore[assignment]
    field_types: ArrayAttr[Attribute] = param_def()
    field_names: ArrayAttr[StringAttr] = param_def()


@cache
def plain(mnemonic: str) -> ParametrizedAttribute:
    """Return the type `!ascendc.<mnemonic>`, which has no parameters."""
    definition = type(
        "".join(part.title() for part in mnemonic.split("_")) + "Type",
        (ParametrizedAttribute, TypeAttribute),
        {"name": f"ascendc.{mnemonic}", "__module__": __name__},
    )
    attribute: ParametrizedAttribute = irdl_attr_definition(definition)()
    return attribute


@cache
def element(dtype: str) -> Attribute:
    """Return the type of elements that Python calls `dtype` (`int32`, `bool`, `bfloat16`)."""
    if dtype in FLOATS:
        return FLOATS[dtype]
    if dtype == "bool":
        return IntegerType(1)
    unsigned = dtype.startswith("uint")
    bits = int(dtype.removeprefix("u").removeprefix("int"))
    return IntegerType(bits, Signedness.UNSIGNED if unsigned else Signedness.SIGNLESS)


@cache
def dtype_name(type_: Attribute) -> str:
    """Return the name in Python of a type of numbers; the inverse of `element`."""
    for name, float_type in FLOATS.items():
        if type_ == float_type:
            return name
    if not isinstance(type_, IntegerType):
        message = f"not a type of numbers: {type_}"
        raise TypeError(message)
    if type_.width.data == 1:
        return "bool"
    sign = "u" if type_.signedness.data is Signedness.UNSIGNED else ""
    return f"{sign}int{type_.width.data}"


@cache
def pointer(element_type: Attribute) -> Attribute:
    """Return the type of an address in global memory."""
    space = IntegerAttr(GLOBAL_MEMORY, IntegerType(64))
    return MemRefType(element_type, (DYNAMIC_INDEX,), memory_space=space)


@cache
def array(dtype: str, length: int) -> Attribute:
    """Return the type of an array on the stack."""
    return MemRefType(element(dtype), (length,))


@cache
def local_tensor(dtype: str, shape: tuple[int, ...] | None = None) -> LocalTensorType:
    """Return a local tensor's type; lengths in elements, -1: known at run time."""
    return LocalTensorType(_shape(_dynamic(shape)), element(dtype))


@cache
def global_tensor(dtype: str) -> GlobalTensorType:
    """Return a global tensor's type."""
    return GlobalTensorType(NoneAttr(), element(dtype))


@cache
def words(mnemonic: str, *parameters: str | int) -> Attribute:
    """Return the type of a queue, buffer, pool or matmul: `words("queue", "vecin", 2)`."""
    definition = {
        kind.name.removeprefix("ascendc."): kind
        for kind in (QueueType, QueBindType, TBufType, TBufPoolType, MatmulObjectType)
    }[mnemonic]
    return definition(
        ArrayAttr([StringAttr(p) if isinstance(p, str) else IntAttr(p) for p in parameters])
    )


def py_struct(name: str, fields: Sequence[tuple[str, Attribute]]) -> PyStructType:
    """Return the type of a structure, from the names (in C++) and types of its fields."""
    names = ArrayAttr([StringAttr(field) for field, _ in fields])
    return PyStructType(StringAttr(name), ArrayAttr([kind for _, kind in fields]), names)


def _dynamic(shape: tuple[int, ...] | None) -> Sequence[int] | None:
    return None if shape is None else [DYNAMIC_INDEX if n < 0 else n for n in shape]


def _shape(shape: Sequence[int] | None) -> ArrayAttr[IntAttr] | NoneAttr:
    return NoneAttr() if shape is None else ArrayAttr([IntAttr(n) for n in shape])


def _word(parser: AttrParser) -> StringAttr | IntAttr:
    number = parser.parse_optional_integer(allow_boolean=False)
    return StringAttr(parser.parse_identifier()) if number is None else IntAttr(number)


def number(value: int) -> IntegerAttr[IntegerType]:
    """Return an attribute with a number or the member of an enumeration."""
    return IntegerAttr(value, IntegerType(32))


def text(value: str) -> StringAttr:
    """Return an attribute with text."""
    return StringAttr(value)


def flag(*, value: bool) -> IntegerAttr[IntegerType]:
    """Return an attribute that is true or false."""
    return IntegerAttr(int(value), IntegerType(1))
