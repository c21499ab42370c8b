"""Functions of arith and scf executed by the book: what the passes' results are held against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import IntegerType

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Block, Operation, SSAValue

    Values = dict[SSAValue, int]


class Trap(Exception):  # noqa: N818 - what a core calls it
    """A division by zero."""


def executed(module: ModuleOp, arguments: list[int]) -> list[int]:
    """Return the results of the function of a module."""
    function = next(f for f in module.ops if isinstance(f, func.FuncOp))
    return _block(function.body.block, {}, arguments)


def _block(block: Block, values: Values, arguments: list[int]) -> list[int]:
    """Return the operands of a block's terminator."""
    values.update(zip(block.args, arguments, strict=True))
    for operation in block.ops:
        operands = [values[operand] for operand in operation.operands]
        if isinstance(operation, scf.YieldOp | func.ReturnOp):
            return operands
        if isinstance(operation, scf.IfOp):
            region = operation.true_region if operands[0] else operation.false_region
            results = _block(region.block, values, []) if region.blocks else []
        elif isinstance(operation, scf.ForOp):
            first, end, step, *results = operands
            for counter in range(first, end, step):
                results = _block(operation.body.block, values, [counter, *results])
        else:
            results = [_number(operation, operands)]
        values.update(zip(operation.results, results, strict=True))
    return []


def _number(operation: Operation, operands: list[int]) -> int:
    type_ = operation.results[0].type
    assert isinstance(type_, IntegerType)
    bits = type_.width.data
    if isinstance(operation, arith.ConstantOp):
        number = operation.value.value.data  # type: ignore[union-attr]
    else:
        number = _computed(operation, operands)
    low = number % 2**bits
    return low - 2**bits if bits > 1 and low >= 2 ** (bits - 1) else low


def _computed(operation: Operation, operands: list[int]) -> int:
    name = operation.name.removeprefix("arith.")
    if name == "select":
        return operands[1] if operands[0] else operands[2]
    if name in {"extsi", "trunci"}:
        return operands[0]
    if name == "extui":
        return operands[0] % 2 ** operation.operands[0].type.width.data  # type: ignore[attr-defined]
    a, b = operands
    if name == "cmpi":
        predicate = operation.properties["predicate"].value.data  # type: ignore[attr-defined]
        if predicate > 5:
            a, b = a % 2**32, b % 2**32
        return (a == b, a != b, a < b, a <= b, a > b, a >= b, a < b, a <= b, a > b, a >= b)[
            predicate
        ]
    if name in {"divsi", "remsi"}:
        if b == 0:
            raise Trap
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return quotient if name == "divsi" else a - quotient * b
    symbols = {"addi": a + b, "subi": a - b, "muli": a * b, "andi": a & b, "ori": a | b}
    return symbols.get(name, a ^ b)
