"""Positions of 16 planes, whose 16 values are adjacent: copies, transposition, reduction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore.grid import PLANES, Grid, Tile

if TYPE_CHECKING:
    from custom_compiler.autokernel.aicore.form import Form
    from custom_compiler.autokernel.aicore.plane_windows import AxisWindows

_BLOCK = 32  # bytes
_REPEAT_BLOCKS = 8  # blocks of an instruction's repeat
_MOST = 255  # repeats


def halves(tensor: Any) -> Any:
    """Return a tensor as float16 if it is bfloat16, which cannot be transposed."""
    return tensor.reinterpret_cast(asc.float16) if tensor.dtype == asc.bfloat16 else tensor


def copy_in(target: Any, source: Any, count: Any, length: Any, apart: Any, pitch: Any) -> None:
    """Copy `length` elements of `count` planes, which are `apart`, to rows that are `pitch`."""
    size = source.dtype.sizeof()
    gap = pitch * size // _BLOCK - (length * size + _BLOCK - 1) // _BLOCK
    params = asc.DataCopyExtParams(count, length * size, (apart - length) * size, gap, 0)
    padding = asc.DataCopyPadExtParams(source.dtype, False, 0, 0, 0)
    asc.data_copy_pad(target, source, params, padding)


@asc.jit
def load(target: Any, source: Any, plane: int, grid: Grid, tile: Tile) -> None:
    """Copy the rows that the tile's windows see of a plane of each channel, group by group."""
    for begin in range(tile.top, tile.bottom, grid.seen_group):
        more_rows = min(grid.seen_group, tile.bottom - begin) - 1
        length = more_rows * grid.width + tile.right - tile.left
        first = ((tile.image * grid.depth + plane) * grid.height + begin) * grid.width + tile.left
        at = (begin - tile.top) // grid.seen_group * PLANES * grid.seen_pitch
        copy_in(
            target[at:],
            source[first:],
            tile.count,
            length,
            grid.depth * grid.height * grid.width,
            grid.seen_pitch,
        )


@asc.jit
def transpose_in(target: Any, source: Any, grid: Grid, tile: Tile) -> None:
    """Transpose planes to positions, for all groups."""
    for begin in range(tile.top, tile.bottom, grid.seen_group):
        more_rows = min(grid.seen_group, tile.bottom - begin) - 1
        length = more_rows * grid.width + tile.right - tile.left
        at = (begin - tile.top) // grid.seen_group * PLANES * grid.seen_pitch
        planes_to_positions(target[at:], source[at:], grid.seen_pitch, length)


@asc.jit
def transpose_out(target: Any, source: Any, grid: Grid, tile: Tile) -> None:
    """Transpose positions to planes, for all groups."""
    for begin in range(0, tile.here, grid.out_group):
        length = (min(grid.out_group, tile.here - begin) - 1) * grid.out_width + tile.across
        at = begin // grid.out_group * PLANES * grid.out_pitch
        positions_to_planes(target[at:], source[at:], grid.out_pitch, length)


@asc.jit
def store(target: Any, source: Any, grid: Grid, tile: Tile, apart: int) -> None:
    """Copy the tile to channels that are `apart` elements from each other, group by group."""
    size = source.dtype.sizeof()
    for begin in range(0, tile.here, grid.out_group):
        length = (min(grid.out_group, tile.here - begin) - 1) * grid.out_width + tile.across
        row = tile.slab * grid.out_height + tile.row + begin
        first = tile.image * apart + row * grid.out_width + tile.column
        gap = grid.out_pitch * size // _BLOCK - (length * size + _BLOCK - 1) // _BLOCK
        params = asc.DataCopyExtParams(tile.count, length * size, gap, (apart - length) * size, 0)
        at = begin // grid.out_group * PLANES * grid.out_pitch
        asc.data_copy_pad(target[first:], source[at:], params)


@asc.jit
def plane_at(tap: int, grid: Grid, tile: Tile, step: AxisWindows) -> int:
    """Return the input plane at a position of a window along the stack, or -1 if it is outside."""
    return element_at(tile.slab * step.stride - step.pad + tap * step.dilation, grid.depth, step)


@asc.jit
def element_at(position: int, count: int, step: AxisWindows) -> int:
    """Return the element at a position, or -1 if no element is there."""
    element = position
    if step.up > 1 and position >= 0:
        element = position // step.up if position % step.up == 0 else -1
    return element if element >= 0 and element < count else -1


@asc.jit
def seen_at(shift: int, stride: int, grid: Grid, tile: Tile) -> tuple[int, int]:
    """Return the range of tile columns whose windows have an element `shift` after their start."""
    low = tile.column
    if shift < 0:
        low = max(low, (stride - 1 - shift) // stride)
    high = low
    if shift < grid.width:
        high = min(tile.column + tile.across, (grid.width - 1 - shift) // stride + 1)
    return low, high


@asc.jit
def planes_to_positions(target: Any, source: Any, pitch: int, length: int) -> None:
    """Transpose `length` elements of 16 planes, which are `pitch` apart."""
    size = source.dtype.sizeof()
    side = _BLOCK // size  # positions of a repeat
    repeats = (length + side - 1) // side
    more = (repeats + _MOST - 2) // _MOST  # 0 for one, which would begin a stride further
    params = asc.TransDataTo5HDParams(False, False, repeats, 16 * more, more)
    sources, targets = [], []
    for i in asc.static_range(PLANES):
        sources.append(source[i * pitch :])
        targets.append(target[i * side :])
    asc.trans_data_to_5hd(targets, sources, params)


@asc.jit
def positions_to_planes(target: Any, source: Any, pitch: int, length: int) -> None:
    """Transpose positions back to planes; the inverse of `planes_to_positions`."""
    size = source.dtype.sizeof()
    repeats = (length + PLANES - 1) // PLANES
    more = (repeats + _MOST - 2) // _MOST
    side = _BLOCK // size
    if side == PLANES:
        params = asc.TransDataTo5HDParams(False, False, repeats, more, 16 * more)
        sources, targets = [], []
        for i in asc.static_range(PLANES):
            sources.append(source[i * PLANES :])
            targets.append(target[i * pitch :])
        asc.trans_data_to_5hd(targets, sources, params)
    else:
        params = asc.TransDataTo5HDParams(False, False, repeats, 2 * more, 32 * more)
        for half in asc.static_range(2):
            sources, targets = [], []
            for i in asc.static_range(PLANES):
                sources.append(source[i * PLANES + half * side :])
                targets.append(target[(half * side + i // 2) * pitch + i % 2 * side :])
            asc.trans_data_to_5hd(targets, sources, params)


@asc.jit
def reduce_positions(
    target: Any,
    source: Any,
    factor: Any,
    count: int,
    form: Form,
) -> None:
    """Reduce `count` positions into others; those of the source are a stride apart."""
    blocks, stride = form.halves, form.windows.columns.stride
    lanes = PLANES // blocks
    times, rest = count // _REPEAT_BLOCKS, count % _REPEAT_BLOCKS
    for half in asc.static_range(blocks):
        to, of, by = target[half * lanes :], source[half * lanes :], factor[half * lanes :]
        if times > 0:
            combine(to, of, by, _REPEAT_BLOCKS * lanes, times, form)
        if rest > 0:
            at = times * _REPEAT_BLOCKS * PLANES
            combine(to[at:], of[at * stride :], by, rest * lanes, 1, form)


@asc.jit
def copy_positions(target: Any, source: Any, count: int, stride: int, apart: int) -> None:
    """Copy `count` positions, `stride` apart in the source and `apart` in the target."""
    blocks = PLANES * source.dtype.sizeof() // _BLOCK
    lanes = PLANES // blocks
    times, rest = count // _REPEAT_BLOCKS, count % _REPEAT_BLOCKS
    step = _REPEAT_BLOCKS * blocks
    for half in asc.static_range(blocks):
        to, of = target[half * lanes :], source[half * lanes :]
        params = asc.CopyRepeatParams(blocks * apart, blocks * stride, step * apart, step * stride)
        if times > 0:
            asc.copy(to, of, _REPEAT_BLOCKS * lanes, times, params)
        if rest > 0:
            at = times * _REPEAT_BLOCKS * PLANES
            asc.copy(to[at * apart :], of[at * stride :], rest * lanes, 1, params)


def combine(target: Any, source: Any, factor: Any, mask: Any, times: Any, form: Form) -> None:
    """Reduce positions into others by one instruction."""
    blocks, stride = form.halves, form.windows.columns.stride
    step = _REPEAT_BLOCKS * blocks
    if form.windows.weight is not None:
        params = asc.BinaryRepeatParams(blocks, blocks * stride, 0, step, step * stride, 0)
        asc.mul_add_dst(target, source, factor, mask, times, params)
        return
    params = asc.BinaryRepeatParams(blocks, blocks, blocks * stride, step, step, step * stride)
    function = {"sum": asc.add, "max": asc.max, "min": asc.min}[form.windows.operation]
    function(target, target, source, mask, times, params)
