"""Operators that reduce along axes in front of others on AI cores: settings, formula, call."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore.body import Variants
from custom_compiler.autokernel.aicore.columns import Columns, columns_of
from custom_compiler.autokernel.aicore.columnwise import columnwise, kept_bytes
from custom_compiler.autokernel.aicore.elementwise import GRAIN
from custom_compiler.autokernel.aicore.flat_settings import prod_of
from custom_compiler.autokernel.aicore.kernels import Call, Packaged, facts_of
from custom_compiler.autokernel.aicore.steps import Reach
from custom_compiler.autokernel.aicore.tiles import VALUE
from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import Facts, Platform, Tuned
    from custom_compiler.autokernel.describe.tree import Operator

KERNEL = "custom_compiler.autokernel.aicore.columnwise:columnwise"
_RESERVED = 4096  # bytes of the unified buffer for the ends of buffers and values per row
_WIDTHS = tuple(GRAIN * count for count in (1, 2, 4, 8, 12, 16, 24, 32, 48, 64))
_CORES = (1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48)


def room_of(plan: Columns, buffers: int) -> int:
    """Bytes of the unified buffer, per column of a piece."""
    stack = plan.stack
    tiles = stack.size(stack.names(Reach.FULL, are_inputs=True))
    tiles += stack.size(stack.names(Reach.FULL, are_inputs=False))
    shared = stack.names(Reach.COLUMN, are_inputs=True)
    results = stack.names(Reach.COLUMN, are_inputs=False)
    per_column = VALUE * (len(shared) + len(results) + plan.kept.count["column"])
    return buffers * tiles + per_column + max(plan.work_bytes, 1)


def sizes_of(operator: Operator, sizes: Mapping[str, int]) -> tuple[int, int, int]:
    """Matrices, rows and columns where the symbols have these values."""
    stack = columns_of(operator).stack
    axes = stack.outer, stack.reduced, stack.inner
    matrices, height, columns = (
        prod(int(evaluate(axis.size, sizes)) for axis in each) for each in axes
    )
    return matrices, height, columns


def space(operator: Operator, sizes: Mapping[str, int], platform: Platform) -> Space:
    """Columns of a piece, rows of each tensor in the unified buffer, cores."""
    plan = columns_of(operator)
    _, _, columns = sizes_of(operator, sizes)

    def allowed(setting: Mapping[str, Any]) -> bool:
        needed = setting["width"] * room_of(plan, setting["buffers"]) + _RESERVED
        fits = needed + kept_bytes(plan, 0) <= platform.ub_size
        return bool(fits and setting["width"] < 2 * max(columns, GRAIN))

    formula_width = default(operator, sizes, platform)["width"]
    cores = {*(count for count in _CORES if count < platform.core_num), platform.core_num}
    knobs = (
        Knob("width", tuple(sorted({*_WIDTHS, formula_width}))),
        Knob("buffers", (1, 2)),
        Knob("cores", tuple(sorted(cores))),
    )
    return Space(knobs, allowed)


def default(operator: Operator, sizes: Mapping[str, int], platform: Platform) -> dict[str, int]:
    """As many columns as fit, but a piece for each core."""
    matrices, _, columns = sizes_of(operator, sizes)
    room = room_of(columns_of(operator), 2)
    width = formula(matrices, columns, platform.core_num, platform.ub_size, room)
    return {"width": width, "buffers": 2, "cores": platform.core_num}


def call(operator: Operator, sizes: Mapping[str, int], setting: Mapping[str, int]) -> Call:
    """What a setting makes of the kernel's arguments."""
    matrices, height, columns = sizes_of(operator, sizes)
    blocks, share = units(matrices, columns, setting["width"], setting["cores"])
    arguments = {
        "matrices": matrices,
        "height": height,
        "columns": columns,
        "share": share,
        "width": setting["width"],
        "buffers": setting["buffers"],
        "variants": Variants((operator,)),
    }
    return Call(KERNEL, blocks, arguments)


def packaged(variants: Sequence[Operator], table: Sequence[Tuned]) -> Packaged:
    """How such an operator is packaged.

    Raises:
        MisuseError: it is none.
    """
    stack = columns_of(variants[0]).stack

    def shape(sizes: Mapping[str, Any]) -> tuple[Any, ...]:
        of = stack.outer, stack.reduced, stack.inner
        return tuple(prod_of(evaluate(axis.size, sizes) for axis in axes) for axes in of)

    facts = facts_of(variants, table, lambda variant: room_of(columns_of(variant), 2))
    constants = {"variants": Variants(variants)}
    names = ("matrices", "height", "columns", "share", "width", "buffers")
    return Packaged(columnwise, constants, names, facts.symbols, shape, numbers, facts)


@asc.jit
def numbers(
    shape: tuple[int, ...],
    sizes: tuple[int, ...],
    itemsize: int,
    part: tuple[int, int],
    facts: asc.ConstExpr[Facts],
) -> tuple[int, ...]:
    """Blocks and the kernel's numbers: those that were tuned, or by the formula."""
    matrices, height, columns = shape
    core_num, ub_size = part
    room = facts.rooms[0][1]
    for i in asc.static_range(len(facts.rooms)):
        if itemsize == facts.rooms[i][0]:
            room = facts.rooms[i][1]
    width, buffers, cores = formula(matrices, columns, core_num, ub_size, room), 2, core_num
    for i in asc.static_range(len(facts.table) - 1, -1, -1):
        if facts.holds(i, sizes, itemsize):
            width = facts.table[i].setting["width"]
            buffers = facts.table[i].setting["buffers"]
            cores = min(facts.table[i].setting["cores"], core_num)
    blocks, share = units(matrices, columns, width, cores)
    return blocks, matrices, height, columns, share, width, buffers


@asc.jit
def units(matrices: int, columns: int, width: int, cores: int) -> tuple[int, int]:
    """Blocks, and units of work of each."""
    count = max(matrices, 1) * ((max(columns, 1) + width - 1) // width)
    share = (count + cores - 1) // cores
    return (count + share - 1) // share, share


@asc.jit
def formula(matrices: int, columns: int, cores: int, ub_size: int, room: int) -> int:
    """The columns of a piece, of which each has `room` bytes in the unified buffer."""
    most = (ub_size - _RESERVED) // (room * GRAIN) * GRAIN
    wanted = (cores + max(matrices, 1) - 1) // max(matrices, 1)
    each = (max(columns, 1) + wanted * GRAIN - 1) // (wanted * GRAIN) * GRAIN
    return max(min(each, most), GRAIN)
