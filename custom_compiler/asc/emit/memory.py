"""Arrays, structures, addresses, and C++ as the user wrote it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, StringAttr

from custom_compiler.asc.emit import expressions as cpp
from custom_compiler.asc.emit.errors import EmitError
from custom_compiler.asc.emit.expressions import CppExpression, binary, cast
from custom_compiler.asc.emit.types import (
    cpp_type,
    is_address,
    is_bool,
    is_float,
    is_number,
    number_type,
    unsigned_type,
)
from custom_compiler.asc.ir import types
from custom_compiler.asc.table.tilings import TILINGS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xdsl.ir import Attribute, Operation, SSAValue

    from custom_compiler.asc.emit.function import FunctionWriter

COPY_STRUCT = """\
template <typename T, uint32_t kBytes = sizeof(T)>
__aicore__ inline T CopyFromGlobal(GM_ADDR from) {
    using Unit = std::conditional_t<alignof(T) % sizeof(uint32_t) == 0, uint32_t, uint8_t>;
    T copy;
    auto units = reinterpret_cast<Unit *>(&copy);
    auto source = reinterpret_cast<__gm__ Unit *>(from);
    for (uint32_t i = 0; i < kBytes / sizeof(Unit); ++i) {
        units[i] = source[i];
    }
    return copy;
}"""

_PLACE = re.compile(r"\$(\d+)")


def structs(values: Iterable[SSAValue]) -> list[types.PyStructType]:
    """Return the user structures of values and pointers, inner ones first, each once.

    Raises:
        EmitError: two of them have one name.
    """
    structs_by_name: dict[str, types.PyStructType] = {}

    def add(type_: object) -> None:
        inner = getattr(type_, "element_type", type_)
        if not isinstance(inner, types.PyStructType) or _is_of_cann(inner):
            return
        for field in inner.field_types:
            add(field)
        if structs_by_name.setdefault(inner.struct_name.data, inner) != inner:
            message = f"two structures with different fields are called {inner.struct_name.data}"
            raise EmitError(message, "give one of the classes another name")

    for value in values:
        add(value.type)
    return list(structs_by_name.values())


def _is_of_cann(type_: types.PyStructType) -> bool:
    name = type_.struct_name.data
    return "::" in name or any(name == tiling.cpp for tiling in TILINGS)


def alloca(to: FunctionWriter, operation: Operation) -> None:
    """Declare an array on the stack."""
    assert isinstance(operation, memref.AllocaOp)
    array = operation.memref
    assert isinstance(array.type, MemRefType)
    lengths = "".join(f"[{length}]" for length in array.type.get_shape())
    name = to.new_name(array, "array")
    to.line(f"{cpp_type(array.type.element_type)} {name}{lengths or '[1]'};")
    to.bind(array, CppExpression(name))


def load(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Return an element of an array."""
    array, *indices = operation.operands
    return _element(to.value(array), [to.value(index) for index in indices])


def store(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Set an element of an array."""
    value, array, *indices = operation.operands
    element = _element(to.value(array), [to.value(index) for index in indices])
    return CppExpression(f"{element.text} = {to.value(value).text}", 0)


def _element(array: CppExpression, indices: list[CppExpression]) -> CppExpression:
    brackets = "".join(f"[{index.text}]" for index in indices) or "[0]"
    reads = array.reads.union(*(index.reads for index in indices))
    return CppExpression(array.within(cpp.POSTFIX) + brackets, cpp.POSTFIX, reads)


def offset(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Return an address with an element offset."""
    base = to.value(operation.operands[0])
    static = operation.attributes.get("staticOffset")
    if static is not None:
        number = CppExpression(str(_integer(static)))
        return base if number.text == "0" else binary(base, "+", number, cpp.SUM)
    return binary(base, "+", to.value(operation.operands[1]), cpp.SUM)


def member(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Return a field of a structure."""
    base = to.value(operation.operands[0])
    text = f"{base.within(cpp.POSTFIX)}.{_text(operation, 'field')}"
    return CppExpression(text, cpp.POSTFIX, base.reads)


def set_member(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Set a field of a structure."""
    base = to.value(operation.operands[0]).within(cpp.POSTFIX)
    value = to.value(operation.operands[1]).text
    return CppExpression(f"{base}.{_text(operation, 'field')} = {value}", 0)


def copy_struct(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Copy a structure from global memory."""
    (source,) = operation.operands
    struct_type = operation.results[0].type
    assert isinstance(struct_type, types.PyStructType)
    # CANN's tilings may have fields after those that Python has; each is four bytes long.
    sizes = [
        4 * len(tiling.fields) for tiling in TILINGS if tiling.cpp == struct_type.struct_name.data
    ]
    size = f", {sizes[0]}" if sizes else ""
    text = f"CopyFromGlobal<{cpp_type(struct_type)}{size}>({to.value(source).text})"
    return CppExpression(text, cpp.POSTFIX)


def convert(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Convert a number or address; arith numbers have no sign, so their conversion is left out."""
    (source,) = operation.operands
    target = operation.results[0].type
    expression = to.value(source)
    if is_address(target):
        text = f"reinterpret_cast<{cpp_type(target)}>({expression.text})"
        return CppExpression(text, cpp.POSTFIX, expression.reads)
    if is_bool(target) and is_number(source.type):
        return binary(expression, "!=", CppExpression("0"), cpp.EQUAL)
    if is_number(source.type) and number_type(target) == unsigned_type(source.type):
        return to.unsigned(source)
    name = number_type(target)
    if is_float(target) and number_type(source.type).startswith("uint"):
        return cpp.unsigned_to_float(name, expression)
    if name.startswith("uint") and is_float(source.type):
        return cpp.float_to_unsigned(name, expression)
    return cast(name, expression)


def named_constant(to: FunctionWriter, operation: Operation) -> CppExpression:  # noqa: ARG001
    """Return a constant of Ascend C."""
    type_ = cpp_type(operation.results[0].type)
    return cast(type_, CppExpression(f"AscendC::{_text(operation, 'name', 'value', 'property')}"))


def verbatim(to: FunctionWriter, operation: Operation) -> None:
    """Write the user's C++ unmodified."""
    for line in filled(to, operation).splitlines() or [""]:
        to.line(line)


def filled(to: FunctionWriter, operation: Operation) -> str:
    """Return the user's text with its operands, which count from `$0`, filled in."""
    if not operation.operands:
        return _text(operation, "value")

    def operand(match: re.Match[str]) -> str:
        number = int(match[1])
        if number >= len(operation.operands):
            message = f"inline: there is no argument {match[0]}, only {len(operation.operands)}"
            raise EmitError(message, "count from $0, and pass what is used in args")
        return to.value(operation.operands[number]).text

    return _PLACE.sub(operand, _text(operation, "value"))


def variable(to: FunctionWriter, operation: Operation) -> None:
    """Declare a structure on the stack."""
    (result,) = operation.results
    name = to.new_name(result, "variable")
    to.line(f"{cpp_type(result.type)} {name}{{}};")
    to.bind(result, CppExpression(name))


def _integer(attribute: Attribute) -> int:
    return int(attribute.value.data)  # type: ignore[attr-defined]


def _text(operation: Operation, *names: str) -> str:
    for name in names:
        attribute = operation.attributes.get(name)
        if isinstance(attribute, StringAttr):
            return attribute.data
    message = f"{operation.name} lacks its text {names[0]}"
    raise EmitError(message)
