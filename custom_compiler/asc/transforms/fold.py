"""Constants computed, and what follows from them: branches that are taken, loops that are not."""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING

from xdsl.dialects import scf
from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
)
from xdsl.rewriter import InsertPoint, Rewriter

from custom_compiler.asc.ir import types
from custom_compiler.asc.ir.construction import Builder

if TYPE_CHECKING:
    from collections.abc import Callable

    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Attribute, Block, Operation, SSAValue

    Number = int | float

_INDEX_BITS = 64
_BOOL = IntegerType(1)


def fold_constants(module: ModuleOp) -> None:
    """Compute what is known, wherever it is; integers wrap as on the cores."""
    for operation in list(module.walk()):
        if operation.parent is None:
            continue
        if isinstance(operation, scf.IfOp):
            _fold_branch(operation)
        elif isinstance(operation, scf.ForOp):
            _fold_loop(operation)
        elif len(operation.results) == 1 and not operation.regions:
            _fold(operation)


def constant_value(value: SSAValue) -> Number | None:
    """Return the number that a value always is, or None."""
    operation = value.owner
    if getattr(operation, "name", None) not in {"arith.constant", "emitasc.constant"}:
        return None
    attribute = operation.properties.get("value")  # type: ignore[union-attr]
    if attribute is None:
        attribute = operation.attributes.get("value")  # type: ignore[union-attr]
    if isinstance(attribute, IntegerAttr):
        return _wrapped(attribute.value.data, value.type)
    return attribute.value.data if isinstance(attribute, FloatAttr) else None


def _fold(operation: Operation) -> None:
    numbers = [constant_value(operand) for operand in operation.operands]
    (result,) = operation.results
    same = _unchanged(operation, numbers)
    if same is not None:
        _replace(operation, same)
        return
    if not numbers or None in numbers:
        return
    number = _computed(operation, [n for n in numbers if n is not None])
    if number is None:
        return
    builder = Builder()
    builder.location = operation.location  # type: ignore[assignment]
    with builder.inside(InsertPoint.before(operation)):
        if isinstance(result.type, IndexType):
            value = {"value": IntegerAttr(int(number), result.type)}
            folded = builder.value("arith.constant", (), result.type, value)
        else:
            folded = builder.constant(number, types.dtype_name(result.type))
    _replace(operation, folded)


def _unchanged(  # noqa: PLR0911 - one answer per law
    operation: Operation, numbers: list[Number | None]
) -> SSAValue | None:
    """Return the operand that the result always equals, or None."""
    name = operation.name.removeprefix("arith.")
    if name == "select":
        if numbers[0] is not None:
            return operation.operands[1 if numbers[0] else 2]
        return operation.operands[1] if operation.operands[1] == operation.operands[2] else None
    if name == "emitasc.cast":
        return _cast_back(operation)
    if name == "index_cast" and operation.operands[0].type == operation.results[0].type:
        return operation.operands[0]
    if len(numbers) != 2:  # noqa: PLR2004 - operations of two numbers
        return None
    left, right = operation.operands
    if name in _RIGHT_NEUTRAL and numbers[1] == _RIGHT_NEUTRAL[name]:
        return left
    if name in _LEFT_NEUTRAL and numbers[0] == _LEFT_NEUTRAL[name]:
        return right
    if name in {"muli", "andi"} and 0 in numbers:
        return operation.operands[numbers.index(0)]
    return None


def _cast_back(operation: Operation) -> SSAValue | None:
    """Return the value of a cast to an integer of equal width and back to its own type."""
    inner = operation.operands[0].owner
    if getattr(inner, "name", None) != "emitasc.cast":
        return None
    original = inner.operands[0]  # type: ignore[union-attr]
    between, own = operation.operands[0].type, original.type
    if not (isinstance(own, IntegerType) and isinstance(between, IntegerType)):
        return None
    is_back = own.width == between.width and own == operation.results[0].type
    return original if is_back else None


_RIGHT_NEUTRAL = {
    "addi": 0,
    "subi": 0,
    "muli": 1,
    "divsi": 1,
    "divui": 1,
    "ori": 0,
    "xori": 0,
    "shli": 0,
    "shrsi": 0,
    "shrui": 0,
}
_LEFT_NEUTRAL = {"addi": 0, "muli": 1, "ori": 0, "xori": 0}


def _computed(operation: Operation, numbers: list[Number]) -> Number | None:
    name = operation.name.partition(".")[2]
    source = operation.operands[0].type
    target = operation.results[0].type
    if operation.name in {"arith.cmpi", "arith.cmpf"}:
        predicate = operation.properties["predicate"]
        assert isinstance(predicate, IntegerAttr)
        order = (_INTEGER_ORDERS if name == "cmpi" else _FLOAT_ORDERS).get(predicate.value.data)
        unsigned = name == "cmpi" and predicate.value.data >= _FIRST_UNSIGNED
        pair = [_unsigned(n, source) if unsigned else n for n in numbers]
        return None if order is None else int(order(pair[0], pair[1]))
    if operation.name == "emitasc.cast" or name in _CONVERSIONS:
        return _converted(name, numbers[0], source, target)
    if not operation.name.startswith("arith."):
        return None
    if name in _UNSIGNED_RULES:
        pair = [_unsigned(n, source) for n in numbers]
        return _narrow(_UNSIGNED_RULES[name](*pair), target)
    rule = _RULES.get(name)
    return None if rule is None else _narrow(rule(*numbers), target)


def _narrow(number: Number | None, type_: Attribute) -> Number | None:
    if number is None:
        return None
    if isinstance(type_, IntegerType | IndexType):
        return _wrapped(int(number), type_)
    return _rounded(float(number), type_)


def _quotient(left: Number, right: Number) -> int | None:
    """Return the quotient towards zero, as in C, or None if it would trap."""
    if right == 0:
        return None
    quotient = abs(int(left)) // abs(int(right))
    return quotient if (left < 0) == (right < 0) else -quotient


def _remainder(left: Number, right: Number) -> int | None:
    quotient = _quotient(left, right)
    return None if quotient is None else int(left) - quotient * int(right)


def _shift(left: Number, right: Number, *, up: bool) -> int | None:
    if not 0 <= right < _INDEX_BITS:
        return None
    return int(left) << int(right) if up else int(left) >> int(right)


def _float_quotient(left: Number, right: Number) -> float | None:
    return left / right if right != 0 else None


_RULES: dict[str, Callable[..., Number | None]] = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "divsi": _quotient,
    "remsi": _remainder,
    "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b,
    "xori": lambda a, b: a ^ b,
    "shli": lambda a, b: _shift(a, b, up=True),
    "shrsi": lambda a, b: _shift(a, b, up=False),
    "minsi": min,
    "maxsi": max,
    "addf": lambda a, b: a + b,
    "subf": lambda a, b: a - b,
    "mulf": lambda a, b: a * b,
    "divf": _float_quotient,
    "negf": lambda a: -a,
}
_UNSIGNED_RULES: dict[str, Callable[..., Number | None]] = {
    "divui": _quotient,
    "remui": _remainder,
    "shrui": lambda a, b: _shift(a, b, up=False),
    "minui": min,
    "maxui": max,
}
_FIRST_UNSIGNED = 6
_INTEGER_ORDERS: dict[int, Callable[[Number, Number], bool]] = {
    0: lambda a, b: a == b,
    1: lambda a, b: a != b,
    **dict.fromkeys((2, 6), lambda a, b: a < b),
    **dict.fromkeys((3, 7), lambda a, b: a <= b),
    **dict.fromkeys((4, 8), lambda a, b: a > b),
    **dict.fromkeys((5, 9), lambda a, b: a >= b),
}
_FLOAT_ORDERS: dict[int, Callable[[Number, Number], bool]] = {
    1: lambda a, b: a == b,
    2: lambda a, b: a > b,
    3: lambda a, b: a >= b,
    4: lambda a, b: a < b,
    5: lambda a, b: a <= b,
    13: lambda a, b: a != b,
}
_CONVERSIONS = {
    *("extsi", "extui", "trunci", "index_cast", "sitofp", "uitofp", "fptosi", "fptoui"),
    *("extf", "truncf"),
}


def _converted(name: str, number: Number, source: Attribute, target: Attribute) -> Number | None:
    if name in {"extui", "uitofp"}:
        number = _unsigned(number, source)
    elif name in {"extsi", "sitofp"} and source == _BOOL:
        number = -number
    if isinstance(target, IntegerType | IndexType):
        if isinstance(number, float) and not math.isfinite(number):
            return None
        if target == _BOOL and name == "cast":
            return int(number != 0)
        integer = int(number)
        fits = _wrapped(integer, target) == integer
        return _wrapped(integer, target) if fits or not isinstance(number, float) else None
    return _rounded(float(number), target)


def _wrapped(number: int, type_: Attribute) -> int:
    """Wrap a number to an integer type; bools are 0 and 1."""
    if not isinstance(type_, IntegerType):
        return number
    bits = type_.width.data
    low: int = number & ((1 << bits) - 1)
    signed = bits > 1 and type_.signedness.data is not Signedness.UNSIGNED
    return low - (1 << bits) if signed and low >> (bits - 1) else low


def _unsigned(number: Number, type_: Attribute) -> int:
    bits = type_.width.data if isinstance(type_, IntegerType) else _INDEX_BITS
    return int(number) & ((1 << bits) - 1)


def _rounded(number: float, type_: Attribute) -> float | None:
    """Round to the precision of a type; None where the core's own rounding decides."""
    if not math.isfinite(number) or isinstance(type_, BFloat16Type):
        return None
    form = "e" if isinstance(type_, Float16Type) else "f" if isinstance(type_, Float32Type) else "d"
    try:
        rounded: float = struct.unpack(form, struct.pack(form, number))[0]
    except OverflowError:
        return None
    return rounded


def _replace(operation: Operation, value: SSAValue) -> None:
    hint = operation.results[0].name_hint
    if value.name_hint is None and constant_value(value) is None:
        value.name_hint = hint
    operation.results[0].replace_all_uses_with(value)
    Rewriter.erase_op(operation)


def _fold_branch(operation: scf.IfOp) -> None:
    condition = constant_value(operation.cond)
    if condition is None:
        return
    region = operation.true_region if condition else operation.false_region
    block = region.blocks.first
    _take(operation, block)


def _fold_loop(operation: scf.ForOp) -> None:
    """Replace a loop without iterations by its initial values, one of one iteration by its body."""
    first, end, step = (constant_value(v) for v in (operation.lb, operation.ub, operation.step))
    if first is None or end is None:
        return
    if first >= end:
        for result, value in zip(operation.results, operation.iter_args, strict=True):
            result.replace_all_uses_with(value)
        Rewriter.erase_op(operation)
    elif step is not None and first + step >= end:
        body = operation.body.block
        starts = (operation.lb, *operation.iter_args)
        for argument, value in zip(body.args, starts, strict=True):
            argument.replace_all_uses_with(value)
        _take(operation, body)


def _take(operation: Operation, block: Block | None) -> None:
    """Put the statements of a block in the place of the operation that has it."""
    parent = operation.parent
    assert parent is not None
    results: list[SSAValue] = []
    for inner in list(block.ops) if block is not None else []:
        inner.detach()  # type: ignore[no-untyped-call]
        if isinstance(inner, scf.YieldOp):
            results = list(inner.operands)
            inner.erase()
        else:
            parent.insert_op_before(inner, operation)
    for result, value in zip(operation.results, results, strict=True):
        result.replace_all_uses_with(value)
    Rewriter.erase_op(operation)
