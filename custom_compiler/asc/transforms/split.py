"""Tensors of loops that are computed in place become two, one copied in and one copied out.

Each then gets a queue, so that copies of one round and computations of another go on at once; one
tensor that MTE2 fills and MTE3 reads would make all pipes wait for each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects import scf
from xdsl.dialects.builtin import BoolAttr

from custom_compiler.asc.ir.operations import TableOperation
from custom_compiler.asc.transforms.accesses import access
from custom_compiler.asc.transforms.fold import constant_value
from custom_compiler.asc.transforms.queues import SETTINGS, for_other, uses_through

if TYPE_CHECKING:
    from xdsl.ir import Operation, SSAValue

# Their forms with a count write that many elements, each of the same place in what they read.
_ELEMENTWISE = {f"basic / {kind} operations" for kind in ("Vector unary", "Vector binary")} | {
    "basic / Vector-scalar operations"
}


_TRUE = BoolAttr.from_bool(value=True)


class Split(NamedTuple):
    """A point at which a tensor can become two."""

    creation: Operation
    computed: Operation  # writes all of it in place, and all that is read from there on


def split_of(creation: Operation, elements: int) -> Split | None:
    """Return the point at which a tensor of so many elements can become two, or None."""
    block = creation.parent
    if block is None or not isinstance(block.parent_op(), scf.ForOp | scf.WhileOp):
        return None
    order = {operation: number for number, operation in enumerate(block.ops)}
    uses = list(uses_through(creation.results[0], ()))
    if any(each.parent is not block for use, views in uses for each in (use.operation, *views)):
        return None
    users = sorted({use.operation for use, _ in uses}, key=order.__getitem__)
    users = [user for user in users if user.name not in SETTINGS]
    computed = next(
        (user for user in users if _pipe(user) == "V" and _writes(user, creation)), None
    )
    if computed is None or not _is_whole(computed, creation.results[0], elements):
        return None
    number = users.index(computed)
    before = {_pipe(user) for user in users[:number]}
    behind = {_pipe(user) for user in users[number + 1 :]}
    if (
        "MTE2" in before
        and "MTE3" in behind
        and before <= {"MTE2", "V"}
        and behind <= {"V", "MTE3"}
    ):
        return Split(creation, computed)
    return None


def split(halves: Split) -> None:
    """Make a tensor two."""
    block = halves.creation.parent
    assert block is not None
    (tensor,) = halves.creation.results
    uses = list(uses_through(tensor, ()))
    order = {operation: number for number, operation in enumerate(block.ops)}
    second = halves.creation.clone()
    block.insert_op_before(second, halves.computed)
    (other,) = second.results
    other.name_hint = tensor.name_hint
    for use, views in uses:
        user = use.operation
        if order[user] < order[halves.computed]:
            if user.name in SETTINGS and not views:
                for_other(user, other, halves.computed)
        elif user is not halves.computed or use.index == 0:
            part: SSAValue = other
            for view in views:
                part = for_other(view, part, user).results[0]
            user.operands[use.index] = part


def _pipe(operation: Operation) -> str:
    done = access(operation)
    return "" if done is None else done.pipe


def _writes(operation: Operation, creation: Operation) -> bool:
    done = access(operation)
    return done is not None and creation.results[0] in done.writes


def _is_whole(operation: Operation, tensor: SSAValue, elements: int) -> bool:
    """Return whether each element of the result depends on the same elements of its operands."""
    if not isinstance(operation, TableOperation) or operation.row is None:
        return False
    if operation.attributes.get("isSetMask", _TRUE) != _TRUE:
        return False  # the kernel's own mask decides
    row, form = operation.row
    values = dict(operation.segments())
    if row.group not in _ELEMENTWISE or "count" not in values or "dst" in form.reads:
        return False
    tensors = [value for name in (*form.reads, "dst") for value in values[name]]
    same = all(
        value.type == tensor.type or _element(value) == _element(tensor) for value in tensors
    )
    return (
        same and operation.operands[0] is tensor and constant_value(values["count"][0]) == elements
    )


def _element(value: SSAValue) -> object:
    return getattr(value.type, "element_type", None)
