"""Operators on rows on AI cores: what can be set, what is allowed, the formula, the call."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore import tiles
from custom_compiler.autokernel.aicore.across import LANES, LONGEST, MOST_ROWS
from custom_compiler.autokernel.aicore.body import Variants
from custom_compiler.autokernel.aicore.flat_settings import prod_of
from custom_compiler.autokernel.aicore.kernels import CoreKernelCall, Packaged, facts_of
from custom_compiler.autokernel.aicore.rows import ROW_GRAINS, RowPrograms, rows_of
from custom_compiler.autokernel.aicore.rowwise import RowNumbers, rowwise
from custom_compiler.autokernel.aicore.steps import Reach
from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import CorePlatform, TilingFacts, TunedEntry
    from custom_compiler.autokernel.describe.tree import Operator

    RowMemories = tuple[tuple[int, ...], tuple[int, ...]]

KERNEL = "custom_compiler.autokernel.aicore.rowwise:rowwise"
_RESERVED = 1024  # bytes of the unified buffer for the ends of buffers
_GROUPS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128, 192, MOST_ROWS)
_PIECES = (256, 512, 1024, 2048, 3072, 4096, 6144, 8192, 12288, 16320 // LANES * LANES)
_CORES = (1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48)


@dataclass(frozen=True)
class RowMemory:
    """Bytes that rows take in the unified buffer.

    Attributes:
        element: Of an element of a tile of whole rows, without reductions.
        row: Of a row without its elements.
        column: Of an element of values per column.
        piece: Of an element of a piece of a row.
        grain: What the distance of short rows is a multiple of.
        long_grain: That of rows longer than a repeat.
        more: Of values per row in excess of those of rows, which are whole blocks.
    """

    element: int
    row: int
    column: int
    piece: int
    grain: int
    long_grain: int
    more: int


def memory_of(rows: RowPrograms, buffers: int) -> RowMemory:
    """Return the memory that the rows of an operator need."""
    out = rows.size(rows.outputs(Reach.FULL))
    element = buffers * (rows.size(rows.inputs(Reach.FULL)) + out)
    piece = buffers * (rows.size(tiles.tile_inputs(rows, whole=False)) + out)
    per_row, per_column = tiles.retained_bytes(rows, whole=True)
    ports = len(rows.inputs(Reach.ROW)) + len(rows.outputs(Reach.ROW))
    row = per_row + buffers * tiles.VALUE * ports + 128
    return RowMemory(
        element + tiles.work_bytes(rows, whole=True),
        row,
        per_column,
        piece + tiles.work_bytes(rows, whole=False),
        128 if rows.compares else rows.grain,
        128 if rows.compares else LANES,
        (rows.row_grain - ROW_GRAINS[0]) * row,
    )


def memories_of(operator: Operator) -> RowMemories:
    """Return the memory with two tiles of each tensor, and with one."""
    rows = rows_of(operator)
    return astuple(memory_of(rows, 2)), astuple(memory_of(rows, 1))


def sizes_of(operator: Operator, sizes: Mapping[str, int]) -> tuple[int, int]:
    """Return the number and length of rows for these values of the symbols."""
    view = rows_of(operator).view
    return tuple(
        prod(int(evaluate(axis.size, sizes)) for axis in axes) for axes in (view.rows, view.columns)
    )  # type: ignore[return-value]


def space(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> Space:
    """Return the knobs: rows of a tile (0: pieces), elements of a piece, tiles, cores."""
    rows, columns = sizes_of(operator, sizes)

    def allowed(setting: Mapping[str, Any]) -> bool:
        memory = memory_of(rows_of(operator), setting["buffers"])
        share = -(-max(rows, 1) // setting["cores"])
        if setting["group"] == 0:
            needed = (2 * memory.piece + 1) * setting["piece"] // 2 + 8 * memory.row + memory.more
            short = setting["piece"] < columns + max(columns, _PIECES[0])
            return bool(needed + _RESERVED <= platform.ub_size and short)
        width = width_of(columns, memory.grain, memory.long_grain)
        needed = bytes_of(setting["group"], width, *astuple(memory)[:3]) + memory.more
        fits = needed + _RESERVED <= platform.ub_size and width <= LONGEST
        used = setting["group"] == 1 or setting["group"] < 2 * share
        return bool(fits and used and setting["piece"] == _PIECES[0])

    setting = default(operator, sizes, platform)
    cores = {*(count for count in _CORES if count < platform.core_num), platform.core_num}
    knobs = (
        Knob("group", tuple(sorted({*_GROUPS, setting["group"]}))),
        Knob("piece", tuple(sorted({*_PIECES, setting["piece"]}))),
        Knob("buffers", (1, 2)),
        Knob("cores", tuple(sorted(cores))),
    )
    return Space(knobs, allowed)


def default(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> dict[str, int]:
    """Return the formula's setting: as many whole rows as fit, or pieces if no row fits."""
    shape = sizes_of(operator, sizes)
    memories = memories_of(operator)
    group, width, buffers = formula(shape, platform.core_num, platform.ub_size, memories)
    piece = _PIECES[0] if group else width
    return {"group": group, "piece": piece, "buffers": buffers, "cores": platform.core_num}


def call(
    operator: Operator, sizes: Mapping[str, int], setting: Mapping[str, int], platform: CorePlatform
) -> CoreKernelCall:
    """Return the launch of the kernel with a setting."""
    del platform
    rows, columns = sizes_of(operator, sizes)
    memory = memory_of(rows_of(operator), setting["buffers"])
    share = -(-max(rows, 1) // setting["cores"])
    whole = setting["group"] > 0
    period = rows_of(operator).view.period
    numbers = RowNumbers(
        rows=rows,
        columns=columns,
        share=share,
        group=setting["group"],
        width=width_of(columns, memory.grain, memory.long_grain) if whole else setting["piece"],
        period=max(prod(int(evaluate(axis.size, sizes)) for axis in period), 1),
        buffers=setting["buffers"],
    )
    arguments = {"numbers": numbers, "variants": Variants((operator,))}
    return CoreKernelCall(KERNEL, -(-max(rows, 1) // share), arguments)


def packaged(variants: Sequence[Operator], table: Sequence[TunedEntry]) -> Packaged:
    """Return what packages need of an operator on rows.

    Raises:
        MisuseError: The operator has another form.
    """
    view = rows_of(variants[0]).view

    def shape(sizes: Mapping[str, Any]) -> tuple[Any, ...]:
        of = view.rows, view.columns, view.period
        return tuple(prod_of(evaluate(axis.size, sizes) for axis in axes) for axes in of)

    facts = facts_of(variants, table, memories_of)
    constants = {"variants": Variants(variants)}
    return Packaged(rowwise, constants, facts.symbols, shape, numbers, facts)


@asc.jit
def numbers(
    shape: tuple[int, ...],
    sizes: tuple[int, ...],
    itemsize: int,
    part: tuple[int, int],
    facts: asc.ConstExpr[TilingFacts],
) -> tuple[int, RowNumbers]:
    """Return the number of blocks and the kernel's numbers, tuned or by the formula."""
    rows, columns, period = shape
    core_num, ub_size = part
    memories = facts.memories[0][1]
    group, width, buffers = formula((rows, columns), core_num, ub_size, memories)
    for i in asc.static_range(len(facts.memories)):
        if i > 0 and itemsize == facts.memories[i][0]:
            others = facts.memories[i][1]
            group, width, buffers = formula((rows, columns), core_num, ub_size, others)
    cores = core_num
    for i in asc.static_range(len(facts.table) - 1, -1, -1):
        if facts.holds(i, sizes, itemsize):
            setting = facts.table[i].setting
            group, buffers = setting["group"], setting["buffers"]
            cores = min(setting["cores"], core_num)
            if setting["group"] > 0:
                width = width_of(columns, memories[0][4], memories[0][5])
            else:
                width = setting["piece"]
    share = (max(rows, 1) + cores - 1) // cores
    blocks = (max(rows, 1) + share - 1) // share
    numbers = RowNumbers(rows, columns, share, group, width, max(period, 1), buffers)
    return blocks, numbers


@asc.jit
def width_of(columns: int, grain: int, long_grain: int) -> int:
    """Return the pitch of rows in the unified buffer, in elements."""
    width = (columns + grain - 1) // grain * grain
    if columns > LANES:
        width = (columns + long_grain - 1) // long_grain * long_grain
    return width


@asc.jit
def bytes_of(group: int, width: int, element: int, row: int, column: int) -> int:
    """Return the bytes of the unified buffer for tiles of whole rows."""
    return group * width * (2 * element + 1) // 2 + (group + 7) // 8 * 8 * row + width * column


@asc.jit
def formula(
    shape: tuple[int, int], cores: int, ub_size: int, memories: asc.ConstExpr[RowMemories]
) -> tuple[int, int, int]:
    """Return rows of a tile (0: pieces), their pitch in elements, and tiles of each tensor."""
    group, width = tile_of(shape, cores, ub_size, memories[0])
    buffers = 2
    alone, distance = tile_of(shape, cores, ub_size, memories[1])
    if group == 0 and alone > 0:  # one tile of whole rows: they come once
        group, width, buffers = alone, distance, 1
    return group, width, buffers


@asc.jit
def tile_of(
    shape: tuple[int, int], cores: int, ub_size: int, memory: asc.ConstExpr[tuple[int, ...]]
) -> tuple[int, int]:
    """Return rows of a tile and their pitch in elements; 0 and a piece's length if no row fits."""
    rows, columns = shape
    element, row, column, piece, grain, long_grain, more = memory
    share = (max(rows, 1) + cores - 1) // cores
    width = width_of(columns, grain, long_grain)
    left = ub_size - _RESERVED - more - width * column - 8 * row
    row_bytes = width * (2 * element + 1) // 2 + row
    group = 0
    if left >= row_bytes and width <= LONGEST:
        most = min(left // row_bytes, MOST_ROWS)
        count = (share + most - 1) // most
        group = (share + count - 1) // count
    else:
        most = (ub_size - _RESERVED - more - 8 * row) * 2 // (2 * piece + 1)
        width = min(most, LONGEST) // long_grain * long_grain
    return group, width
