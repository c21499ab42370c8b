"""Appends operations to a module: the one place where kernels' IR is made."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import (
    FileLineColLoc,
    Float32Type,
    FloatAttr,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint
from xdsl.traits import is_side_effect_free

from custom_compiler.asc.ir import types
from custom_compiler.asc.ir.operations import (
    SEGMENTS,
    operation_class,
    segment_sizes,
)
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_STANDARD = {
    definition.name: definition
    for dialect in (arith.Arith, func.Func, memref.MemRef, scf.Scf)
    for definition in dialect.operations
}
_WIDTH = {row.numpy: row.bits for row in BY_NUMPY.values() if "float" in row.numpy}
_INTEGER_OPERATIONS = {
    "+": ("addi", "addi"),
    "-": ("subi", "subi"),
    "*": ("muli", "muli"),
    "/": ("divsi", "divui"),
    "%": ("remsi", "remui"),
    "<<": ("shli", "shli"),
    ">>": ("shrsi", "shrui"),
    "&": ("andi", "andi"),
    "|": ("ori", "ori"),
    "^": ("xori", "xori"),
}
_FLOAT_OPERATIONS = {"+": "addf", "-": "subf", "*": "mulf", "/": "divf"}
# Numbers of arith's predicates: signed, unsigned, ordered float (unordered for `!=`).
_PREDICATES = {
    "==": (0, 0, 1),
    "!=": (1, 1, 13),
    "<": (2, 6, 4),
    "<=": (3, 7, 5),
    ">": (4, 8, 2),
    ">=": (5, 9, 3),
}


class Builder:
    """Appends operations at its insertion point, with its location."""

    def __init__(self) -> None:
        self.module = ModuleOp([])
        self.location: FileLineColLoc | UnknownLoc = UnknownLoc()
        self.point = InsertPoint.at_end(self.module.body.block)
        # Objects of which a kernel has one, by name; each function has its own values of them.
        self.singletons: dict[tuple[str, Block | None], object] = {}
        self.function_block: Block | None = None  # of the function that is being traced
        self._put_at: dict[tuple[Block, Operation | None], Operation] = {}
        self._constants: dict[tuple[Block, object, Attribute], SSAValue] = {}

    @property
    def block(self) -> Block:
        """The block that operations are appended to."""
        return self.point.block

    def file_and_line(self) -> tuple[str, int]:
        """Return the file and line that operations get at the moment."""
        if isinstance(self.location, UnknownLoc):
            return "<kernel>", 0
        return self.location.filename.data, self.location.line.data

    def at_line(self, file: str, line: int, column: int) -> None:
        """Set the location in the user's source of all following operations; counted from 1."""
        self.location = FileLineColLoc(StringAttr(file), IntAttr(line), IntAttr(column))

    @contextmanager
    def inside(self, point: Block | InsertPoint) -> Iterator[None]:
        """Append at the end of a block, or at a place in one."""
        before = self.point
        self.point = InsertPoint.at_end(point) if isinstance(point, Block) else point
        try:
            yield
        finally:
            self.point = before

    def insertion_point(self) -> tuple[Block, Operation | None]:
        """Return the point after the last operation, for later use with `insert_at`."""
        before = self.point.insert_before
        return self.block, self.block.last_op if before is None else before.prev_op

    def insert_at(self, anchor: tuple[Block, Operation | None], operation: Operation) -> None:
        """Insert an operation at a stored point, after those inserted there before."""
        block, before = anchor
        behind = self._put_at.get(anchor, before)
        point = block.first_op if behind is None else behind.next_op
        with self.inside(InsertPoint(block, point)):
            self.insert(operation)
        self._put_at[anchor] = operation

    def insert(self, operation: Operation) -> None:
        """Insert a detached operation at the insertion point."""
        operation.location = self.location
        if self.point.insert_before is None:
            self.block.add_op(operation)
        else:
            self.block.insert_op_before(operation, self.point.insert_before)

    def create(  # noqa: PLR0913, PLR0917 - the parts of an operation
        self,
        name: str,
        operands: Sequence[SSAValue] = (),
        results: Sequence[Attribute] = (),
        attributes: Mapping[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
        segments: Sequence[int] = (),
    ) -> Operation:
        """Make an operation and insert it.

        Args:
            name: `ascendc.add_l2`, `emitasc.cast`, `arith.addi`.
            operands: its operands.
            results: types of its results.
            attributes: its attributes; those of xDSL's own dialects are properties.
            regions: its regions.
            segments: how many operands each operand of the row has, where this varies.
        """
        attributes_with_segments = dict(attributes or {})
        if segments:
            attributes_with_segments[SEGMENTS] = segment_sizes(list(segments))
        operation = detached(name, operands, results, attributes_with_segments, regions)
        self.insert(operation)
        return operation

    def value(
        self,
        name: str,
        operands: Sequence[SSAValue],
        result: Attribute,
        attributes: Mapping[str, Attribute] | None = None,
    ) -> SSAValue:
        """Insert an operation and return its only result."""
        return self.create(name, operands, (result,), attributes).results[0]

    def constant(self, value: float, dtype: str) -> SSAValue:
        """Return a constant, one per value and block; unsigned ones are `emitasc.constant`."""
        type_ = types.element(dtype)
        key = (self.block, repr(value), type_)
        cached = self._constants.get(key)
        if cached is not None and cached.owner.parent is self.block:
            return cached
        attribute: Attribute
        if isinstance(type_, IntegerType):
            attribute = IntegerAttr(int(value), type_, truncate_bits=True)
        else:
            attribute = FloatAttr(float(value), cast("Float32Type", type_))
        unsigned = dtype.startswith("uint")
        name = "emitasc.constant" if unsigned else "arith.constant"
        constant = self.value(name, (), type_, {"value": attribute})
        if dtype == "bool":
            constant.name_hint = "true" if value else "false"
        elif isinstance(type_, IntegerType):
            constant.name_hint = f"c{int(value)}_{'u' if unsigned else ''}i{type_.width.data}"
        else:
            constant.name_hint = "cst"
        if self.point.insert_before is None:
            self._constants[key] = constant
        return constant

    def arithmetic(self, symbol: str, left: SSAValue, right: SSAValue, dtype: str) -> SSAValue:
        """Return `left <symbol> right` of type `dtype`; division, remainder and shifts are C's."""
        if dtype in _WIDTH:
            attributes = {"fastmath": arith.FastMathFlagsAttr("none")}
            operation = f"arith.{_FLOAT_OPERATIONS[symbol]}"
            return self.value(operation, (left, right), types.element(dtype), attributes)
        signed, unsigned = _INTEGER_OPERATIONS[symbol]
        operation = f"arith.{unsigned if dtype.startswith('uint') else signed}"
        plain = dtype.removeprefix("u")
        operands = (self.signless(left, dtype), self.signless(right, dtype))
        result = self.value(operation, operands, types.element(plain))
        return result if plain == dtype else self.cast(result, plain, dtype)

    def negative(self, value: SSAValue) -> SSAValue:
        """Return a floating-point number with the opposite sign, also of zero."""
        attributes = {"fastmath": arith.FastMathFlagsAttr("none")}
        return self.value("arith.negf", (value,), value.type, attributes)

    def compare(self, symbol: str, left: SSAValue, right: SSAValue, dtype: str) -> SSAValue:
        """Return whether `left <symbol> right`, both of type `dtype`; a bool."""
        signed, unsigned, ordered = _PREDICATES[symbol]
        boolean = types.element("bool")
        number = IntegerType(64)
        if dtype in _WIDTH:
            attributes = {
                "predicate": IntegerAttr(ordered, number),
                "fastmath": arith.FastMathFlagsAttr("none"),
            }
            return self.value("arith.cmpf", (left, right), boolean, attributes)
        is_signed = not dtype.startswith("uint") and dtype != "bool"
        predicate = IntegerAttr(signed if is_signed else unsigned, number)
        operands = (self.signless(left, dtype), self.signless(right, dtype))
        return self.value("arith.cmpi", operands, boolean, {"predicate": predicate})

    def select(self, condition: SSAValue, left: SSAValue, right: SSAValue) -> SSAValue:
        """Return `left` where the condition holds, else `right`."""
        return self.value("arith.select", (condition, left, right), left.type)

    def new_block(self, types_: Sequence[Attribute] = ()) -> Block:
        """Return a detached block."""
        return Block(arg_types=types_)

    def end_block(self, values: Sequence[SSAValue]) -> None:
        """End the block of a branch or loop with its results."""
        self.create("scf.yield", values)

    def end_condition(self, condition: SSAValue, values: Sequence[SSAValue]) -> None:
        """End the block with a loop's condition."""
        self.create("scf.condition", (condition, *values))

    def is_pure(self, block: Block) -> bool:
        """Return whether all operations of a block only compute values."""
        return all(is_side_effect_free(operation) for operation in block.ops)

    def splice(self, block: Block) -> None:
        """Move the operations of a block to the insertion point."""
        location = self.location
        for operation in list(block.ops):
            operation.detach()  # type: ignore[no-untyped-call]
            self.location = cast("FileLineColLoc", operation.location)
            self.insert(operation)
        self.location = location

    def branch(self, condition: SSAValue, then: Block, other: Block | None) -> list[SSAValue]:
        """Insert `scf.if` of finished blocks; return its results."""
        last = then.last_op
        kinds = [value.type for value in last.operands] if last is not None else []
        regions = [Region(then), Region() if other is None else Region(other)]
        return list(self.create("scf.if", (condition,), kinds, regions=regions).results)

    def loop(
        self, bounds: Sequence[SSAValue], values: Sequence[SSAValue], body: Block
    ) -> list[SSAValue]:
        """Insert `scf.for` over `bounds`, beginning with `values`; return its results."""
        kinds = [value.type for value in values]
        loop = self.create("scf.for", (*bounds, *values), kinds, regions=[Region(body)])
        return list(loop.results)

    def repeat(self, values: Sequence[SSAValue], before: Block, body: Block) -> list[SSAValue]:
        """Insert `scf.while` with its condition in `before`; return its results."""
        kinds = [value.type for value in values]
        regions = [Region(before), Region(body)]
        return list(self.create("scf.while", values, kinds, regions=regions).results)

    def function(
        self,
        name: str,
        body: Block,
        results: Sequence[Attribute],
        *,
        kernel: bool,
    ) -> None:
        """Add a function with a finished body to the end of the module."""
        arguments = [argument.type for argument in body.args]
        operation = func.FuncOp(
            name, (arguments, list(results)), Region(body), None if kernel else "private"
        )
        operation.attributes["ascendc.aicore"] = UnitAttr()
        if kernel:
            operation.attributes["ascendc.global"] = UnitAttr()
        self.point = InsertPoint.at_end(self.module.body.block)
        self.insert(operation)

    def call(
        self, symbol: str, operands: Sequence[SSAValue], results: Sequence[Attribute]
    ) -> Sequence[SSAValue]:
        """Call a function of the module, and return its results."""
        callee = {"callee": SymbolRefAttr(symbol)}
        return self.create("func.call", operands, results, callee).results

    def alloca(self, type_: Attribute) -> SSAValue:
        """Insert an array on the stack."""
        return self.create(
            "memref.alloca", (), (type_,), {SEGMENTS: segment_sizes([0, 0])}
        ).results[0]

    def load(self, array: SSAValue, index: SSAValue) -> SSAValue:
        """Load an element of an array."""
        element = cast("MemRefType[Attribute]", array.type).element_type
        return self.value("memref.load", (array, self._as_index(index)), element)

    def store(self, value: SSAValue, array: SSAValue, index: SSAValue) -> None:
        """Store an element of an array."""
        self.create("memref.store", (value, array, self._as_index(index)))

    def _as_index(self, value: SSAValue) -> SSAValue:
        dtype = types.dtype_name(value.type)
        return self.value("arith.index_cast", (self.signless(value, dtype),), IndexType())

    def signless(self, value: SSAValue, dtype: str) -> SSAValue:
        """Return the bits of an unsigned number in the signless type of arith."""
        return self.cast(value, dtype, dtype[1:]) if dtype.startswith("uint") else value

    def cast(self, value: SSAValue, source: str, target: str) -> SSAValue:
        """Convert a number to another type as C does; bool tests that it is not 0."""
        if source == target:
            return value
        if target == "bool":
            return self.compare("!=", value, self.constant(0, source), source)
        operation = _conversion(source, target)
        return self.value(operation, (value,), types.element(target))


def detached(
    name: str,
    operands: Sequence[SSAValue],
    results: Sequence[Attribute],
    attributes: Mapping[str, Attribute],
    regions: Sequence[Region] = (),
) -> Operation:
    """Return an operation that is in no block yet."""
    definition: type[Operation] | None = _STANDARD.get(name)
    if definition is None:
        definition = operation_class(name)
        return Operation.create.__func__(  # type: ignore[attr-defined, no-any-return]
            definition,
            operands=operands,
            result_types=results,
            attributes=attributes,
            regions=regions,
        )
    operation: Operation = definition.create(
        operands=operands, result_types=results, properties=attributes, regions=regions
    )
    return operation


def _conversion(source: str, target: str) -> str:
    """Return the operation that converts between two types of numbers."""
    pair = (source in _WIDTH, target in _WIDTH)
    wider = _bits(target) > _bits(source)
    sixteen = {source, target} == {"float16", "bfloat16"}
    if "u" in {source[0], target[0]} or sixteen:
        return "emitasc.cast"  # signed and unsigned are one type for arith
    if pair == (True, True):
        return "arith.extf" if wider else "arith.truncf"
    if pair == (False, True):
        return "arith.uitofp" if source == "bool" else "arith.sitofp"
    if pair == (True, False):
        return "arith.fptosi"
    if source == "bool":
        return "arith.extui"
    return "arith.extsi" if wider else "arith.trunci"


def _bits(dtype: str) -> int:
    if dtype == "bool":
        return 1
    return int(dtype.lstrip("abcdefghijklmnopqrstuvwxyz"))
