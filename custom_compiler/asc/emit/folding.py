"""Choice between values written in place and values with a variable.

A value that the program names has a variable of that name. Others are written at their only use, if
what they read cannot have changed by then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import IntegerType

from custom_compiler.asc import table
from custom_compiler.asc.emit.scalars import REPEATING
from custom_compiler.asc.ir.effects import is_literal, is_removable, may_change, variable_read

if TYPE_CHECKING:
    from xdsl.ir import Block, Operation

# Their operands are assigned to variables: a value may be written there although it has a name.
_ASSIGNMENTS = (scf.ForOp, scf.YieldOp, scf.WhileOp, func.ReturnOp)


def is_dead(operation: Operation) -> bool:
    """Return whether nobody needs it: it changes nothing, and its results are not used."""
    return is_removable(operation) and not any(r.first_use for r in operation.results)


def folded(block: Block) -> set[Operation]:
    """Return the operations of a block that are written within the statement of their only user."""
    operations: set[Operation] = set()
    statement: dict[Operation, Operation] = {}
    inside = set(block.ops)
    for operation in reversed(list(block.ops)):
        if _is_change_of_sign(operation) and not operation.results[0].name_hint:
            operations.add(operation)
            continue
        user = _only_user(operation)
        if user in operations and user not in statement:  # it is written more than once
            continue
        if user is None or user not in inside or not _may_fold(operation, user):
            continue
        root = statement.get(user, user)
        if _changes_between(operation, root):
            continue
        operations.add(operation)
        statement[operation] = root
    return operations


def _is_change_of_sign(operation: Operation) -> bool:
    """Return whether it takes a number's bits with, or without, a sign, in more than one place."""
    if operation.name != "emitasc.cast" or operation.results[0].has_one_use():
        return False
    source, target = operation.operands[0].type, operation.results[0].type
    if not (isinstance(source, IntegerType) and isinstance(target, IntegerType)):
        return False
    return source.width == target.width


def _only_user(operation: Operation) -> Operation | None:
    if len(operation.results) != 1:
        return None
    uses = list(operation.results[0].uses)
    return uses[0].operation if len(uses) == 1 else None


def _may_fold(operation: Operation, user: Operation) -> bool:
    if operation.name == "ascendc.matmul.iterate":
        return isinstance(user, scf.ConditionOp) and operation.next_op is user
    if is_literal(operation) or user.name in REPEATING or not is_removable(operation):
        return False
    if operation.name == "ascendc.construct" and _is_constant(operation):
        return False
    if isinstance(user, func.CallOp):  # objects are handed over by reference
        return not operation.name.startswith("ascendc.")
    return not operation.results[0].name_hint or isinstance(user, _ASSIGNMENTS)


def _is_constant(operation: Operation) -> bool:
    mnemonic = operation.results[0].type.name.removeprefix("ascendc.")
    return table.ir_struct(mnemonic).constant


def _changes_between(operation: Operation, root: Operation) -> bool:
    """Return whether something between may change the variable that is read."""
    variable = variable_read(operation)
    if variable is None:
        return False
    between = operation.next_op
    while between is not None and between is not root:
        if may_change(between, variable):
            return True
        between = between.next_op
    return False
