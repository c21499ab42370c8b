"""Convolutions on AI cores: windows become columns of a matrix, which filters are multiplied with.

First the vector cores write what the windows see to the workspace, a row for each channel and
position of a window. Then the cubes multiply, and the vector cores compute what follows, as for
any product.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import asc
from custom_compiler.autokernel.aicore.body import BLOCK, data_type, whole
from custom_compiler.autokernel.aicore.elementwise import clear
from custom_compiler.autokernel.aicore.grid import (
    PLANES,
    Grid,
    Tile,
    WindowSizes,
    locate,
    measure,
    set_sizes,
    tiles_in,
)
from custom_compiler.autokernel.aicore.positions import (
    copy_positions,
    element_at,
    halves,
    load,
    plane_at,
    seen_at,
    store,
    transpose_in,
    transpose_out,
)
from custom_compiler.autokernel.classes.convolution.unfold import Unfolded, unfolded
from custom_compiler.autokernel.classes.matmul.cube import (
    ProductBlocks,
    fill,
    go_through,
    lay_out,
    multiplication,
)

if TYPE_CHECKING:
    from custom_compiler.autokernel.aicore.body import Variants

_MOST_COPIES = 4095  # blocks of a copy


class ConvolutionNumbers(NamedTuple):
    """Numbers of `convolve`: each of the `groups` of channels has its share of the `filters`.

    What windows see goes to the workspace in tiles of `rows` x `columns` positions, as `planes` has
    them, `matrix_at` bytes after its beginning; weights with channels before filters go
    `weights_at` bytes after it, transposed, and products `product_at` bytes. `tile` is as in
    products.
    """

    sizes: WindowSizes
    groups: int
    filters: int
    rows: int
    columns: int
    blocks: ProductBlocks
    tile: int
    weights_at: int
    matrix_at: int
    product_at: int


@asc.jit
def convolve(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    workspace: asc.GlobalAddress,
    numbers: ConvolutionNumbers,
    variants: asc.ConstExpr[Variants],
) -> None:
    """Convolve images: write what windows see to the workspace, and multiply it with filters."""
    sizes, groups, filters = numbers.sizes, numbers.groups, numbers.filters
    convolution = unfolded(variants.chosen(inputs))
    roles = convolution.roles
    cube = asc.adv.TCubeTiling()
    cube.share_l1_size = inputs[roles.left].dtype.sizeof()
    fill(
        cube,
        filters // groups,
        sizes.positions,
        sizes.channels // groups * sizes.taps,
        numbers.blocks,
    )
    grid = Grid()
    set_sizes(grid, sizes, numbers.rows, numbers.columns)
    measure(grid, convolution)
    pipe = asc.TPipe()
    product = multiplication(
        roles.match, inputs[roles.left], inputs[roles.right], data_type("float32")
    )
    asc.adv.register_matmul(pipe, workspace, product, cube)
    left, image, matrix = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    left.set_global_buffer(inputs[roles.left])
    image.set_global_buffer(inputs[roles.right])
    matrix.set_global_buffer((workspace + numbers.matrix_at).reinterpret_cast(image.dtype))
    products = asc.GlobalTensor()
    products.set_global_buffer((workspace + numbers.product_at).reinterpret_cast(asc.float32))
    arriving, leaving = asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECOUT, 2)
    seen_memory, unfolded_memory = asc.TBuf(asc.TPosition.VECCALC), asc.TBuf(asc.TPosition.VECCALC)
    size = image.dtype.sizeof()
    pipe.init_buffer(arriving, 1, PLANES * grid.seen_capacity * size)
    pipe.init_buffer(leaving, 2, PLANES * grid.out_capacity * size)
    pipe.init_buffer(seen_memory, PLANES * grid.seen_capacity * size)
    pipe.init_buffer(unfolded_memory, PLANES * grid.out_capacity * size)
    in_queue, out_queue, between = lay_out(pipe, roles, numbers.tile)
    if convolution.is_transposed:
        transposed = asc.GlobalTensor()
        transposed.set_global_buffer((workspace + numbers.weights_at).reinterpret_cast(image.dtype))
        transpose_weights(grid, left, transposed, filters, groups, seen_memory.get(image.dtype))
        left = transposed
    unfold(
        grid,
        image,
        matrix,
        sizes.batches,
        arriving,
        leaving,
        seen_memory.get(image.dtype),
        unfolded_memory.get(image.dtype),
        convolution,
    )
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.sync_all()
    go_through(
        product, cube, left, matrix, products, sizes.batches * groups, groups, in_queue, out_queue,
        between.get(asc.uint8), inputs, outputs, attributes, numbers.tile, roles,
    )  # fmt: skip
    product.end()


@asc.jit
def unfold(
    grid: Grid,
    image: asc.GlobalTensor,
    matrix: asc.GlobalTensor,
    images: int,
    arriving: asc.TQue,
    leaving: asc.TQue,
    seen: asc.LocalTensor,
    unfolded_tile: asc.LocalTensor,
    convolution: Unfolded,
) -> None:
    """Write what windows see: a row per channel and position of a window, a column per window."""
    tile = Tile()
    in_plane = grid.kernel_h * grid.kernel_w
    taps = grid.kernel_d * in_plane
    positions = grid.out_depth * grid.out_height * grid.out_width
    size = image.dtype.sizeof()
    workers = asc.get_block_num() * asc.get_task_ratio()
    for number in range(asc.get_block_idx(), images * tiles_in(grid), workers):
        locate(tile, grid, number, convolution)
        for tap in range(taps):
            plane = plane_at(tap // in_plane, grid, tile, convolution.depth)
            row = row_of(tap, grid, convolution)
            if tap % in_plane == 0 and plane >= 0:
                raw = arriving.alloc_tensor(image.dtype)
                if tile.count < PLANES:
                    clear(raw, PLANES * grid.seen_capacity * size)
                load(raw, image, plane, grid, tile)
                arriving.enque(raw)
                raw = arriving.deque(image.dtype)
                transpose_in(halves(seen), halves(raw), grid, tile)
                arriving.free_tensor(raw)
            asc.duplicate(halves(unfolded_tile), 0.0, PLANES * grid.out_capacity)
            if plane >= 0:
                gather(halves(unfolded_tile), halves(seen), grid, tile, tap % in_plane, convolution)
            transposed = leaving.alloc_tensor(image.dtype)
            transpose_out(halves(transposed), halves(unfolded_tile), grid, tile)
            leaving.enque(transposed)
            transposed = leaving.deque(image.dtype)
            store(matrix[row * positions :], transposed, grid, tile, taps * positions)
            leaving.free_tensor(transposed)


@asc.jit
def gather(
    unfolded_tile: asc.LocalTensor,
    seen: asc.LocalTensor,
    grid: Grid,
    tile: Tile,
    tap: int,
    convolution: Unfolded,
) -> None:
    """Gather the elements that windows have at one of their positions."""
    y, x = convolution.rows, convolution.columns
    shift = tap % grid.kernel_w * x.dilation - x.pad
    low, count = read_at(shift, grid, tile, convolution)
    if count > 0:
        for i in range(tile.here):
            at = (tile.row + i) * y.stride - y.pad + tap // grid.kernel_w * y.dilation
            row = element_at(at, grid.height, y)
            if row >= 0:
                first = (low * x.stride + shift) // x.up - tile.left
                copy_positions(
                    unfolded_tile[(i * grid.out_row + low - tile.column) * PLANES :],
                    seen[((row - tile.top) * grid.seen_row + first) * PLANES :],
                    count,
                    x.stride,
                    x.up,
                )


@asc.jit
def read_at(shift: int, grid: Grid, tile: Tile, convolution: Unfolded) -> tuple[int, int]:
    """Return the first tile column whose window has an element at `shift`, and their number."""
    x = convolution.columns
    if x.up == 1:
        low, high = seen_at(shift, x.stride, grid, tile)
        return low, high - low
    low = max(tile.column, -shift)
    low = low + (x.up - (low + shift) % x.up) % x.up
    stop = min(tile.column + tile.across, (grid.width - 1) * x.up + 1 - shift)
    return low, (stop - low + x.up - 1) // x.up


def row_of(tap: Any, grid: Grid, convolution: Unfolded) -> Any:
    """Return the matrix row of a window position, in the order of the weights."""
    in_row, in_plane = tap % grid.kernel_w, tap // grid.kernel_w
    axes = [
        (in_plane // grid.kernel_h, grid.kernel_d, convolution.depth),
        (in_plane % grid.kernel_h, grid.kernel_h, convolution.rows),
        (in_row, grid.kernel_w, convolution.columns),
    ]
    row: Any = 0
    for at, count, step in axes:
        row = row * count + (count - 1 - at if step.is_backwards else at)
    return row


@asc.jit
def transpose_weights(
    grid: Grid,
    weights: asc.GlobalTensor,
    transposed: asc.GlobalTensor,
    filters: int,
    groups: int,
    memory: asc.LocalTensor,
) -> None:
    """Write weights with filters before channels."""
    size = weights.dtype.sizeof()
    taps = grid.kernel_d * grid.kernel_h * grid.kernel_w
    channels, members = grid.channels // groups, filters // groups
    filter_bytes = whole(taps * size, BLOCK)
    most = min(max(PLANES * grid.seen_capacity * size // filter_bytes, 1), _MOST_COPIES)
    workers = asc.get_block_num() * asc.get_task_ratio()
    for number in range(asc.get_block_idx(), filters, workers):
        group, member = number // members, number % members
        for first in range(0, channels, most):
            count = min(most, channels - first)
            begin = ((group * channels + first) * members + member) * taps
            gap = (members - 1) * taps * size
            padding = asc.DataCopyPadExtParams(weights.dtype, False, 0, 0, 0)
            params = asc.DataCopyExtParams(count, taps * size, gap, 0, 0)
            asc.data_copy_pad(memory, weights[begin:], params, padding)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
            params = asc.DataCopyExtParams(count, taps * size, 0, 0, 0)
            asc.data_copy_pad(transposed[(number * channels + first) * taps :], memory, params)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
