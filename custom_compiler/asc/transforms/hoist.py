"""Out of loops with what is the same in every round: loop-invariant code motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import scf

from custom_compiler.asc.ir.effects import (
    is_defined_in,
    is_pure,
    may_change,
    may_trap,
    variable_read,
)

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Block, Operation


def hoist_invariants(module: ModuleOp) -> None:
    """Compute before a loop what its rounds do not change, from the innermost loop outwards.

    What might trap stays: the loop may have no round.
    """
    loops = [o for o in module.walk() if isinstance(o, scf.ForOp | scf.WhileOp)]
    for loop in reversed(loops):
        for region in loop.regions:
            for block in region.blocks:
                for operation in list(block.ops):
                    if _is_invariant(operation, loop):
                        _move_before(operation, loop)


def _is_invariant(operation: Operation, loop: Operation) -> bool:
    variable = variable_read(operation)
    if not (is_pure(operation) or variable is not None) or may_trap(operation):
        return False
    if variable is not None and may_change(loop, variable):
        return False
    blocks = [block for region in loop.regions for block in region.blocks]
    return not any(is_defined_in(block, o) for block in blocks for o in operation.operands)


def _move_before(operation: Operation, loop: Operation) -> None:
    block: Block | None = loop.parent
    assert block is not None
    operation.detach()  # type: ignore[no-untyped-call]
    block.insert_op_before(operation, loop)
