"""Objects of CANN's host libraries: tiling structures, and what computes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import IntegerAttr, IntegerType, StringAttr

from custom_compiler.asc.emit import expressions as cpp
from custom_compiler.asc.emit import memory
from custom_compiler.asc.emit.expressions import CppExpression
from custom_compiler.asc.emit.module import RULES
from custom_compiler.asc.emit.types import cpp_type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xdsl.ir import Operation

    from custom_compiler.asc.emit.function import FunctionWriter, Rule

PLACE = "place"
"""The attribute of a structure's variable that says where it is, if it is no variable."""

_FAILURE = "return ge::GRAPH_FAILED;"
_INT_BITS = 32


def _variable(to: FunctionWriter, operation: Operation) -> None:
    """Declare an object or structure of CANN's host classes."""
    (result,) = operation.results
    location, arguments = operation.attributes.get(PLACE), operation.attributes.get("arguments")
    if isinstance(location, StringAttr):
        to.bind(result, CppExpression(location.data, cpp.POSTFIX))
        return
    name = to.new_name(result, "variable")
    if isinstance(arguments, StringAttr):
        to.line(f"{cpp_type(result.type)} {name}({arguments.data});")
    else:
        to.line(f"optiling::{cpp_type(result.type)} {name};")
    to.bind(result, CppExpression(name))


def _member(to: FunctionWriter, operation: Operation) -> CppExpression:
    base = to.value(operation.operands[0]).within(cpp.POSTFIX)
    return CppExpression(f"{base}.get_{_field(operation)}()", cpp.POSTFIX)


def _set_member(to: FunctionWriter, operation: Operation) -> CppExpression:
    base, value = (to.value(operand) for operand in operation.operands)
    return CppExpression(f"{base.within(cpp.POSTFIX)}.set_{_field(operation)}({value.text})", 0)


def _field(operation: Operation) -> str:
    name = operation.attributes["field"]
    assert isinstance(name, StringAttr)
    return name.data


def _call(to: FunctionWriter, operation: Operation) -> CppExpression | None:
    """Call a method of an object; numbers that do not fit int32 end the function with an error."""
    wide = [
        to.value(operand).text
        for operand in operation.operands[1:]
        if isinstance(operand.type, IntegerType) and operand.type.width.data > _INT_BITS
    ]
    if wide:
        _fail_if(to, " || ".join(f"!Fits<int32_t>({text})" for text in dict.fromkeys(wide)))
    expression = CppExpression(memory.filled(to, operation), cpp.POSTFIX)
    required = operation.attributes["required"]
    assert isinstance(required, IntegerAttr)
    if not required.value.data or operation.results[0].first_use:
        return expression
    _fail_if(to, f"{expression.text} == -1")
    return None


def _fail_if(to: FunctionWriter, condition: str) -> None:
    with to.block(f"if ({condition})"):
        to.line(_FAILURE)


HOST_RULES: Mapping[str, Rule] = {
    **RULES,
    "emitasc.host_call": _call,
    "emitasc.member": _member,
    "emitasc.set_member": _set_member,
    "emitasc.variable": _variable,
}
