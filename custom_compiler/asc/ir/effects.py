"""Side effects of operations, as far as they decide the order of operations.

Numbers and views are values. Tensors, structures and arrays are variables: operations can change
where a tensor lies, a field, or an element, and what reads them has its place among these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import BlockArgument
from xdsl.traits import Pure

from custom_compiler.asc.ir.operations import TableOperation, is_method

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xdsl.ir import Block, Operation, SSAValue

# What is raised where an operation lacks operands, attributes or types that it always has when it
# is traced: a text that people wrote can be so.
MALFORMED = (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError)

_LOADS = {"memref.load", "emitasc.member"}
_VIEWS = {
    *("ascendc.global_tensor.subindex", "ascendc.local_tensor.subindex"),
    *("ascendc.global_tensor.bracket", "ascendc.local_tensor.bracket", "ascendc.reinterpret_cast"),
}
_UNKNOWN = {"emitasc.host_call", "emitasc.verbatim"}
_LITERALS = {"arith.constant", "emitasc.constant"}
_DIVISIONS = {f"arith.{name}" for name in ("divsi", "divui", "remsi", "remui", "floordivsi")} | {
    *("arith.ceildivsi", "arith.ceildivui")
}


def is_literal(operation: Operation) -> bool:
    """Return whether it is a number that the source says."""
    return operation.name in _LITERALS


def is_view(operation: Operation) -> bool:
    """Return whether it gives a part of a tensor, or a tensor as one of another type."""
    return operation.name in _VIEWS


def is_pure(operation: Operation) -> bool:
    """Return whether it computes something of its operands alone, and changes nothing."""
    if operation.name == "ascendc.construct":
        return True
    if isinstance(operation, TableOperation):
        return operation.has_trait(Pure) and not is_view(operation) and bool(operation.results)
    return operation.name.startswith(("arith.", "math."))


def variable_read(operation: Operation) -> SSAValue | None:
    """Return the variable of an operation that only reads it, or None."""
    reads = operation.name in _LOADS or is_view(operation)
    return operation.operands[0] if reads else None


def is_removable(operation: Operation) -> bool:
    """Return whether nobody misses it when its results are not used."""
    return is_pure(operation) or variable_read(operation) is not None


def may_trap(operation: Operation) -> bool:
    """Return whether it ends the kernel for some operands: a division by what may be 0."""
    if operation.name not in _DIVISIONS:
        return False
    divisor = operation.operands[1].owner
    is_constant = isinstance(divisor, arith.ConstantOp) and isinstance(divisor.value, IntegerAttr)
    return not (is_constant and divisor.value.value.data)  # type: ignore[union-attr]


def changes(  # noqa: PLR0911 - one answer per kind
    operation: Operation,
) -> frozenset[SSAValue] | None:
    """Return the variables that the operation, with all in it, may change; None: perhaps all."""
    if operation.regions:
        values: set[SSAValue] = set()
        for inner in _inside(operation):
            changed = None if inner.regions else changes(inner)
            if changed is None and not inner.regions:
                return None
            values |= changed or frozenset()
        return frozenset(values)
    if is_removable(operation):
        return frozenset()
    if isinstance(operation, func.CallOp) or operation.name in _UNKNOWN:
        return None
    if operation.name == "emitasc.set_member":
        return frozenset(operation.operands[:1])
    if isinstance(operation, memref.StoreOp):
        return frozenset((operation.memref,))
    row = operation.row if isinstance(operation, TableOperation) else None
    return frozenset(operation.operands) if row is not None and is_method(row[0]) else frozenset()


def may_change(operation: Operation, variable: SSAValue) -> bool:
    """Return whether an operation, or something inside it, may change a variable."""
    changed = changes(operation)
    return changed is None or variable in changed


def is_defined_in(block: Block, value: SSAValue) -> bool:
    """Return whether a value comes into being in a block, or deeper inside it."""
    enclosing = value.owner if isinstance(value, BlockArgument) else value.owner.parent
    while enclosing is not None:
        if enclosing is block:
            return True
        enclosing = enclosing.parent_block()
    return False


def _inside(operation: Operation) -> Iterator[Operation]:
    walk = operation.walk()
    next(walk)
    return walk
