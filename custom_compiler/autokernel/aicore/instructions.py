"""Instructions of programs on rows: which functions of the kernel make them, and of what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore import body
from custom_compiler.autokernel.aicore.scalars import Scalars
from custom_compiler.autokernel.aicore.steps import Reach

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore import tiles
    from custom_compiler.autokernel.aicore.registers import Program
    from custom_compiler.autokernel.aicore.rows import RowPrograms
    from custom_compiler.autokernel.aicore.steps import Step


def scalars_of(plan: RowPrograms, attributes: Sequence[Any], columns: Any) -> Scalars:
    """Return the values of attributes and sizes from which scalars are computed."""
    operator = plan.view.operator
    attribute_values = {a.name: v for a, v in zip(operator.attributes, attributes, strict=True)}
    sizes: dict[Any, Any] = {}
    if len(plan.view.columns) == 1:
        size = plan.view.columns[0].size
        sizes = {size: columns, getattr(size, "name", ""): columns}
    return Scalars(attribute_values, sizes)


def first_value(plan: RowPrograms, name: str, row: Any, period: Any) -> Any:
    """Return the position of a row's value in an input with one value per row."""
    return row % period if plan.view.is_periodic(name) else row


def operands_of(step: Step, tensors: Mapping[int, Any]) -> tuple[Any, ...]:
    """Return the tensors of an instruction: its target, then its sources."""
    targets = () if step.target is None else (step.target,)
    return tuple(tensors.get(register.number) for register in (*targets, *step.sources))


def kinds(step: Step) -> tuple[str, ...]:
    """Return the kind of each source: `full`, `row` or `column`."""
    names = {Reach.FULL: "full", Reach.ROW: "row", Reach.COLUMN: "column"}
    return tuple(names[register.reach] for register in step.sources)


def is_across(step: Step) -> bool:
    """Return whether an instruction has a value per row or column in addition to tiles."""
    full = step.target is not None and step.target.reach is Reach.FULL
    return full and any(source.reach is not Reach.FULL for source in step.sources)


def emit(
    step: Step,
    tensors: Mapping[int, Any],
    number: Any,
    width: Any,
    scalars: Scalars,
    memory: tiles.TileMemory,
    program: Program,
) -> None:
    """Call an instruction on a tile, or on values per row."""
    if step.target is not None and step.name == "brcb":
        target, source = operands_of(step, tensors)
        asc.brcb(target, source, (number + 7) // 8, asc.BrcbRepeatParams(1, 8))
        return
    on_tile = step.target is not None and step.target.reach is Reach.FULL
    count = number * width if on_tile else number
    if not on_tile and program.compares_per(Reach.ROW):
        count = body.whole(number, memory.rows.row_grain)
    if on_tile and program.compares:
        count = body.whole(count, 128)
    scratch = memory.work[4 * program.slots * memory.tile :] if step.scratch else None
    body.emit(step, tensors, count, scalars, scratch)
