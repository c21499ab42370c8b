"""Types of the IR as C++ writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import IndexType, IntegerType, MemRefType, Signedness

from custom_compiler.asc.emit.errors import EmitError
from custom_compiler.asc.ir import types
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from xdsl.ir import Attribute

_FLOATS = {
    type(float_type): BY_NUMPY[name].kernel_type for name, float_type in types.FLOATS.items()
}
_BOOL_BITS = 1
_INT_BITS = 32


def cpp_type(type_: Attribute) -> str:  # noqa: PLR0911 - one answer per kind
    """Return the type of a variable that holds a value.

    Raises:
        EmitError: Ascend C has no such type.
    """
    if is_number(type_):
        return number_type(type_)
    if isinstance(type_, MemRefType):
        return f"__gm__ {cpp_type(type_.element_type)} *" if is_address(type_) else "auto"
    if isinstance(type_, types.LocalTensorType):
        return f"AscendC::LocalTensor<{cpp_type(type_.element_type)}>"
    if isinstance(type_, types.GlobalTensorType):
        return f"AscendC::GlobalTensor<{cpp_type(type_.element_type)}>"
    if isinstance(type_, types.PyStructType):
        return type_.struct_name.data
    if isinstance(type_, types.QueueType | types.QueBindType | types.TBufType | types.TBufPoolType):
        return _of_positions(type_)
    return class_type(type_)


def is_number(type_: Attribute) -> bool:
    """Return whether values of the type are numbers: a literal can stand for them."""
    return isinstance(type_, IntegerType | IndexType) or type(type_) in _FLOATS


def is_float(type_: Attribute) -> bool:
    """Return whether values of the type are numbers with a fraction."""
    return type(type_) in _FLOATS


def is_bool(type_: Attribute) -> bool:
    """Return whether it is the type of truth values."""
    return isinstance(type_, IntegerType) and type_.width.data == _BOOL_BITS


def is_address(type_: Attribute) -> bool:
    """Return whether it is an address in global memory, not an array of the function."""
    space = type_.memory_space if isinstance(type_, MemRefType) else None
    return getattr(getattr(space, "value", None), "data", None) == types.GLOBAL_MEMORY


def number_type(type_: Attribute) -> str:
    """Return the type of a number."""
    if isinstance(type_, IntegerType):
        bits = type_.width.data
        if bits == _BOOL_BITS:
            return "bool"
        sign = "u" if type_.signedness.data is Signedness.UNSIGNED else ""
        return f"{sign}int{bits}_t"
    return "int32_t" if isinstance(type_, IndexType) else _FLOATS[type(type_)]  # type: ignore[index]


def unsigned_type(type_: Attribute) -> str:
    """Return the unsigned type with as many bits as an integer type; leave others unmodified."""
    name = number_type(type_)
    return f"u{name}" if name.startswith("int") else name


def is_promoted(type_: Attribute) -> bool:
    """Return whether C++ computes with numbers of the type in a wider one."""
    return isinstance(type_, IntegerType) and _BOOL_BITS < type_.width.data < _INT_BITS


def position(keyword: str) -> str:
    """Return the name in Ascend C of a position of the IR, such as `vecin`."""
    return f"AscendC::TPosition::{keyword.upper()}"


def class_type(type_: Attribute) -> str:
    """Return the Ascend C class of a type without parameters, such as `!ascendc.pipe`."""
    mnemonic = type_.name.removeprefix("ascendc.")
    if mnemonic == type_.name:
        message = f"no type of Ascend C: {type_}"
        raise EmitError(message)
    return _CLASSES.get(mnemonic) or f"AscendC::{_camel(mnemonic)}"


_CLASSES = {"pipe": "AscendC::TPipe", "matrix_offset": "MatrixOffset"}


def _camel(text: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in text.split("_"))


def _of_positions(
    type_: types.QueueType | types.QueBindType | types.TBufType | types.TBufPoolType,
) -> str:
    template = {"queue": "TQue", "que_bind": "TQueBind", "tbuf": "TBuf", "tbuf_pool": "TBufPool"}
    name = template[type_.name.removeprefix("ascendc.")]
    words = [
        position(str(word.data)) if isinstance(word.data, str) else str(word.data)
        for word in type_.words
    ]
    return f"AscendC::{name}<{', '.join(words)}>"
