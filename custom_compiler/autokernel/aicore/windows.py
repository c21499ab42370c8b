"""Launches of kernels with windows: settings of tiles, and default settings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore.body import Variants, whole
from custom_compiler.autokernel.aicore.flat_settings import prod_of
from custom_compiler.autokernel.aicore.form import Form, form_of
from custom_compiler.autokernel.aicore.grid import PLANES, WindowSizes, among
from custom_compiler.autokernel.aicore.kernels import CoreKernelCall, Packaged, TilingFacts
from custom_compiler.autokernel.aicore.plane_windows import refused
from custom_compiler.autokernel.aicore.planes import PlaneNumbers, planes
from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import CorePlatform, TunedEntry
    from custom_compiler.autokernel.aicore.plane_windows import StackWindows
    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Operator

KERNEL = "custom_compiler.autokernel.aicore.planes:planes"
_REPEATS = 255  # of one instruction
_TOO_MUCH = 1 << 24  # bytes
_MOST_ROWS = 32


@dataclass(frozen=True)
class Windows:
    """A kernel's windows and the sizes of a call."""

    form: Form
    sizes: Mapping[str, int]

    @cached_property
    def factors(self) -> dict[str, tuple[Size, ...]]:
        """Factors of the sizes, by the fields of `WindowSizes`."""
        windows = self.form.windows
        lead = tuple(axis.size for axis in windows.lead)
        per_channel = windows.weight is not None or windows.bias is not None
        batches, channels = (lead[:-1], lead[-1:]) if per_channel else ((), lead)
        steps = (windows.depth, windows.rows, windows.columns)
        factors = (
            batches,
            channels,
            *((step.seen,) for step in steps),
            *((step.windows,) for step in steps),
            *((step.kernel,) for step in steps),
        )
        return dict(zip(WindowSizes._fields, factors, strict=True))

    @cached_property
    def shape(self) -> WindowSizes:
        """The sizes as numbers."""
        values = {
            name: prod(int(evaluate(size, self.sizes)) for size in sizes)
            for name, sizes in self.factors.items()
        }
        return WindowSizes(**values)

    def space(self, ub_size: int) -> Space:
        """Return the knobs: rows and columns of a tile, and the tiles in flight (1 or 2).

        Args:
            ub_size: Bytes of a unified buffer.
        """
        memory, shape = memory_of(self.form), self.shape
        columns = [_whole(shape.out_width)]
        while columns[-1] > PLANES:
            columns.append(_whole(columns[-1] // 2))

        def allowed(setting: Mapping[str, Any]) -> bool:
            rows, columns, buffers = setting["rows"], setting["columns"], setting["buffers"]
            return bool(needed(rows, columns, shape, buffers, memory) <= ub_size)

        return Space(
            (
                Knob("rows", tuple(range(1, min(shape.out_height, _MOST_ROWS) + 1))),
                Knob("columns", tuple(reversed(columns))),
                Knob("buffers", (1, 2)),
            ),
            allowed,
        )

    def default(self, ub_size: int, cores: int) -> dict[str, int]:
        """Return tiles of whole rows where one fits, and no fewer tiles than there are cores.

        Raises:
            MisuseError: no tile fits.
        """
        rows, columns = tile_of(self.shape, cores, ub_size, memory_of(self.form))
        if rows == 0:
            raise refused(f"windows of {kernel_text(self.shape)}, so large,")
        return {"rows": rows, "columns": columns, "buffers": 2}

    def blocks(self, setting: Mapping[str, int], cores: int) -> int:
        """Return the number of cores that have work."""
        shape = self.shape
        groups = shape.batches * -(-shape.channels // PLANES) * shape.out_depth
        bands = -(-shape.out_height // setting["rows"])
        tiles = groups * bands * -(-shape.out_width // setting["columns"])
        return min(tiles, cores)


@dataclass(frozen=True)
class WindowTileMemory:
    """Memory of tiles: bytes of the unified buffer per position of input, output, weights, columns.

    `arriving` and `leaving` are the bytes of each tile that is loaded or stored at the same time.
    """

    windows: StackWindows
    seen: int
    arriving: int
    results: int
    leaving: int
    weights: int
    counts: int
    side: int  # positions that an instruction transposes at a time


def memory_of(form: Form) -> WindowTileMemory:
    """Return the memory that tiles of a form need."""
    return WindowTileMemory(
        form.windows,
        form.seen_bytes(0),
        form.seen_bytes(1) - form.seen_bytes(0),
        form.result_bytes(0),
        form.result_bytes(1) - form.result_bytes(0),
        form.weight_bytes(),
        form.count_bytes(),
        32 // form.size,
    )


@asc.jit
def needed(
    rows: int, columns: int, shape: WindowSizes, buffers: int, memory: WindowTileMemory
) -> int:
    """Return the bytes that a tile needs, or more than exist if no instruction can compute it."""
    height, width = shape.height, shape.width
    y, x = memory.windows.rows, memory.windows.columns
    seen_rows = min(among((rows - 1) * y.stride + (shape.kernel_h - 1) * y.dilation + 1, y), height)
    across = min(among((columns - 1) * x.stride + (shape.kernel_w - 1) * x.dilation + 1, x), width)
    seen_pitch, out_pitch = whole(across, PLANES), whole(columns, PLANES)
    seen_capacity, out_capacity = seen_rows * seen_pitch, rows * out_pitch
    if columns >= shape.out_width:
        seen_pitch, out_pitch = (
            whole(seen_rows * width, PLANES),
            whole(rows * shape.out_width, PLANES),
        )
        seen_capacity, out_capacity = seen_pitch, out_pitch
    positions = whole(shape.taps, PLANES)
    total: int = seen_capacity * (memory.seen + memory.arriving * buffers) + PLANES * 16
    total = total + out_capacity * (memory.results + memory.leaving * buffers)
    total = total + positions * memory.weights + columns * memory.counts
    if seen_pitch > _REPEATS * memory.side or positions > _REPEATS * memory.side:
        total = total + _TOO_MUCH
    if out_pitch > _REPEATS * 8 or columns > _REPEATS * 8:
        total = total + _TOO_MUCH
    if memory.windows.bias is not None and out_capacity > _REPEATS * 8:
        total = total + _TOO_MUCH
    return total


@asc.jit
def tile_of(
    shape: WindowSizes, cores: int, ub_size: int, memory: WindowTileMemory
) -> tuple[int, int]:
    """Return the rows and columns of a tile by the formula; no rows where none fits."""
    out_height, out_width = shape.out_height, shape.out_width
    columns = whole(out_width, PLANES)
    while needed(1, columns, shape, 2, memory) > ub_size and columns > PLANES:
        columns = whole(columns // 2, PLANES)
    rows = out_height * 0
    if needed(1, columns, shape, 2, memory) <= ub_size:
        rows = rows + 1
        pieces = (out_width + columns - 1) // columns
        planes = (
            ((shape.channels + PLANES - 1) // PLANES) * shape.batches * shape.out_depth * pieces
        )
        most = min(out_height, _MOST_ROWS)
        while (
            rows < most
            and needed(rows + 1, columns, shape, 2, memory) <= ub_size
            and (out_height + rows) // (rows + 1) * planes >= cores
        ):
            rows = rows + 1
    return rows, columns


@asc.jit
def numbers_of(
    shape: WindowSizes,
    sizes: tuple[int, ...],
    itemsize: int,
    part: tuple[int, int],
    facts: asc.ConstExpr[TilingFacts],
) -> tuple[int, PlaneNumbers]:
    """Return the number of blocks and the kernel's numbers, tuned or by the formula."""
    core_num, ub_size = part
    rows, columns = tile_of(shape, core_num, ub_size, facts.memories[0][1])
    for i in asc.static_range(1, len(facts.memories)):
        if itemsize == facts.memories[i][0]:
            rows, columns = tile_of(shape, core_num, ub_size, facts.memories[i][1])
    buffers = 2
    for i in asc.static_range(len(facts.table) - 1, -1, -1):
        if facts.holds(i, sizes, itemsize):
            rows, columns = facts.table[i].setting["rows"], facts.table[i].setting["columns"]
            buffers = facts.table[i].setting["buffers"]
    blocks = rows * 0  # rejects calls without a tile
    if rows > 0:
        pieces = (shape.out_width + columns - 1) // columns
        bands = (shape.out_height + rows - 1) // rows
        groups = ((shape.channels + PLANES - 1) // PLANES) * shape.batches * shape.out_depth
        tiles = bands * pieces * groups
        blocks = min(tiles, core_num)
    return blocks, PlaneNumbers(shape, rows, columns, buffers)


def packaged(variants: Sequence[Operator], table: Sequence[TunedEntry] = ()) -> Packaged:
    """Return what packages need of an operator with windows."""
    forms = [form_of(variant) for variant in variants]

    def shape(sizes: Mapping[str, Any]) -> WindowSizes:
        factors = Windows(forms[0], sizes).factors.values()
        return WindowSizes(*(prod_of(evaluate(size, sizes) for size in each) for each in factors))

    by_size: dict[int, WindowTileMemory] = {}
    for form in forms:
        memory = memory_of(form)
        if form.size not in by_size or memory.seen >= by_size[form.size].seen:
            by_size[form.size] = memory
    symbols = tuple(dict.fromkeys(symbol for entry in table for symbol in entry.least))
    facts = TilingFacts(tuple(by_size.items()), tuple(table), symbols)
    constants = {"variants": Variants(variants)}
    return Packaged(planes, constants, symbols, shape, numbers_of, facts)


def space(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> Space:
    """Return the space of settings of a kernel with windows."""
    return Windows(form_of(operator), sizes).space(platform.ub_size)


def default(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> dict[str, int]:
    """Return an allowed setting that is good without a search."""
    return Windows(form_of(operator), sizes).default(platform.ub_size, platform.core_num)


def call(
    operator: Operator, sizes: Mapping[str, int], setting: Mapping[str, int], platform: CorePlatform
) -> CoreKernelCall:
    """Return the launch of the kernel with a setting."""
    windows = Windows(form_of(operator), sizes)
    numbers = PlaneNumbers(windows.shape, setting["rows"], setting["columns"], setting["buffers"])
    arguments = {"numbers": numbers, "variants": Variants((operator,))}
    return CoreKernelCall(KERNEL, windows.blocks(setting, platform.core_num), arguments)


def kernel_text(shape: WindowSizes) -> str:
    """Return the extents of a window, for messages."""
    return f"{shape.kernel_d} x {shape.kernel_h} x {shape.kernel_w}"


def _whole(count: int) -> int:
    return -(-count // PLANES) * PLANES
