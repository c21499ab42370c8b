"""Queues for the tensors of loops that are copied in and used, or computed and copied out.

A queue has two buffers, so that copies of one round and computations of another go on at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects import scf
from xdsl.rewriter import InsertPoint

from custom_compiler.asc.ir import types
from custom_compiler.asc.ir.effects import is_view
from custom_compiler.asc.transforms.accesses import access
from custom_compiler.asc.transforms.fold import constant_value
from custom_compiler.asc.transforms.pipe import the_pipe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xdsl.dialects import func
    from xdsl.ir import Block, Operation, SSAValue, Use

    from custom_compiler.asc.ir.construction import Builder

BUFFERS = 2
# Settings of a tensor; queues do not keep them, so they are repeated for the dequeued tensor.
SETTINGS = {"ascendc.local_tensor.set_shape_info"}
# A core has eight events of each kind; a queue holds one per buffer, and others need some.
_MOST_BUFFERS = 6


class Pattern(NamedTuple):
    """The use of a tensor by the iterations of a loop."""

    position: str  # of its queue: vecin or vecout
    filled: Operation  # the last operation that fills it
    first_use: Operation  # the first that takes what it was filled with
    last: Operation  # the last that uses it


def pattern_of(creation: Operation) -> Pattern | None:
    """Return the pattern by which a queue can replace a tensor, or None."""
    block = creation.parent
    if block is None or not isinstance(block.parent_op(), scf.ForOp | scf.WhileOp):
        return None
    uses = [use.operation for use, _ in uses_through(creation.results[0], ())]
    if any(use.name in SETTINGS and use.parent is not block for use in uses):
        return None
    uses = [use for use in uses if use.name not in SETTINGS]
    pipes: dict[str, list[int]] = {}
    order = {operation: number for number, operation in enumerate(block.ops)}
    for use in uses:
        done, within = access(use), _within(use, block)
        copies = done is not None and done.pipe in {"MTE2", "MTE3"}
        if done is None or within is None or (copies and use is not within):
            return None
        pipes.setdefault(done.pipe, []).append(order[within])
    for position, first, second in (("vecin", "MTE2", "V"), ("vecout", "V", "MTE3")):
        if pipes.keys() == {first, second} and max(pipes[first]) < min(pipes[second]):
            operations = list(block.ops)
            filled, first_use, last = max(pipes[first]), min(pipes[second]), max(pipes[second])
            return Pattern(position, operations[filled], operations[first_use], operations[last])
    return None


def free_buffers(function: func.FuncOp) -> dict[str, int]:
    """Return the number of buffers that queues at each position can still take."""
    free = dict.fromkeys(("vecin", "vecout"), _MOST_BUFFERS)
    for operation in function.walk():
        if operation.name == "ascendc.pipe.init_queue":
            position = getattr(operation.operands[1].type, "position", "")
            number = constant_value(operation.operands[2])
            if position in free:
                free[position] -= _MOST_BUFFERS if number is None else int(number)
    return free


def put_into_queue(
    builder: Builder, function: func.FuncOp, operation: Operation, pattern: Pattern, size: int
) -> None:
    """Make a tensor one of a queue with buffers of `size` bytes."""
    (tensor,) = operation.results
    type_ = tensor.type
    assert isinstance(type_, types.LocalTensorType)
    builder.location = operation.location  # type: ignore[assignment]
    queue = builder.value("ascendc.queue", (), types.words("queue", pattern.position, BUFFERS))
    queue.name_hint = f"{tensor.name_hint or 'tensor'}_queue"
    sizes = (builder.constant(BUFFERS, "int32"), builder.constant(size, "int32"))
    builder.create("ascendc.pipe.init_queue", (the_pipe(function), queue, *sizes))
    element = {"dtype": type_.element_type}
    with builder.inside(InsertPoint.before(operation)):
        filling = builder.value("ascendc.que_bind.alloc_tensor", (queue,), type_, element)
    builder.location = pattern.filled.location  # type: ignore[assignment]
    with builder.inside(InsertPoint.after(pattern.filled)):
        builder.create("ascendc.que_bind.enque_tensor", (queue, filling))
    builder.location = pattern.first_use.location  # type: ignore[assignment]
    with builder.inside(InsertPoint.before(pattern.first_use)):
        dequeued = builder.value("ascendc.que_bind.deque_tensor", (queue,), type_, element)
    builder.location = pattern.last.location  # type: ignore[assignment]
    with builder.inside(InsertPoint.after(pattern.last)):
        builder.create("ascendc.que_bind.free_tensor", (queue, dequeued))
    filling.name_hint = dequeued.name_hint = tensor.name_hint
    _share_out(tensor, filling, dequeued, pattern.first_use)


def _share_out(tensor: SSAValue, filling: SSAValue, dequeued: SSAValue, first: Operation) -> None:
    """Replace uses before `first` by the filled tensor, and the others by the dequeued one."""
    block = first.parent
    assert block is not None
    order = {operation: number for number, operation in enumerate(block.ops)}
    for use, views in list(uses_through(tensor, ())):
        within = _within(use.operation, block)
        assert within is not None
        if order[within] < order[first]:
            if within.name in SETTINGS and not views:
                for_other(within, dequeued, first)
            continue
        part = dequeued
        for view in views:
            part = _again(view, part, use.operation)
        use.operation.operands[use.index] = part
    tensor.replace_all_uses_with(filling)


def _again(view: Operation, tensor: SSAValue, user: Operation) -> SSAValue:
    """Return the same part of another tensor, for a user."""
    part: SSAValue = for_other(view, tensor, user).results[0]
    return part


def for_other(operation: Operation, tensor: SSAValue, user: Operation) -> Operation:
    """Repeat an operation on another tensor, before a user of the tensor."""
    block = user.parent
    assert block is not None
    clone: Operation = operation.clone()
    clone.operands[0] = tensor
    block.insert_op_before(clone, user)
    return clone


def uses_through(
    value: SSAValue, views: tuple[Operation, ...]
) -> Iterator[tuple[Use, tuple[Operation, ...]]]:
    """Yield the uses of a tensor and of its parts, with the views that lead to them."""
    for use in value.uses:
        if is_view(use.operation):
            yield from uses_through(use.operation.results[0], (*views, use.operation))
        else:
            yield use, views


def _within(operation: Operation, block: Block) -> Operation | None:
    """Return the operation of a block that another one is, or is inside of."""
    ancestor: Operation | None = operation
    while ancestor is not None and ancestor.parent is not block:
        ancestor = ancestor.parent_op()
    return ancestor
