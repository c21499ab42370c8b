"""Equal computations made one: common subexpression elimination."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import func
from xdsl.rewriter import Rewriter

from custom_compiler.asc.ir.effects import changes, is_literal, is_pure, variable_read

if TYPE_CHECKING:
    from collections.abc import Hashable

    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Block, Operation, SSAValue

    Known = dict[Hashable, tuple[SSAValue, SSAValue | None]]  # the result, the variable read


def merge_equal(module: ModuleOp) -> None:
    """Replace equal computations by the first one if it dominates them."""
    for function in module.ops:
        if isinstance(function, func.FuncOp):
            for block in function.body.blocks:
                _merge(block, {})


def _merge(block: Block, available: Known) -> None:
    for operation in list(block.ops):
        if operation.regions:
            _forget(available, operation)  # what it changes is changed before its next round
            for region in operation.regions:
                for inner in region.blocks:
                    _merge(inner, dict(available))
        variable = variable_read(operation)
        if not (is_pure(operation) or variable is not None):
            _forget(available, operation)
            continue
        if len(operation.results) != 1:
            continue
        key = _key(operation)
        if key not in available:
            available[key] = (operation.results[0], variable)
            continue
        earlier = available[key][0]
        if earlier.name_hint is None and not is_literal(operation):
            earlier.name_hint = operation.results[0].name_hint
        operation.results[0].replace_all_uses_with(earlier)
        Rewriter.erase_op(operation)


def _forget(available: Known, operation: Operation) -> None:
    changed = changes(operation)
    for key, (_, variable) in list(available.items()):
        if variable is not None and (changed is None or variable in changed):
            del available[key]


def _key(operation: Operation) -> Hashable:
    return (
        operation.name,
        tuple(operation.operands),
        frozenset(operation.attributes.items()),
        frozenset(operation.properties.items()),
        operation.results[0].type,
    )
