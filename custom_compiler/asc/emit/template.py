"""Calls of Ascend C as the table's rows write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import IntegerAttr, MemRefType, StringAttr, UnitAttr
from xdsl.ir import Attribute, Operation, SSAValue, TypeAttribute

from custom_compiler.asc import table
from custom_compiler.asc.emit.errors import EmitError
from custom_compiler.asc.emit.expressions import ATOM, POSTFIX, CppExpression
from custom_compiler.asc.emit.literals import format_literal, integer_literal, string_literal
from custom_compiler.asc.emit.types import cpp_type
from custom_compiler.asc.ir.operations import TableOperation, is_attribute
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from custom_compiler.asc.emit.function import FunctionWriter
    from custom_compiler.asc.table.model import Overload, OverloadParameter

    Values = dict[str, tuple[SSAValue, ...]]

_PLACE = re.compile(r"\{(?P<comma>, )?(?P<name>\w+)(?:\.(?P<part>\w+))?\}")
# Kinds whose C++ parameters have the types of tensors: the numbers must have exactly theirs.
_EXACT = re.compile(r"num\(\w+\)|any")
_FORMATS = {"printf"}
_NO_MASK = "AscendC::MASK_PLACEHOLDER"
_LIST_TYPES = {"mask": "uint64_t"} | {row.short: row.kernel_type for row in BY_NUMPY.values()}


def from_row(to: FunctionWriter, operation: Operation) -> CppExpression | None:
    """Write the call in the row of an operation; several results are variables that it fills.

    Raises:
        EmitError: there is no row, or it has no text.
    """
    row = operation.row if isinstance(operation, TableOperation) else None
    if row is None or not row[1].emit:
        message = f"the emitter does not know {operation.name}"
        raise EmitError(message)
    assert isinstance(operation, TableOperation)
    values = dict(operation.segments())
    if "{result}" not in row[1].emit:
        return fill(to, row[1], values, operation.attributes)
    names = [to.declare(result, None, row[0].name) for result in operation.results]
    form = row[1]._replace(emit=row[1].emit.replace("{result}", ", ".join(names)))
    to.line(f"{fill(to, form, values, operation.attributes).text};")
    return None


def fill(
    to: FunctionWriter, form: Overload, values: Values, attributes: dict[str, Attribute]
) -> CppExpression:
    """Return the text of an overload with its placeholders filled."""
    filling = _Filling(to, form, values, attributes)
    text = _PLACE.sub(filling.replacement, form.emit)
    rank = POSTFIX if text[-1:] in {")", "]", ""} else 0
    return CppExpression(text, rank, frozenset(filling.reads))


class _Filling:
    """The places of one call."""

    def __init__(
        self, to: FunctionWriter, form: Overload, values: Values, attributes: dict[str, Attribute]
    ) -> None:
        self._to = to
        self._form = form
        self._parameters = {p.name: p for p in form.parameters}
        self._values = values
        self._attributes = attributes
        self.reads: set[str] = set()

    def replacement(self, match: re.Match[str]) -> str:
        """Return the text for `{name}`, `{name.part}` or `{, name}`."""
        name, part = match["name"], match["part"]
        if part == "T":
            return self._element_type(name)
        if part == "length":
            return str(self._length(name))
        text = self._text(name)
        return (match["comma"] or "") + text if text else ""

    def _text(self, name: str) -> str:
        if name == "self":
            return self._use(self._to.value(self._values["self"][0]), POSTFIX)
        parameter = self._parameters[name]
        if is_attribute(parameter):
            attribute = self._attributes.get(attribute_name(name))
            return "" if attribute is None else attribute_text(attribute, parameter, self._form.ir)
        values = self._values.get(name, ())
        if is_list(parameter) and len(values) and not self._is_single_mask(parameter):
            return self._array(parameter, values)
        return self._number(parameter, values[0]) if values else ""

    def _is_single_mask(self, parameter: OverloadParameter) -> bool:
        return "mask" in parameter.kinds and self._length(parameter.name) == 1

    def _number(self, parameter: OverloadParameter, value: SSAValue) -> str:
        exact = any(_EXACT.fullmatch(kind) for kind in parameter.kinds)
        expression = self._to.argument(value) if exact else self._to.value(value)
        text = self._use(expression, 0)
        # A bare 0 is a pointer, too, and masks may be pointers.
        return _NO_MASK if parameter.kinds[0] == "mask" and text == "0" else text

    def _use(self, expression: CppExpression, rank: int) -> str:
        self.reads |= expression.reads
        return expression.within(rank)

    def _array(self, parameter: OverloadParameter, values: tuple[SSAValue, ...]) -> str:
        """Write a local array with the values of a list before the call, and return its name."""
        type_ = _element_kind(parameter) or cpp_type(values[0].type)
        name = self._to.names.new(parameter.name)
        texts = ", ".join(self._element(value, type_) for value in values)
        self._to.line(f"{type_} {name}[{len(values)}] = {{{texts}}};")
        return name

    def _element(self, value: SSAValue, type_: str) -> str:
        """Return a value for a braced list, where C++ allows no implicit narrowing."""
        expression = self._to.value(value)
        fits = expression.text.isdigit() or (
            expression.rank == ATOM and cpp_type(value.type) == type_
        )
        return expression.text if fits else f"static_cast<{type_}>({expression.text})"

    def _length(self, name: str) -> int:
        values = self._values.get(name, ())
        if len(values) == 1 and isinstance(values[0].type, MemRefType):
            return values[0].type.get_shape()[0]
        return len(values)

    def _element_type(self, name: str) -> str:
        attribute = self._attributes.get(attribute_name(name))
        if isinstance(attribute, TypeAttribute):
            return cpp_type(attribute)
        values = self._values.get(name, ())
        if not values:
            message = f"no tensor says the element type {name}.T of {self._form.ir}"
            raise EmitError(message)
        return element_type(values[0])


def _element_kind(parameter: OverloadParameter) -> str:
    """Return the C++ type of a list's elements, if the kind determines it."""
    kind = next((kind for kind in parameter.kinds if kind.startswith("[")), "mask").strip("[]")
    return _LIST_TYPES.get(kind) or (
        table.enumeration(kind).cpp if table.is_enumeration(kind) else ""
    )


def is_list(parameter: OverloadParameter) -> bool:
    """Return whether a list of values belongs to the parameter."""
    return any(kind.startswith("[") or kind == "mask" for kind in parameter.kinds)


def element_type(value: SSAValue) -> str:
    """Return the element type of a tensor or address, or a number's type."""
    return cpp_type(getattr(value.type, "element_type", value.type))


def attribute_name(name: str) -> str:
    """Return the IR's name of a compile-time parameter: `isSetMask`."""
    first, *others = name.split("_")
    return first + "".join(part.title() for part in others)


def attribute_text(attribute: Attribute, parameter: OverloadParameter, operation: str) -> str:
    """Return a compile-time value as text.

    Raises:
        EmitError: Ascend C has no such kind of value.
    """
    if isinstance(attribute, UnitAttr):
        return "true"
    if isinstance(attribute, StringAttr):
        text = attribute.data
        return format_literal(text) if operation in _FORMATS else string_literal(text)
    if isinstance(attribute, TypeAttribute):
        return cpp_type(attribute)
    if not isinstance(attribute, IntegerAttr):
        message = f"no value of Ascend C: {attribute}"
        raise EmitError(message)
    number = attribute.value.data
    kinds = [kind for kind in parameter.kinds if table.is_enumeration(kind)]
    if kinds:
        return member_text(kinds[0], number)
    if "flag" in parameter.kinds:
        return "true" if number else "false"
    return integer_literal(number)


def member_text(enumeration: str, number: int) -> str:
    """Return a member of an enumeration by its number in Python.

    Raises:
        EmitError: no member has it.
    """
    row = table.enumeration(enumeration)
    for name, value in row.members:
        if value == number:
            return row.member_in_cpp(name)
    message = f"{enumeration} has no member {number}"
    raise EmitError(message)
