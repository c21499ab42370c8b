"""Tiles of windows over planes: which rows and columns they are, and what their windows see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import asc
from asc.language.core.struct import Field, Struct
from custom_compiler.asc.language.dtypes import KnownTypes
from custom_compiler.autokernel.aicore.body import whole

if TYPE_CHECKING:
    from custom_compiler.autokernel.aicore.plane_windows import AxisWindows, StackWindows

PLANES = 16  # side of the squares that are transposed
_SHORT, _LONG = KnownTypes.int32, KnownTypes.int64


class WindowSizes(NamedTuple):
    """Sizes of a call: `batches` x `channels` stacks of planes, of the input and of the output."""

    batches: int
    channels: int
    depth: int
    height: int
    width: int
    out_depth: int
    out_height: int
    out_width: int
    kernel_d: int
    kernel_h: int
    kernel_w: int

    @property
    def positions(self) -> int:
        """Elements of a stack of the output."""
        return self.out_width * self.out_height * self.out_depth

    @property
    def taps(self) -> int:
        """Positions in a window."""
        return self.kernel_w * self.kernel_h * self.kernel_d


class Grid(Struct):
    """Numbers of a call. A group is consecutive rows of a plane, which are loaded at once.

    A channel is a stack of `depth` planes. Tiles have `rows` x `columns` results, whole rows if
    `columns` is no less than `out_width`. In positions, `*_capacity` are the sizes of tiles,
    `*_pitch` the distances between groups, and `seen_row` and `out_row` those between rows.
    """

    channels = Field(_SHORT)
    depth = Field(_SHORT)
    height = Field(_SHORT)
    width = Field(_SHORT)
    out_depth = Field(_SHORT)
    out_height = Field(_SHORT)
    out_width = Field(_SHORT)
    kernel_d = Field(_SHORT)
    kernel_h = Field(_SHORT)
    kernel_w = Field(_SHORT)
    rows = Field(_SHORT)
    columns = Field(_SHORT)
    seen_capacity = Field(_SHORT)
    seen_group = Field(_SHORT)
    seen_pitch = Field(_SHORT)
    seen_row = Field(_SHORT)
    out_capacity = Field(_SHORT)
    out_group = Field(_SHORT)
    out_pitch = Field(_SHORT)
    out_row = Field(_SHORT)
    weight_pitch = Field(_SHORT)


class Tile(Struct):
    """A tile: `here` x `across` windows from `row` and `column` on, of `count` channels.

    They are of the output's plane `slab`. `image` is the number of the first channel among those of
    all images, `first` its position in its own. The windows see rows from `top` to before `bottom`,
    and columns from `left` to before `right`.
    """

    image = Field(_LONG)
    first = Field(_SHORT)
    count = Field(_SHORT)
    slab = Field(_SHORT)
    row = Field(_SHORT)
    column = Field(_SHORT)
    here = Field(_SHORT)
    across = Field(_SHORT)
    top = Field(_SHORT)
    bottom = Field(_SHORT)
    left = Field(_SHORT)
    right = Field(_SHORT)


def set_sizes(grid: Grid, sizes: WindowSizes, rows: Any, columns: Any) -> None:
    """Set the fields of a grid that are numbers of the call."""
    for name in WindowSizes._fields:
        if name in Grid.fields_:
            setattr(grid, name, getattr(sizes, name))
    grid.rows, grid.columns = rows, columns


def among(positions: Any, step: AxisWindows) -> Any:
    """Return the most elements that this many positions have, with zeros between the elements.

    For positions before the first element, return a number that is not above 0.
    """
    return positions if step.up == 1 else (positions + (step.up - 1)) // step.up


@asc.jit
def measure(grid: Grid, windows: StackWindows) -> None:
    """Compute what follows from the sizes of planes, windows and tiles."""
    y, x = windows.rows, windows.columns
    seen_rows = among((grid.rows - 1) * y.stride + (grid.kernel_h - 1) * y.dilation + 1, y)
    seen_rows = min(seen_rows, grid.height)
    if grid.columns < grid.out_width:
        seen_columns = among(
            (grid.columns - 1) * x.stride + (grid.kernel_w - 1) * x.dilation + 1, x
        )
        grid.seen_group, grid.out_group = 1, 1
        grid.seen_pitch = whole(min(seen_columns, grid.width), PLANES)
        grid.out_pitch = whole(grid.columns, PLANES)
        grid.seen_row, grid.out_row = grid.seen_pitch, grid.out_pitch
        grid.seen_capacity = seen_rows * grid.seen_pitch
        grid.out_capacity = grid.rows * grid.out_pitch
    else:
        grid.columns = grid.out_width
        grid.seen_group, grid.out_group = seen_rows, grid.rows
        grid.seen_pitch = whole(seen_rows * grid.width, PLANES)
        grid.out_pitch = whole(grid.rows * grid.out_width, PLANES)
        grid.seen_row, grid.out_row = grid.width, grid.out_width
        grid.seen_capacity, grid.out_capacity = grid.seen_pitch, grid.out_pitch
    grid.weight_pitch = whole(grid.kernel_d * grid.kernel_h * grid.kernel_w, PLANES)


def tiles_in(grid: Grid) -> Any:
    """Return the number of tiles in all channels of an image."""
    groups = (grid.channels + PLANES - 1) // PLANES
    bands = (grid.out_height + grid.rows - 1) // grid.rows
    return groups * grid.out_depth * bands * ((grid.out_width + grid.columns - 1) // grid.columns)


@asc.jit
def locate(tile: Tile, grid: Grid, number: int, windows: StackWindows) -> None:
    """Set the location of a tile: the windows of its results, and the input that they read."""
    y, x = windows.rows, windows.columns
    bands = (grid.out_height + grid.rows - 1) // grid.rows
    pieces = (grid.out_width + grid.columns - 1) // grid.columns
    groups = (grid.channels + PLANES - 1) // PLANES
    slab = number // (bands * pieces)
    tile.slab, group = slab % grid.out_depth, slab // grid.out_depth
    tile.first = group % groups * PLANES
    tile.image = asc.number(group // groups, asc.int64) * grid.channels + tile.first
    tile.count = min(PLANES, grid.channels - tile.first)
    tile.row = number // pieces % bands * grid.rows
    tile.column = number % pieces * grid.columns
    tile.here = min(grid.rows, grid.out_height - tile.row)
    tile.across = min(grid.columns, grid.out_width - tile.column)
    above = tile.row * y.stride - y.pad
    tile.top = max(0, among(above, y))
    span = (tile.here - 1) * y.stride + (grid.kernel_h - 1) * y.dilation + 1
    tile.bottom = min(grid.height, among(above + span, y))
    tile.left, tile.right = 0, grid.width
    if grid.columns < grid.out_width:
        before = tile.column * x.stride - x.pad
        tile.left = max(0, among(before, x))
        span = (tile.across - 1) * x.stride + (grid.kernel_w - 1) * x.dilation + 1
        tile.right = min(grid.width, among(before + span, x))
