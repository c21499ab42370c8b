"""Objects of Ascend C: how they are declared and made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import IntegerAttr, StringAttr

from custom_compiler.asc import table
from custom_compiler.asc.emit.errors import EmitError
from custom_compiler.asc.emit.expressions import POSTFIX, CppExpression
from custom_compiler.asc.emit.literals import format_literal
from custom_compiler.asc.emit.template import element_type, fill, member_text
from custom_compiler.asc.emit.types import cpp_type
from custom_compiler.asc.ir.operations import TableOperation
from custom_compiler.asc.ir.types import GlobalTensorType, LocalTensorType

if TYPE_CHECKING:
    from xdsl.ir import Operation

    from custom_compiler.asc.emit.function import FunctionWriter


def declared(to: FunctionWriter, operation: Operation) -> None:
    """Declare an object without arguments: `AscendC::TPipe pipe;`."""
    (result,) = operation.results
    to.declare(result, None, result.type.name.rpartition(".")[2])


def view(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Return the rest of a tensor from an element on."""
    tensor, index = (to.value(operand) for operand in operation.operands)
    text = f"{tensor.within(POSTFIX)}[{index.text}]"
    return CppExpression(text, POSTFIX, tensor.reads | index.reads)


def placed(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Return a local tensor at a byte address, for which CANN 8.1 has no constructor."""
    (result,) = operation.results
    address, size = (to.value(operand).text for operand in operation.operands)
    position = member_text("TPosition", _number(operation, "pos"))
    call = f"GetAbsAddr<{position}, {element_type(result)}>({address}, {size})"
    return CppExpression(f"GetTPipePtr()->{call}", POSTFIX)


def allocator(to: FunctionWriter, operation: Operation) -> None:
    """Hand out memory from its first byte on; CANN 8.1 has no class for that."""
    (result,) = operation.results
    name = to.new_name(result, "allocator")
    to.line(f"uint32_t {name} = 0;")
    to.bind(result, CppExpression(name, reads=frozenset((name,))))


def allocated(to: FunctionWriter, operation: Operation) -> None:
    """Allocate the next tensor of an allocator; each begins at a block of 32 bytes."""
    free, size = (to.value(operand).text for operand in operation.operands)
    (result,) = operation.results
    position = member_text("TPosition", _number(operation, "pos"))
    type_ = element_type(result)
    address = f"GetTPipePtr()->GetAbsAddr<{position}, {type_}>({free}, {size})"
    to.declare(result, CppExpression(address), "tensor")
    to.line(f"{free} += ({size} * sizeof({type_}) + 31) / 32 * 32;")


def current_address(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Return the first free byte of an allocator."""
    return to.value(operation.operands[0])


def constructed(to: FunctionWriter, operation: Operation) -> CppExpression | None:
    """Return a structure of parameters with its fields in braces."""
    assert isinstance(operation, TableOperation)
    (result,) = operation.results
    row = table.ir_struct(result.type.name.removeprefix("ascendc."))
    form = operation.overload()
    assert form is not None
    type_ = row.cpp
    if "{T}" in type_ + form.emit:
        element = _elements_of(operation)
        type_ = type_.replace("{T}", element)
        form = form._replace(emit=form.emit.replace("{T}", element))
    fields = fill(to, form, dict(operation.segments()), operation.attributes)
    if to.is_folded(operation):
        return CppExpression(f"{type_}{{{fields.text}}}", POSTFIX, fields.reads)
    name = to.new_name(result, "params")
    constant = "constexpr static " if row.constant else ""
    to.line(f"{constant}{type_} {name}{{{fields.text}}};")
    to.bind(result, CppExpression(name))
    return None


def printed(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Return the call of printf, with the format as C reads it, whatever is in it."""
    form = operation.attributes.get("desc")
    if not isinstance(form, StringAttr):
        message = "printf lacks its format"
        raise EmitError(message)
    values = [to.argument(operand).text for operand in operation.operands]
    return CppExpression(f"AscendC::printf({', '.join((format_literal(form.data), *values))})")


def nothing(to: FunctionWriter, operation: Operation) -> None:
    """Write nothing."""


def _number(operation: Operation, name: str, otherwise: int | None = None) -> int:
    attribute = operation.attributes.get(name)
    if isinstance(attribute, IntegerAttr):
        return attribute.value.data
    if otherwise is None:
        message = f"{operation.name} lacks {name}"
        raise EmitError(message)
    return otherwise


def _elements_of(operation: Operation) -> str:
    """Return the element type of a structure: its attribute, or that of the first user with one."""
    stated = operation.attributes.get("dtype")
    if stated is not None:
        return cpp_type(stated)
    (tensor,) = operation.results
    for use in tensor.uses:
        if use.operation.name == "ascendc.construct":
            return _elements_of(use.operation)
        for operand in use.operation.operands:
            if isinstance(operand.type, LocalTensorType | GlobalTensorType):
                return element_type(operand)
    message = f"nothing says the element type of a {tensor.type}"
    raise EmitError(message, "pass it to an operation on tensors")
