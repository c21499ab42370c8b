"""The short spelling of our operations: `ascendc.set_flag mte2_v, %0 : i32`.

After the name come members of enumerations (in small letters) and operands, in parentheses where
their number varies, then the other attributes, and after a colon the types of operands and
results. The index of a part of a tensor stands in brackets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Operation

from custom_compiler.asc import table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Self
    from xdsl.ir import Attribute
    from xdsl.parser import Parser, UnresolvedOperand
    from xdsl.printer import Printer

    from custom_compiler.asc.table.model import Operation as Row
    from custom_compiler.asc.table.model import Overload

_KEYWORDS = {"ascendc.local_tensor_v2": (("pos", "TPosition"),)}
_NO_OPERANDS = {
    f"ascendc.{name}"
    for name in ("global_tensor", "local_tensor", "pipe", "queue", "que_bind", "tbuf", "noop")
} | {"ascendc.tBufPool", "ascendc.local_mem_allocator", "emitasc.constant", "emitasc.variable"}
_INDEXED = (".subindex", ".bracket", "emitasc.ptr_offset")
_I32 = IntegerType(32)


_Spelled = TypeVar("_Spelled", bound="SpelledOperation")


class SpelledOperation(Operation):
    """An operation of a row of the table, or of none, that is printed in the short spelling."""

    row: ClassVar[tuple[Row, Overload] | None] = None

    def print(self, printer: Printer) -> None:
        """Write it after its name."""
        _print(printer, self)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Read the text after its name."""
        return _parse(parser, cls)


def _print(printer: Printer, operation: SpelledOperation) -> None:
    keywords = _keywords(type(operation))
    varies = _varies(type(operation))
    words = ", ".join(_member(operation, name, of) for name, of in keywords)
    printer.print_string(f" {words}" if words else "")
    operands = operation.operands
    if varies:
        printer.print_string(" (" if words else "(")
    elif operands:
        printer.print_string(", " if words else " ")
    indexed = operation.name.endswith(_INDEXED) and len(operands) == 2  # noqa: PLR2004 - x[i]
    for number, operand in enumerate(operands):
        if number:
            printer.print_string("[" if indexed else ", ")
        printer.print_ssa_value(operand)
    printer.print_string("]" if indexed else "")
    printer.print_string(")" if varies else "")
    written = {name for name, _ in keywords}
    remaining = {name: value for name, value in operation.attributes.items() if name not in written}
    printer.print_op_attributes(remaining)
    kinds = [*(operand.type for operand in operands), *operation.result_types]
    if kinds:
        printer.print_string(" : ")
        printer.print_list(kinds, printer.print_attribute)


def _parse(parser: Parser, kind: type[_Spelled]) -> _Spelled:
    attributes: dict[str, Attribute] = {}
    for number, (name, of) in enumerate(_keywords(kind)):
        if number:
            parser.parse_punctuation(",")
        attributes[name] = _number(parser, of)
    operands = _operands(parser, kind, begun=bool(attributes))
    attributes.update(parser.parse_optional_attr_dict())
    kinds: Sequence[Attribute] = []
    position = parser.pos
    if parser.parse_optional_punctuation(":"):
        kinds = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    if len(kinds) < len(operands):
        parser.raise_error(f"{len(operands)} operands have {len(kinds)} types", position)
    operand_list = [
        parser.resolve_operand(operand, type_)
        for operand, type_ in zip(operands, kinds, strict=False)
    ]
    results = kinds[len(operands) :]
    parsed: _Spelled = kind.create(
        operands=operand_list, result_types=results, attributes=attributes
    )
    return parsed


def _operands(
    parser: Parser, kind: type[SpelledOperation], *, begun: bool
) -> list[UnresolvedOperand]:
    if _varies(kind):
        return parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
    if _has_none(kind):
        return []
    if begun:
        parser.parse_punctuation(",")
    operands = [parser.parse_unresolved_operand()]
    if kind.name.endswith(_INDEXED) and parser.parse_optional_punctuation("["):
        operands.append(parser.parse_unresolved_operand())
        parser.parse_punctuation("]")
    while parser.parse_optional_punctuation(","):
        operands.append(parser.parse_unresolved_operand())
    return operands


def _keywords(kind: type[SpelledOperation]) -> tuple[tuple[str, str], ...]:
    """Return attributes written as words, and their enumerations."""
    if kind.row is None:
        return _KEYWORDS.get(kind.name, ())
    keywords = []
    for parameter in kind.row[1].parameters:
        of = parameter.kinds[0]
        if len(parameter.kinds) == 1 and table.is_enumeration(of) and not parameter.optional:
            first, *words = parameter.name.split("_")
            keywords.append((first + "".join(part.title() for part in words), of))
    return tuple(keywords)


def _varies(kind: type[SpelledOperation]) -> bool:
    """Return whether the number of operands is not that of the row."""
    if kind.row is None:
        return kind.name in {"ascendc.construct", "ascendc.local_tensor_auto", "emitasc.verbatim"}
    return any(_is_open(p.name, p.kinds, optional=p.optional) for p in kind.row[1].parameters)


def _is_open(name: str, kinds: tuple[str, ...], *, optional: bool) -> bool:
    several = name.startswith("*") or "mask" in kinds or any(k.startswith("[") for k in kinds)
    return several or (optional and not _is_attribute(kinds))


def _has_none(kind: type[SpelledOperation]) -> bool:
    if kind.row is None:
        return kind.name in _NO_OPERANDS
    row, form = kind.row
    own = row.owner not in {"", "adv"}
    return not own and all(_is_attribute(p.kinds) for p in form.parameters)


def _is_attribute(kinds: tuple[str, ...]) -> bool:
    return all(kind in table.model.ATTRIBUTES or table.is_enumeration(kind) for kind in kinds)


def _member(operation: SpelledOperation, name: str, enumeration: str) -> str:
    value = operation.attributes.get(name)
    number = value.value.data if isinstance(value, IntegerAttr) else None
    for member, member_value in table.enumeration(enumeration).members:
        if member_value == number:
            return member.lower()
    return str(number)


def _number(parser: Parser, enumeration: str) -> Attribute:
    position = parser.pos
    word = parser.parse_identifier(context_msg=f" of a member of {enumeration}")
    members = {name.lower(): number for name, number in table.enumeration(enumeration).members}
    if word not in members:
        parser.raise_error(f"{enumeration} has no member {word}", position)
    return IntegerAttr(members[word], _I32)
