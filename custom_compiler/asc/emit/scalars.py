"""Arithmetic of the IR as expressions of C++: dialects arith and math."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import arith
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, IntegerType

from custom_compiler.asc.emit import expressions as cpp
from custom_compiler.asc.emit.errors import EmitError
from custom_compiler.asc.emit.expressions import CppExpression, binary, cast, choice
from custom_compiler.asc.emit.literals import float_literal, integer_literal
from custom_compiler.asc.emit.types import (
    is_bool,
    is_float,
    is_promoted,
    number_type,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from xdsl.ir import Attribute, Operation

_BINARY = {
    "addi": ("+", cpp.SUM),
    "subi": ("-", cpp.SUM),
    "muli": ("*", cpp.PRODUCT),
    "divsi": ("/", cpp.PRODUCT),
    "remsi": ("%", cpp.PRODUCT),
    "andi": ("&", cpp.BITS),
    "ori": ("|", cpp.BITS),
    "xori": ("^", cpp.BITS),
    "shli": ("<<", cpp.SHIFT),
    "shrsi": (">>", cpp.SHIFT),
    "addf": ("+", cpp.SUM),
    "subf": ("-", cpp.SUM),
    "mulf": ("*", cpp.PRODUCT),
    "divf": ("/", cpp.PRODUCT),
}
_OF_BOOLS = {
    "andi": ("&&", cpp.AND),
    "ori": ("||", cpp.OR),
    "xori": ("!=", cpp.EQUAL),
    "addi": ("!=", cpp.EQUAL),
    "subi": ("!=", cpp.EQUAL),
    "muli": ("&&", cpp.AND),
}
_UNSIGNED = {
    "divui": ("/", cpp.PRODUCT),
    "remui": ("%", cpp.PRODUCT),
    "shrui": (">>", cpp.SHIFT),
}
_SMALLER = {"minsi", "minui", "minimumf", "minnumf"}
_LARGER = {"maxsi", "maxui", "maximumf", "maxnumf"}
_CONVERSIONS = {"trunci", "index_cast", "sitofp", "fptosi", "fptoui", "extf", "truncf"}
_ORDERS = ("==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">=")
_FIRST_UNSIGNED = 6
# Predicates of cmpf by number: ordered ones first, then those that hold for what is no number.
_FLOAT_ORDERS = {1: "==", 2: ">", 3: ">=", 4: "<", 5: "<=", 13: "!="}
_NEGATED_FLOAT_ORDERS = {9: "<=", 10: "<", 11: ">=", 12: ">"}
_DIFFERENT, _ORDERED, _NOT_DIFFERENT, _UNORDERED = 6, 7, 8, 14

# Operations whose text names an operand more than once.
REPEATING = frozenset(
    f"arith.{name}" for name in (*_SMALLER, *_LARGER, "floordivsi", "ceildivsi", "ceildivui")
) | {"math.absi", "math.absf"}


_WITHOUT_SIGN = {"divui", "remui", "shrui", "minui", "maxui", "ceildivui", "extui", "uitofp"}
_SHIFTS = {"shli", "shrsi"}
_WRAPPING = {"addi", "subi", "muli", "andi", "ori", "xori", "shli"}


def is_unsigned(operation: Operation) -> bool:
    """Return whether the operation takes its operands as numbers without a sign."""
    name = operation.name.removeprefix("arith.")
    return name in _WITHOUT_SIGN or (name == "cmpi" and _predicate(operation) >= _FIRST_UNSIGNED)


def without_sign(operation: Operation) -> tuple[str, int] | None:
    """Return operator and rank of what gives the same bits with unsigned operands, or None."""
    name = operation.name.removeprefix("arith.")
    if name in _WRAPPING and not is_bool(operation.results[0].type):
        return _BINARY[name]
    return _UNSIGNED.get(name)


def scalar(  # noqa: PLR0911 - one answer per kind
    operation: Operation, operands: list[CppExpression]
) -> CppExpression:
    """Return the C++ expression of an operation of arith or math.

    Args:
        operation: what to compute.
        operands: its operands; unsigned, if `is_unsigned(operation)`.

    Raises:
        EmitError: no kernel computes that.
    """
    dialect, _, name = operation.name.partition(".")
    type_ = operation.results[0].type
    if isinstance(operation, arith.ConstantOp):
        return constant(operation.value, type_)
    if dialect == "math":
        return _math(name, type_, operands)
    if name in _OF_BOOLS and is_bool(type_):
        return _of_bools(operation, name, operands)
    shifted = operation.operands[0].owner if name in _SHIFTS else None
    if isinstance(shifted, arith.ConstantOp):  # its own type is what the result has
        operands = [typed_constant(shifted.value, type_), operands[1]]
    if name in _BINARY:
        return _narrowed(
            type_, binary(operands[0], _BINARY[name][0], operands[1], _BINARY[name][1])
        )
    if name in _UNSIGNED:
        return _unsigned(name, type_, operands)
    if name in _SMALLER | _LARGER:
        return _extreme(name, type_, operands)
    if name in _CONVERSIONS:
        return _converted(name, operation.operands[0].type, type_, operands[0])
    special = _SPECIAL.get(name)
    if special is None:
        message = f"{operation.name} has no counterpart in kernels"
        raise EmitError(message)
    return special(operation, operands)


def constant(value: Attribute, type_: Attribute) -> CppExpression:
    """Return a literal; next to variables of its type it has that type, alone perhaps a wider one.

    Raises:
        EmitError: the attribute is no number.
    """
    if isinstance(value, IntegerAttr):
        if is_bool(type_):
            return CppExpression("true" if value.value.data else "false")
        number = value.value.data
        return CppExpression(integer_literal(number), cpp.ATOM if number >= 0 else cpp.UNARY)
    if isinstance(value, FloatAttr):
        number_ = value.value.data
        text = float_literal(number_, single=number_type(type_) != "double")
        if number_type(type_) in {"half", "bfloat16_t"}:
            return cast(number_type(type_), CppExpression(text))
        return CppExpression(text, cpp.UNARY if text[0] == "-" else cpp.ATOM)
    message = f"no literal of C++: {value}"
    raise EmitError(message)


def typed_constant(value: Attribute, type_: Attribute) -> CppExpression:
    """Return a literal that has exactly its type in every context."""
    expression = constant(value, type_)
    name = number_type(type_)
    fits = name in {"bool", "float", "double"} or expression.text.startswith(f"static_cast<{name}>")
    if fits or (name == "int32_t" and not expression.text.endswith("L")):
        return expression
    return cast(name, expression)


def unsigned_constant(value: Attribute, type_: Attribute) -> CppExpression:
    """Return the literal of an integer's bits as unsigned."""
    assert isinstance(value, IntegerAttr)
    assert isinstance(type_, IntegerType)
    number = value.value.data % 2**type_.width.data
    return CppExpression(f"{number}U" if 2**31 <= number < 2**32 else integer_literal(number))


def _of_bools(operation: Operation, name: str, operands: list[CppExpression]) -> CppExpression:
    owner = operation.operands[1].owner
    if name == "xori" and isinstance(owner, arith.ConstantOp):
        value = owner.value
        if isinstance(value, IntegerAttr) and value.value.data:
            return cpp.unary("!", operands[0])
    symbol, rank = _OF_BOOLS[name]
    return binary(operands[0], symbol, operands[1], rank)


def _narrowed(type_: Attribute, expression: CppExpression) -> CppExpression:
    """Return a small integer that C++ computes as int, made as small again."""
    return cast(number_type(type_), expression) if is_promoted(type_) else expression


def _unsigned(name: str, type_: Attribute, operands: list[CppExpression]) -> CppExpression:
    symbol, rank = _UNSIGNED[name]
    return cast(number_type(type_), binary(operands[0], symbol, operands[1], rank))


def _extreme(name: str, type_: Attribute, operands: list[CppExpression]) -> CppExpression:
    left, right = operands
    condition = binary(left, "<" if name in _SMALLER else ">", right, cpp.ORDER)
    extreme = choice(condition, left, right)
    return cast(number_type(type_), extreme) if name.endswith("ui") else _narrowed(type_, extreme)


def _converted(
    name: str, source: Attribute, target: Attribute, operand: CppExpression
) -> CppExpression:
    if name == "trunci" and is_bool(target):
        lowest = binary(operand, "&", CppExpression("1"), cpp.BITS)
        return binary(lowest, "!=", CppExpression("0"), cpp.EQUAL)
    if name == "sitofp" and is_bool(source):
        return cpp.unary("-", cast(number_type(target), operand))
    if name == "fptoui" and number_type(target).startswith("uint"):
        return cpp.float_to_unsigned(number_type(target), operand)
    return cast(number_type(target), operand)


def _extended(operation: Operation, operands: list[CppExpression]) -> CppExpression:
    source, target = operation.operands[0].type, operation.results[0].type
    converted = cast(number_type(target), operands[0])
    is_signed_bool = is_bool(source) and operation.name == "arith.extsi"
    return cpp.unary("-", converted) if is_signed_bool else converted


def _unsigned_to_float(operation: Operation, operands: list[CppExpression]) -> CppExpression:
    return cpp.unsigned_to_float(number_type(operation.results[0].type), operands[0])


def _compared(operation: Operation, operands: list[CppExpression]) -> CppExpression:
    predicate = _predicate(operation)
    left, right = operands
    rank = cpp.EQUAL if predicate < len(("==", "!=")) else cpp.ORDER
    return binary(left, _ORDERS[predicate], right, rank)


def _compared_floats(  # noqa: PLR0911 - one answer per predicate
    operation: Operation, operands: list[CppExpression]
) -> CppExpression:
    predicate = _predicate(operation)
    left, right = operands
    ordered = binary(
        binary(left, "==", left, cpp.EQUAL), "&&", binary(right, "==", right, cpp.EQUAL), cpp.AND
    )
    if predicate in _FLOAT_ORDERS:
        symbol = _FLOAT_ORDERS[predicate]
        return binary(left, symbol, right, cpp.EQUAL if symbol in {"==", "!="} else cpp.ORDER)
    if predicate in _NEGATED_FLOAT_ORDERS:
        return cpp.unary("!", binary(left, _NEGATED_FLOAT_ORDERS[predicate], right, cpp.ORDER))
    if predicate == _ORDERED:
        return ordered
    if predicate == _UNORDERED:
        return cpp.unary("!", ordered)
    different = binary(
        binary(left, "<", right, cpp.ORDER), "||", binary(left, ">", right, cpp.ORDER), cpp.OR
    )
    if predicate == _DIFFERENT:
        return different
    if predicate == _NOT_DIFFERENT:
        return cpp.unary("!", different)
    return CppExpression("true" if predicate else "false")


def _predicate(operation: Operation) -> int:
    value = operation.properties["predicate"]
    assert isinstance(value, IntegerAttr)
    return value.value.data


def _negated(_operation: Operation, operands: list[CppExpression]) -> CppExpression:
    return cpp.unary("-", operands[0])


def _selected(_operation: Operation, operands: list[CppExpression]) -> CppExpression:
    return choice(*operands)


def _same_bits(operation: Operation, operands: list[CppExpression]) -> CppExpression:
    source, target = operation.operands[0].type, operation.results[0].type
    if is_float(source) == is_float(target):
        return cast(number_type(target), operands[0])
    message = "arith.bitcast between integers and fractions has no counterpart in kernels"
    raise EmitError(message)


def _floor_division(operation: Operation, operands: list[CppExpression]) -> CppExpression:
    left, right = operands
    zero = CppExpression("0")
    quotient = binary(left, "/", right, cpp.PRODUCT)
    remainder = binary(binary(left, "%", right, cpp.PRODUCT), "!=", zero, cpp.EQUAL)
    signs = binary(
        binary(left, "<", zero, cpp.ORDER), "!=", binary(right, "<", zero, cpp.ORDER), cpp.EQUAL
    )
    off = choice(binary(remainder, "&&", signs, cpp.AND), CppExpression("1"), zero)
    return _narrowed(operation.results[0].type, binary(quotient, "-", off, cpp.SUM))


def _ceiling_division(operation: Operation, operands: list[CppExpression]) -> CppExpression:
    type_ = operation.results[0].type
    left, right = operands
    zero = CppExpression("0")
    quotient = binary(left, "/", right, cpp.PRODUCT)
    off = binary(binary(left, "%", right, cpp.PRODUCT), "!=", zero, cpp.EQUAL)
    if operation.name == "arith.ceildivsi":
        signs = binary(
            binary(left, "<", zero, cpp.ORDER), "==", binary(right, "<", zero, cpp.ORDER), cpp.EQUAL
        )
        off = binary(off, "&&", signs, cpp.AND)
    rounded_up = binary(quotient, "+", choice(off, CppExpression("1"), zero), cpp.SUM)
    return cast(number_type(type_), rounded_up)


def _math(name: str, type_: Attribute, operands: list[CppExpression]) -> CppExpression:
    if name in {"absi", "absf"}:
        value = operands[0]
        negative = binary(value, "<", CppExpression("0"), cpp.ORDER)
        return _narrowed(type_, choice(negative, cpp.unary("-", value), value))
    message = f"math.{name} has no counterpart in kernels"
    raise EmitError(message)


_SPECIAL: dict[str, Callable[[Operation, list[CppExpression]], CppExpression]] = {
    "extsi": _extended,
    "extui": _extended,
    "uitofp": _unsigned_to_float,
    "cmpi": _compared,
    "cmpf": _compared_floats,
    "negf": _negated,
    "select": _selected,
    "bitcast": _same_bits,
    "floordivsi": _floor_division,
    "ceildivsi": _ceiling_division,
    "ceildivui": _ceiling_division,
}
