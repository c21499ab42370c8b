"""Memory for the tensors that leave it to the compiler (LocalTensorAuto)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr
from xdsl.rewriter import InsertPoint, Rewriter

from custom_compiler.asc.ir import types
from custom_compiler.asc.ir.construction import Builder
from custom_compiler.asc.ir.effects import is_defined_in
from custom_compiler.asc.transforms.limits import UB, buffers, element_bytes, rounded_up
from custom_compiler.asc.transforms.pipe import kernel_of, the_pipe
from custom_compiler.asc.transforms.queues import (
    BUFFERS,
    Pattern,
    free_buffers,
    pattern_of,
    put_into_queue,
)
from custom_compiler.asc.transforms.split import split, split_of
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xdsl.dialects import func
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Block, Operation, SSAValue

AUTO = "ascendc.local_tensor_auto"


class _LocalTensor(NamedTuple):
    """A tensor without a place; its life are numbers of the operations of its block."""

    operation: Operation
    elements: int | None  # None: known at run time only
    bytes: int
    first: int
    last: int

    @property
    def is_whole(self) -> bool:
        """Return whether it fills the blocks that it takes."""
        element = self.operation.results[0].type.element_type  # type: ignore[attr-defined]
        return (self.elements or 0) * element_bytes(element) == self.bytes

    def meets(self, other: _LocalTensor) -> bool:
        """Return whether both are needed at some time, as far as one block tells."""
        apart = self.last < other.first or other.last < self.first
        return self.operation.parent is not other.operation.parent or not apart


class _Region(NamedTuple):
    """Memory, and the tensors that are in it one after the other."""

    bytes: int
    tensors: tuple[_LocalTensor, ...]


def place_tensors(module: ModuleOp, memories: Mapping[str, int]) -> None:
    """Give each tensor a queue or a buffer.

    Tensors of loops that are copied in or out get queues if memory allows; those whose lives do not
    meet share a buffer if memory is short.

    Raises:
        MisuseError: a size is known in a loop only.
    """
    function = kernel_of(module)
    tensors = list(_tensors(function.body.block))
    if not tensors:
        return
    pipe = the_pipe(function)
    used = sum(buffer.total for buffer in buffers(module) if buffer.memory == UB)
    if _split(tensors, memories.get(UB, 0) - used):
        tensors = list(_tensors(function.body.block))
    builder = Builder()
    builder.point = _after(pipe.owner)
    fixed = [tensor for tensor in tensors if tensor.elements is not None]
    for tensor, pattern in _queued(function, fixed, memories.get(UB, 0) - used):
        put_into_queue(builder, function, tensor.operation, pattern, tensor.bytes)
        fixed.remove(tensor)
        used += BUFFERS * tensor.bytes
    for region in _shared_regions(fixed, memories.get(UB, 0) - used):
        first = region.tensors[0].operation
        builder.location = first.location  # type: ignore[assignment]
        buffer = _declare(builder, first)
        size = builder.constant(region.bytes, "int32")
        builder.create("ascendc.pipe.init_buffer", (pipe, buffer, size))
        for tensor in region.tensors:
            _put(builder, tensor, buffer, builder.constant(tensor.elements or 0, "int32"))
    for tensor in tensors:
        if tensor.elements is None:
            _place_dynamic(builder, pipe, tensor)
    for tensor in tensors:  # the operations before them determine their locations, so these go last
        Rewriter.erase_op(tensor.operation)


def _tensors(block: Block) -> Iterator[_LocalTensor]:
    """Yield the tensors without an address, in a block and deeper."""
    numbers = {operation: number for number, operation in enumerate(block.ops)}
    for operation, number in numbers.items():
        for region in operation.regions:
            for inner in region.blocks:
                yield from _tensors(inner)
        if operation.name != AUTO:
            continue
        type_ = operation.results[0].type
        assert isinstance(type_, types.LocalTensorType)
        lengths = _lengths(type_)
        elements = None if DYNAMIC_INDEX in lengths else math.prod(lengths)
        size = rounded_up((elements or 0) * element_bytes(type_.element_type))
        last = max((numbers[o] for o in _users(operation.results[0], block)), default=number)
        yield _LocalTensor(operation, elements, size, number, last)


def _lengths(type_: types.LocalTensorType) -> list[int]:
    if not isinstance(type_.shape, ArrayAttr):
        return []
    return [length.data for length in type_.shape.data]


def _users(value: SSAValue, block: Block) -> Iterator[Operation]:
    """Yield the operations of a block that use a value, views of it, or have users inside."""
    for use in value.uses:
        operation = use.operation
        within: Operation | None = operation
        while within is not None and within.parent is not block:
            within = within.parent_op()
        if within is not None:
            yield within
        for result in operation.results:
            if isinstance(result.type, types.LocalTensorType):
                yield from _users(result, block)
        if operation.name == "scf.yield" and within is not None:
            for result in within.results:
                yield from _users(result, block)


def _split(tensors: list[_LocalTensor], free_bytes: int) -> bool:
    """Make two of tensors that are computed in place, as long as both could have queues."""
    free_bytes -= sum(tensor.bytes for tensor in tensors)
    places = []
    for tensor in tensors:
        more = (2 * BUFFERS - 1) * tensor.bytes
        if tensor.elements is None or free_bytes < more or not tensor.is_whole:
            continue
        halves = split_of(tensor.operation, tensor.elements)
        if halves is not None:
            free_bytes -= more
            places.append(halves)
    for halves in places:
        split(halves)
    return bool(places)


def _queued(
    function: func.FuncOp, tensors: list[_LocalTensor], free_bytes: int
) -> list[tuple[_LocalTensor, Pattern]]:
    """Return the tensors to put into queues, as long as memory for all others remains."""
    free = free_buffers(function)
    free_bytes -= sum(tensor.bytes for tensor in tensors)
    chosen = []
    for tensor in tensors:
        pattern = pattern_of(tensor.operation)
        if pattern is None or free[pattern.position] < BUFFERS or free_bytes < tensor.bytes:
            continue
        if not tensor.is_whole:  # a queue's tensors have whole blocks, whatever is asked for
            continue
        free[pattern.position] -= BUFFERS
        free_bytes -= (BUFFERS - 1) * tensor.bytes
        chosen.append((tensor, pattern))
    return chosen


def _shared_regions(tensors: list[_LocalTensor], free_bytes: int) -> list[_Region]:
    """Return memory for each tensor, shared if necessary; the largest tensors choose first."""
    if sum(tensor.bytes for tensor in tensors) <= free_bytes:
        return [_Region(tensor.bytes, (tensor,)) for tensor in tensors]
    regions: list[_Region] = []
    for tensor in sorted(tensors, key=lambda t: -t.bytes):
        for number, region in enumerate(regions):
            if not any(tensor.meets(other) for other in region.tensors):
                regions[number] = _Region(region.bytes, (*region.tensors, tensor))
                break
        else:
            regions.append(_Region(tensor.bytes, (tensor,)))
    return regions


def _place_dynamic(builder: Builder, pipe: SSAValue, tensor: _LocalTensor) -> None:
    """Allocate a buffer of a computed size, before the loops that contain the tensor."""
    outermost = tensor.operation
    parent = outermost.parent_op()
    while parent is not None and parent.name in {"scf.for", "scf.while"}:
        blocks = [block for region in parent.regions for block in region.blocks]
        if any(is_defined_in(b, length) for b in blocks for length in tensor.operation.operands):
            name = tensor.operation.results[0].name_hint or "a tensor"
            message = f"the size of {name} is known inside the loop only that makes it"
            raise MisuseError(message, "compute it before the loop: memory is handed out once")
        outermost, parent = parent, parent.parent_op()
    builder.location = tensor.operation.location  # type: ignore[assignment]
    type_ = tensor.operation.results[0].type
    assert isinstance(type_, types.LocalTensorType)
    with builder.inside(InsertPoint.before(outermost)):
        lengths = iter(tensor.operation.operands)
        elements: SSAValue | None = None
        for length in _lengths(type_):
            is_known = length != DYNAMIC_INDEX
            factor = builder.constant(length, "int64") if is_known else next(lengths)
            before = elements
            elements = (
                factor if before is None else builder.arithmetic("*", before, factor, "int64")
            )
        assert elements is not None
        width = builder.constant(element_bytes(type_.element_type), "int64")
        size = builder.arithmetic("*", elements, width, "int64")
        buffer = _declare(builder, tensor.operation)
        builder.create("ascendc.pipe.init_buffer", (pipe, buffer, size))
        _put(builder, tensor, buffer, elements)


def _declare(builder: Builder, operation: Operation) -> SSAValue:
    buffer = builder.value("ascendc.tbuf", (), types.words("tbuf", "veccalc"))
    buffer.name_hint = f"{operation.results[0].name_hint or 'tensor'}_buf"
    return buffer


def _put(builder: Builder, tensor: _LocalTensor, buffer: SSAValue, elements: SSAValue) -> None:
    """Make the tensor one of the buffer, where the kernel makes it."""
    (result,) = tensor.operation.results
    type_ = result.type
    assert isinstance(type_, types.LocalTensorType)
    with builder.inside(InsertPoint.before(tensor.operation)):
        allocation = builder.create(
            "ascendc.tbuf.get_tensor",
            (buffer, elements),
            (type_,),
            {"dtype": type_.element_type},
            segments=(1, 1),
        )
    allocation.results[0].name_hint = result.name_hint
    result.replace_all_uses_with(allocation.results[0])


def _after(owner: Operation | Block) -> InsertPoint:
    return InsertPoint.after(owner)  # type: ignore[arg-type]
