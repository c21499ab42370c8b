"""Executes the scalar part of a kernel's module: numbers, branches, loops and calls, as C does."""

from __future__ import annotations

import operator
import struct
from typing import Any

from xdsl.dialects.builtin import IntegerType, ModuleOp, Signedness
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue


def _wrapped(value: float, kind: Attribute) -> Any:
    """A number as its type holds it: integers wrap around, floats are rounded."""
    if not isinstance(kind, IntegerType):
        return struct.unpack("f", struct.pack("f", value))[0] if str(kind) == "f32" else value
    bits = kind.width.data
    if bits == 1:
        return int(value) & 1
    low = int(value) & ((1 << bits) - 1)
    unsigned = kind.signedness.data is Signedness.UNSIGNED
    return low if unsigned or low < 1 << (bits - 1) else low - (1 << bits)


def _unsigned(value: int, kind: Attribute) -> int:
    assert isinstance(kind, IntegerType)
    return value & ((1 << kind.width.data) - 1)


def _towards_zero(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_ARITHMETIC = {
    "addi": operator.add,
    "subi": operator.sub,
    "muli": operator.mul,
    "andi": operator.and_,
    "ori": operator.or_,
    "xori": operator.xor,
    "shli": operator.lshift,
    "shrsi": operator.rshift,
    "divsi": _towards_zero,
    "remsi": lambda left, right: left - right * _towards_zero(left, right),
    "addf": operator.add,
    "subf": operator.sub,
    "mulf": operator.mul,
    "divf": operator.truediv,
}
_UNSIGNED: dict[str, Any] = {
    "extui": int,
    "uitofp": int,
    "divui": operator.floordiv,
    "remui": operator.mod,
    "shrui": operator.rshift,
}
_SIGNED_PREDICATES = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)
_FLOAT_PREDICATES = {1: operator.eq, 2: operator.gt, 3: operator.ge, 4: operator.lt}
_FLOAT_PREDICATES |= {5: operator.le, 13: operator.ne}
_CASTS = {"extsi", "trunci", "sitofp", "fptosi", "extf", "truncf", "index_cast", "cast"}


def _compared(name: str, predicate: int, given: list[Any], kinds: list[Attribute]) -> bool:
    if name == "cmpf":
        return bool(_FLOAT_PREDICATES[predicate](*given))
    if predicate >= len(_SIGNED_PREDICATES):  # the unsigned ones
        predicate -= 4
        given = [_unsigned(number, kind) for number, kind in zip(given, kinds, strict=True)]
    return bool(_SIGNED_PREDICATES[predicate](*given))


class Evaluation:
    """A run of a kernel. `written` has what it put into global memory, by index."""

    def __init__(self, module: ModuleOp) -> None:
        self._functions = {op.sym_name.data: op for op in module.walk() if isinstance(op, FuncOp)}
        self._values: dict[SSAValue, Any] = {}
        self.written: dict[int, Any] = {}

    def run(self, name: str, *arguments: object) -> list[Any]:
        """Return the results of a function for these arguments."""
        body = self._functions[name].body.block
        before = self._values
        self._values = dict(zip(body.args, arguments, strict=True))
        results = self._block(body)
        self._values = before
        return results

    def _block(self, block: Block, arguments: list[Any] | None = None) -> list[Any]:
        """Return the values at the end of a block."""
        if arguments is not None:
            self._values.update(zip(block.args, arguments, strict=True))
        for operation in block.ops:
            given = [self._values.get(operand) for operand in operation.operands]
            if operation.name in {"func.return", "scf.yield", "scf.condition"}:
                return given
            results = self._operation(operation, given)
            self._values.update(zip(operation.results, results, strict=True))
        return []

    def _operation(self, operation: Operation, given: list[Any]) -> list[Any]:
        dialect, _, name = operation.name.partition(".")
        if dialect == "scf":
            return self._control(name, operation, given)
        if dialect == "func":
            return self.run(operation.properties["callee"].string_value(), *given)  # type: ignore[attr-defined]
        if operation.name == "ascendc.global_tensor.set_value":
            self.written[given[1]] = given[2]
        if dialect in {"ascendc", "memref"} or operation.name == "emitasc.ptr_offset":
            return [None] * len(operation.results)
        kind = operation.results[0].type
        return [_wrapped(self._number(name, operation, given), kind)]

    def _number(self, name: str, operation: Operation, given: list[Any]) -> Any:
        members = {**operation.properties, **operation.attributes}
        kinds = [operand.type for operand in operation.operands]
        if name == "constant":
            value = members["value"]
            return value.value.data  # type: ignore[attr-defined]
        if name == "select":
            return given[1] if given[0] else given[2]
        if name in {"cmpi", "cmpf"}:
            return _compared(name, members["predicate"].value.data, given, kinds)  # type: ignore[attr-defined]
        if name in _ARITHMETIC:
            return _ARITHMETIC[name](*given)
        if name in _CASTS:
            return given[0]
        plain = [_unsigned(number, kind) for number, kind in zip(given, kinds, strict=True)]
        return _UNSIGNED[name](*plain)

    def _control(self, name: str, operation: Operation, given: list[Any]) -> list[Any]:
        regions = [region.block for region in operation.regions if region.blocks]
        if name == "if":
            if not given[0] and len(regions) == 1:
                return []
            return self._block(regions[0 if given[0] else 1])
        if name == "for":
            start, stop, step, *carried = given
            for number in range(start, stop, step):
                carried = self._block(regions[0], [number, *carried])
            return carried
        assert name == "while", name
        carried = given
        while True:
            goes_on, *carried = self._block(regions[0], carried)
            if not goes_on:
                return carried
            carried = self._block(regions[1], carried)
