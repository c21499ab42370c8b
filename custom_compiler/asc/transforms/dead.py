"""Removal of dead operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import scf
from xdsl.rewriter import Rewriter

from custom_compiler.asc.ir.effects import is_removable

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Operation

_OBJECTS = {"ascendc.local_tensor", "ascendc.local_tensor_auto", "ascendc.global_tensor"}


def remove_dead(module: ModuleOp) -> None:
    """Remove computations whose results are not used, and loops and branches that do nothing."""
    for operation in reversed(list(module.walk())):
        unused = not any(result.first_use for result in operation.results)
        if unused and (is_removable(operation) or _is_idle(operation)):
            Rewriter.erase_op(operation)


def _is_idle(operation: Operation) -> bool:
    if operation.name in _OBJECTS:
        return True
    if not isinstance(operation, scf.ForOp | scf.IfOp):
        return False
    blocks = [block for region in operation.regions for block in region.blocks]
    return all(isinstance(inner, scf.YieldOp) for block in blocks for inner in block.ops)
