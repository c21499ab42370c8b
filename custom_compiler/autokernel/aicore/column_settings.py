"""Operators that reduce along axes in front of others on AI cores: settings, formula, call."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore.across import LONGEST
from custom_compiler.autokernel.aicore.body import Variants
from custom_compiler.autokernel.aicore.columns import ColumnPrograms, columns_of
from custom_compiler.autokernel.aicore.columnwise import (
    GRAIN,
    ColumnNumbers,
    columnwise,
    retained_bytes,
)
from custom_compiler.autokernel.aicore.flat_settings import prod_of
from custom_compiler.autokernel.aicore.kernels import CoreKernelCall, Packaged, facts_of
from custom_compiler.autokernel.aicore.rows import ROW_GRAINS
from custom_compiler.autokernel.aicore.steps import Reach
from custom_compiler.autokernel.aicore.tiles import VALUE
from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import CorePlatform, TilingFacts, TunedEntry
    from custom_compiler.autokernel.describe.tree import Operator

    ColumnMemory = tuple[int, int, int, int]

KERNEL = "custom_compiler.autokernel.aicore.columnwise:columnwise"
_RESERVED = 4096  # bytes of the unified buffer for the ends of buffers
_GROUPS = (1, 2, 4, 8, 16, 32, 64)
_TILE = 8192  # elements that are enough to come at a time
_WIDTHS = tuple(GRAIN * count for count in (1, 2, 4, 8, 12, 16, 24, 32, 48, 64))
_LONGEST = LONGEST // GRAIN * GRAIN
_CORES = (1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48)


def memory_of(plan: ColumnPrograms, buffers: int) -> ColumnMemory:
    """Return the bytes of the unified buffer that a column, a row and an element of a piece take.

    The last number is the constant part, for values per row and the alignment of rows.
    """
    stack = plan.stack
    tiles = stack.size(stack.names(Reach.FULL, are_inputs=True))
    tiles += stack.size(stack.names(Reach.FULL, are_inputs=False))
    shared = stack.names(Reach.COLUMN, are_inputs=True)
    results = stack.names(Reach.COLUMN, are_inputs=False)
    per_column = VALUE * (len(shared) + len(results) + plan.retained.count["column"])
    per_row = buffers * VALUE * len(stack.names(Reach.ROW, are_inputs=True))
    per_row += retained_bytes(plan, 0, 1)
    more = (plan.row_grain - ROW_GRAINS[0]) * per_row
    return per_column, per_row, buffers * tiles + max(plan.work_bytes, 1), more


def sizes_of(operator: Operator, sizes: Mapping[str, int]) -> tuple[int, int, int]:
    """Return the numbers of matrices, rows and columns for these values of the symbols."""
    stack = columns_of(operator).stack
    axes = stack.outer, stack.reduced, stack.inner
    matrices, height, columns = (
        prod(int(evaluate(axis.size, sizes)) for axis in each) for each in axes
    )
    return matrices, height, columns


def space(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> Space:
    """Return the knobs: columns of a piece, rows of a tile, tiles of each tensor, cores."""
    plan = columns_of(operator)
    _, height, columns = sizes_of(operator, sizes)

    def allowed(setting: Mapping[str, Any]) -> bool:
        width, group = setting["width"], setting["group"]
        per_column, per_row, per_element, more = memory_of(plan, setting["buffers"])
        needed = width * (per_column + group * per_element) + (group + 7) * per_row
        is_used = width < 2 * max(columns, GRAIN) and group < 2 * max(height, 1)
        return bool(needed + more + _RESERVED <= platform.ub_size and is_used)

    formula_choice = default(operator, sizes, platform)
    cores = {*(count for count in _CORES if count < platform.core_num), platform.core_num}
    knobs = (
        Knob("width", tuple(sorted({*_WIDTHS, formula_choice["width"]}))),
        Knob("group", tuple(sorted({*_GROUPS, formula_choice["group"]}))),
        Knob("buffers", (1, 2)),
        Knob("cores", tuple(sorted(cores))),
    )
    return Space(knobs, allowed)


def default(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> dict[str, int]:
    """Return the formula's setting: a piece per core at least, and the widest columns that fit."""
    shape = sizes_of(operator, sizes)
    memory = memory_of(columns_of(operator), 2)
    width, group = formula(shape, platform.core_num, platform.ub_size, memory)
    return {"width": width, "group": group, "buffers": 2, "cores": platform.core_num}


def call(
    operator: Operator, sizes: Mapping[str, int], setting: Mapping[str, int], platform: CorePlatform
) -> CoreKernelCall:
    """Return the launch of the kernel with a setting."""
    del platform
    matrices, height, columns = sizes_of(operator, sizes)
    blocks, share = units(matrices, columns, setting["width"], setting["cores"])
    numbers = ColumnNumbers(
        matrices=matrices,
        height=height,
        columns=columns,
        share=share,
        width=setting["width"],
        group=setting["group"],
        buffers=setting["buffers"],
    )
    arguments = {"numbers": numbers, "variants": Variants((operator,))}
    return CoreKernelCall(KERNEL, blocks, arguments)


def packaged(variants: Sequence[Operator], table: Sequence[TunedEntry]) -> Packaged:
    """Return what packages need of an operator that reduces over leading axes.

    Raises:
        MisuseError: The operator is not of this kind.
    """
    stack = columns_of(variants[0]).stack

    def shape(sizes: Mapping[str, Any]) -> tuple[Any, ...]:
        of = stack.outer, stack.reduced, stack.inner
        return tuple(prod_of(evaluate(axis.size, sizes) for axis in axes) for axes in of)

    facts = facts_of(variants, table, lambda variant: memory_of(columns_of(variant), 2))
    constants = {"variants": Variants(variants)}
    return Packaged(columnwise, constants, facts.symbols, shape, numbers, facts)


@asc.jit
def numbers(
    shape: tuple[int, ...],
    sizes: tuple[int, ...],
    itemsize: int,
    part: tuple[int, int],
    facts: asc.ConstExpr[TilingFacts],
) -> tuple[int, ColumnNumbers]:
    """Return the number of blocks and the kernel's numbers, tuned or by the formula."""
    matrices, height, columns = shape
    core_num, ub_size = part
    memory = facts.memories[0][1]
    for i in asc.static_range(len(facts.memories)):
        if itemsize == facts.memories[i][0]:
            memory = facts.memories[i][1]
    width, group = formula(shape, core_num, ub_size, memory)
    buffers, cores = 2, core_num
    for i in asc.static_range(len(facts.table) - 1, -1, -1):
        if facts.holds(i, sizes, itemsize):
            width, group = facts.table[i].setting["width"], facts.table[i].setting["group"]
            buffers = facts.table[i].setting["buffers"]
            cores = min(facts.table[i].setting["cores"], core_num)
    blocks, share = units(matrices, columns, width, cores)
    return blocks, ColumnNumbers(matrices, height, columns, share, width, group, buffers)


@asc.jit
def units(matrices: int, columns: int, width: int, cores: int) -> tuple[int, int]:
    """Return the number of blocks, and the units of work of each."""
    count = max(matrices, 1) * ((max(columns, 1) + width - 1) // width)
    share = (count + cores - 1) // cores
    return (count + share - 1) // share, share


@asc.jit
def formula(
    shape: tuple[int, ...], cores: int, ub_size: int, memory: tuple[int, int, int, int]
) -> tuple[int, int]:
    """Return columns per piece and rows per step; `memory` is the result of `memory_of`."""
    matrices, height, columns = shape
    per_column, per_row, per_element, more = memory
    rest = ub_size - _RESERVED - more - 8 * per_row
    most = min(rest // ((per_column + per_element) * GRAIN) * GRAIN, _LONGEST)
    wanted = (cores + max(matrices, 1) - 1) // max(matrices, 1)
    each = (max(columns, 1) + wanted * GRAIN - 1) // (wanted * GRAIN) * GRAIN
    width = max(min(each, most), GRAIN)
    fitting = (rest - width * per_column) // (width * per_element + per_row)
    group = min(fitting, max(height, 1), (_TILE + width - 1) // width)
    return width, max(group, 1)
