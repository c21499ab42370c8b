"""The pipe that executes an operation, and the memory that the operation accesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects import scf
from xdsl.ir import BlockArgument, OpResult

from custom_compiler.asc.ir.effects import is_view
from custom_compiler.asc.ir.operations import TableOperation, is_method
from custom_compiler.asc.ir.types import GlobalTensorType, LocalTensorType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xdsl.ir import Operation, SSAValue

    Memory = frozenset[SSAValue]  # tensors, buffers or pointers that memory is known by

_NOTHING: Memory = frozenset()
_OBJECTS = {"LocalTensor", "GlobalTensor"}
_SCALAR_READS = {"ascendc.local_tensor.get_value"}
_SCALAR_WRITES = {"ascendc.local_tensor.set_value"}
# What gives a tensor of memory that has no other name.
_TENSORS_OF_BUFFERS = {"ascendc.tbuf.get_tensor", "ascendc.tbuf.get_with_offset"}
_LOCAL_TENSORS = (
    *("ascendc.local_tensor_auto", "ascendc.local_tensor_v2"),
    *("ascendc.local_mem_allocator.alloc", "ascendc.local_mem_allocator.alloc_dynamic"),
)


class MemoryAccess(NamedTuple):
    """An access to memory that the compiler synchronises."""

    pipe: str  # V, M, MTE1, MTE2, MTE3, FIX, S
    reads: Memory
    writes: Memory


def access(operation: Operation) -> MemoryAccess | None:
    """Return the access of an operation to tensors, or None."""
    if operation.name in _SCALAR_READS:
        return MemoryAccess("S", roots(operation.operands[0]), _NOTHING)
    if operation.name in _SCALAR_WRITES:
        return MemoryAccess("S", _NOTHING, roots(operation.operands[0]))
    row = operation.row if isinstance(operation, TableOperation) else None
    if row is None or is_view(operation) or (is_method(row[0]) and row[0].owner in _OBJECTS):
        return None
    assert isinstance(operation, TableOperation)
    values = dict(operation.segments())
    form = row[1]
    written = [v for name in form.writes for v in values.get(name, ())]
    read = [v for name in form.reads for v in values.get(name, ())]
    if row[0].owner == "Matmul":
        written, read = _of_matmul(operation)
    if not written and not read:
        return None
    pipe = form.pipe or _copying_pipe(written, read)
    return MemoryAccess(pipe, _all_roots(read), _all_roots(written))


def roots(value: SSAValue) -> Memory:
    """Return the memory that a tensor may be a part of."""
    return _roots(value, _NOTHING)


def _roots(  # noqa: PLR0911 - one answer per kind
    value: SSAValue, seen: Memory
) -> Memory:
    if value in seen:  # around a loop
        return _NOTHING
    seen |= {value}
    if isinstance(value, BlockArgument):
        loop = value.block.parent_op()
        if isinstance(loop, scf.ForOp) and value.index > 0:
            return _carried(loop, value.index - 1, seen)
        return frozenset((value,))
    assert isinstance(value, OpResult)
    owner = value.owner
    if is_view(owner):
        return _roots(owner.operands[0], seen)
    if owner.name in _TENSORS_OF_BUFFERS:
        return frozenset(owner.operands[:1])
    if isinstance(owner, scf.ForOp):
        return _carried(owner, value.index, seen)
    if isinstance(owner, scf.IfOp):
        ends = [block.last_op for region in owner.regions for block in region.blocks]
        return _NOTHING.union(*(_roots(end.operands[value.index], seen) for end in ends if end))
    return frozenset((value,))


def is_local(value: SSAValue) -> bool:
    """Return whether it is a tensor in the core's own memory."""
    return isinstance(value.type, LocalTensorType)


def is_global(value: SSAValue) -> bool:
    """Return whether it is a tensor in global memory."""
    return isinstance(value.type, GlobalTensorType)


def is_looked_after(memory: SSAValue) -> bool:
    """Return whether no queue already orders who uses the memory."""
    if isinstance(memory, OpResult):
        owner = memory.owner
        return owner.name in _LOCAL_TENSORS or owner.name in {
            *("ascendc.tbuf", "ascendc.global_tensor")
        }
    return is_global(memory)


def _carried(loop: scf.ForOp, number: int, seen: Memory) -> Memory:
    """Return the memory that a loop carries: the initial value and those of its iterations."""
    last = loop.body.block.last_op
    assert last is not None
    return _roots(loop.iter_args[number], seen) | _roots(last.operands[number], seen)


def _all_roots(values: Iterable[SSAValue]) -> Memory:
    return _NOTHING.union(*(roots(value) for value in values))


def _copying_pipe(written: list[SSAValue], read: list[SSAValue]) -> str:
    """Return the pipe of a copy: MTE2 into local memory, MTE3 out of it, V within it."""
    if any(is_global(value) for value in written):
        return "MTE3"
    if any(is_global(value) for value in read):
        return "MTE2"
    return "V"


def _of_matmul(operation: Operation) -> tuple[list[SSAValue], list[SSAValue]]:
    """Return the local tensors that a method of a matrix multiplication fills and reads."""
    local = [value for value in operation.operands if is_local(value)]
    fills = any(word in operation.name for word in ("get_tensor_c", "iterate", "get_batch"))
    return (local, []) if fills else ([], local)
