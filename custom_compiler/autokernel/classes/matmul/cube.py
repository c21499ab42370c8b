"""Products of matrices on AI cores: parts of the result, which cores take in turn.

The cube multiplies. What is computed of each element of a product is the vector cores' work: the
cube writes a part of the product to memory as float32, and while it makes the next one, the vector
core that asked for it goes through the part in tiles of rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import asc
from custom_compiler.autokernel.aicore.body import data_type, view, whole
from custom_compiler.autokernel.aicore.counting import count_up
from custom_compiler.autokernel.aicore.elementwise import Tiles, clear, compute
from custom_compiler.autokernel.aicore.steps import SIZES
from custom_compiler.autokernel.classes.matmul.rest import PRODUCT, roles_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.autokernel.aicore.body import Variants
    from custom_compiler.autokernel.classes.matmul.match import MatmulMatch
    from custom_compiler.autokernel.classes.matmul.rest import CoreRoles
    from custom_compiler.autokernel.describe.tree import Input

L0C = 128 << 10  # bytes of a cube's accumulators, on all parts that kernels in Python are for
LANES = 32  # elements that rows of tiles are multiples of: blocks of 32 bytes of any type
_BLOCK, _REPEAT = 32, 256  # bytes
_REPEATS = 255  # of one instruction


class ProductBlocks(NamedTuple):
    """The division of a product: a part is `m_blocks` x `n_blocks` blocks of `base_m` x `base_n`.

    Of each matrix `step` pieces of `base_k` come to L1 at once, where memory allows `buffers` times
    as many. `columns_first` is the order of blocks.
    """

    base_m: int
    base_n: int
    base_k: int
    m_blocks: int
    n_blocks: int
    step: int
    buffers: int
    columns_first: int


class ProductNumbers(NamedTuple):
    """Numbers of `multiply`: `batches` products of an `m` x `k` and a `k` x `n` matrix."""

    batches: int
    m: int
    n: int
    k: int
    blocks: ProductBlocks


class ComputedNumbers(NamedTuple):
    """Numbers of `multiply_and_compute`.

    The products are float32, `product_at` bytes after the beginning of the workspace; `tile` is a
    number of elements, a multiple of the elementwise class's grain and at least a row of a part.
    """

    products: ProductNumbers
    tile: int
    product_at: int


@asc.jit(matmul_cube_only=True)
def multiply(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    workspace: asc.GlobalAddress,
    numbers: ProductNumbers,
    variants: asc.ConstExpr[Variants],
) -> None:
    """Write products of matrices; each core takes every so many-th part."""
    roles = roles_of(variants.chosen(inputs))
    cube = asc.adv.TCubeTiling()
    cube.share_l1_size = inputs[roles.left].dtype.sizeof()
    batches = numbers.batches
    fill(cube, numbers.m, numbers.n, numbers.k, numbers.blocks)
    pipe = asc.TPipe()
    bias = bias_of(roles.match, inputs)
    product = multiplication(
        roles.match, inputs[roles.left], inputs[roles.right], outputs[0].dtype, bias
    )
    if bias is not None:
        cube.is_bias = 1
    asc.adv.register_matmul(pipe, workspace, product, cube)
    left, right, result = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    left.set_global_buffer(inputs[roles.left])
    right.set_global_buffer(inputs[roles.right])
    result.set_global_buffer(outputs[0])
    for part in range(asc.get_block_idx(), batches * parts_of(cube), asc.get_block_num()):
        begin(roles, product, cube, left, right, part, batches)
        product.set_tail(
            min(cube.single_core_m, cube.m - row_of(cube, part)),
            min(cube.single_core_n, cube.n - column_of(cube, part)),
        )
        if bias is not None:
            product.set_bias(bias[column_of(cube, part) :])
        product.iterate_all(result[first_element_of(cube, part) :])
    product.end()


@asc.jit
def multiply_and_compute(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    workspace: asc.GlobalAddress,
    numbers: ComputedNumbers,
    variants: asc.ConstExpr[Variants],
) -> None:
    """Write an expression of each element of products; each vector core takes parts."""
    roles = roles_of(variants.chosen(inputs))
    cube = asc.adv.TCubeTiling()
    cube.share_l1_size = inputs[roles.left].dtype.sizeof()
    batches, tile = numbers.products.batches, numbers.tile
    fill(cube, numbers.products.m, numbers.products.n, numbers.products.k, numbers.products.blocks)
    pipe = asc.TPipe()
    product = multiplication(
        roles.match, inputs[roles.left], inputs[roles.right], data_type("float32")
    )
    asc.adv.register_matmul(pipe, workspace, product, cube)
    in_queue, out_queue, between = lay_out(pipe, roles, tile)
    left, right, products = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    left.set_global_buffer(inputs[roles.left])
    right.set_global_buffer(inputs[roles.right])
    products.set_global_buffer((workspace + numbers.product_at).reinterpret_cast(asc.float32))
    go_through(
        product, cube, left, right, products, batches, batches, in_queue, out_queue,
        between.get(asc.uint8), inputs, outputs, attributes, tile, roles,
    )  # fmt: skip
    product.end()


@asc.jit
def go_through(
    product: Any,
    cube: asc.adv.TCubeTiling,
    left: asc.GlobalTensor,
    right: asc.GlobalTensor,
    products: asc.GlobalTensor,
    batches: int,
    groups: int,
    in_queue: asc.TQue,
    out_queue: asc.TQue,
    between: asc.LocalTensor,
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    tile: int,
    roles: CoreRoles,
) -> None:
    """Multiply parts, and compute the rest of the expression for their elements.

    `groups` is the number of left matrices, where these have batches: they alternate.
    """
    tiles = roles.rest
    total = batches * parts_of(cube)
    workers = asc.get_block_num() * asc.get_task_ratio()
    # The cube works on the part of this turn while the one before is gone through.
    for turn in range(asc.get_block_idx(), total + workers, workers):
        part = turn - workers
        if part >= 0:
            product.wait_iterate_all()
        if turn < total:
            begin(roles, product, cube, left, right, turn, groups)
            product.set_tail(
                min(cube.single_core_m, cube.m - row_of(cube, turn)),
                min(cube.single_core_n, cube.n - column_of(cube, turn)),
            )
            target = products[first_element_of(cube, turn) :]
            product.iterate_all(target, sync=False, wait_iterate_all=True)
        if part >= 0:
            rows = min(cube.single_core_m, cube.m - row_of(cube, part))
            columns = min(cube.single_core_n, cube.n - column_of(cube, part))
            pitch = whole(columns, LANES)
            band = tile // pitch
            for top in range(0, rows, band):
                height = min(band, rows - top)
                first_element = first_element_of(cube, part) + asc.number(top, asc.int64) * cube.n
                area = Area(first_element, height, columns, pitch, cube.n, tile)
                in_tile = in_queue.alloc_tensor(asc.uint8)
                if height * columns != tile:
                    clear(in_tile, tile * tiles.input_bytes)  # what is no element has a value, too
                load(roles, products, inputs, in_tile, area)
                load_lines(
                    roles.match.row, roles, inputs, in_tile, tile, columns, column_of(cube, part)
                )
                first = row_of(cube, part) + top
                if roles.is_grouped:
                    first = first + part // parts_of(cube) % groups * cube.m
                load_lines(roles.match.column, roles, inputs, in_tile, tile, height, first)
                in_queue.enque(in_tile)
                in_tile = in_queue.deque(asc.uint8)
                lines = column_of(cube, part), first, columns, height
                fill_lines(roles, in_tile, between, tile, pitch, lines)
                out_tile = out_queue.alloc_tensor(asc.uint8)
                compute(tiles, attributes, (in_tile, out_tile, between), height * pitch, tile)
                in_queue.free_tensor(in_tile)
                store(tiles, outputs[0], out_queue, out_tile, area)


def lay_out(pipe: Any, roles: CoreRoles, tile: Any) -> tuple[Any, Any, Any]:
    """Allocate the queues of input and output tiles, and working memory."""
    tiles = roles.rest
    in_queue, out_queue = asc.TQue(asc.TPosition.VECIN, 2), asc.TQue(asc.TPosition.VECOUT, 2)
    between = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(in_queue, 2, tile * tiles.input_bytes)
    pipe.init_buffer(out_queue, 2, tile * tiles.output_bytes)
    pipe.init_buffer(between, tile * work_bytes(roles))
    return in_queue, out_queue, between


def work_bytes(roles: CoreRoles) -> int:
    """Return the working bytes per element of a tile, without inputs and outputs."""
    return max(roles.rest.program.work_bytes, 2 if roles.column else 1)


@dataclass(frozen=True)
class Area:
    """Rows of a part in the unified buffer; all are numbers, most at run time.

    Attributes:
        first_element: Number of the first element in the output.
        height: Number of rows.
        columns: Of each row.
        pitch: Elements from a row to the next in the unified buffer.
        width: Elements from a row to the next in the output.
        tile: Elements that there is memory for.
    """

    first_element: Any
    height: Any
    columns: Any
    pitch: Any
    width: Any
    tile: int | Any

    def gap(self, size: int) -> Any:
        """Return the blocks between rows of elements of `size` bytes."""
        return self.pitch * size // _BLOCK - (self.columns * size + _BLOCK - 1) // _BLOCK


def offsets_of(tiles: Tiles, tile: Any) -> dict[str, Any]:
    """Return the byte offset of each input's tile in the common memory."""
    offsets, offset = {}, 0
    for port in tiles.operator.inputs:
        offsets[port.name] = offset * tile
        offset += SIZES[port.dtype]
    return offsets


def load(roles: CoreRoles, products: Any, inputs: Sequence[Any], in_tile: Any, area: Area) -> None:
    """Copy the product and the inputs that are like the output."""
    names = [each.name for each in roles.match.operator.inputs]
    for port in roles.rest.operator.inputs:
        if port in roles.row + roles.column:
            continue
        source = products
        if port.name != PRODUCT:
            source = asc.GlobalTensor()
            source.set_global_buffer(inputs[names.index(port.name)])
        size = SIZES[port.dtype]
        params = asc.DataCopyExtParams(
            area.height, area.columns * size, (area.width - area.columns) * size, area.gap(size), 0
        )
        target = tile_of(roles, port, in_tile, area.tile)
        asc.data_copy_pad(target, source[area.first_element :], params, padding_of(port.dtype))


def load_lines(
    ports: Sequence[Input],
    roles: CoreRoles,
    inputs: Sequence[Any],
    in_tile: Any,
    tile: Any,
    length: Any,
    first: Any,
) -> None:
    """Copy pieces of inputs that have a number per row or column, to where their tiles begin."""
    names = [each.name for each in roles.match.operator.inputs]
    for port in ports:
        source = asc.GlobalTensor()
        source.set_global_buffer(inputs[names.index(port.name)] + first)
        params = asc.DataCopyExtParams(1, length * SIZES[port.dtype], 0, 0, 0)
        target = tile_of(roles, port, in_tile, tile)
        asc.data_copy_pad(target, source, params, padding_of(port.dtype))


@asc.jit
def fill_lines(
    roles: CoreRoles,
    in_tile: asc.LocalTensor,
    between: asc.LocalTensor,
    tile: int,
    pitch: int,
    lines: tuple[int, ...],
) -> None:
    """Broadcast inputs with a number per row or column over their tiles.

    `lines` are the first column and row, and numbers of columns and rows.
    """
    first_column, first_row, columns, height = lines
    for number in asc.static_range(len(roles.row_positions)):
        count_up(tile_of(roles, roles.row_positions[number], in_tile, tile), first_column, columns)
    for number in asc.static_range(len(roles.column_positions)):
        count_up(tile_of(roles, roles.column_positions[number], in_tile, tile), first_row, height)
    for number in asc.static_range(len(roles.row)):
        repeat(tile_of(roles, roles.row[number], in_tile, tile), height, pitch)
    for number in asc.static_range(len(roles.column)):
        spread(tile_of(roles, roles.column[number], in_tile, tile), between, height, pitch)


def tile_of(roles: CoreRoles, port: Input, in_tile: Any, tile: Any) -> Any:
    """Return the tile of an input in the common memory."""
    return view(in_tile, offsets_of(roles.rest, tile)[port.name], port.dtype)


def padding_of(dtype: str) -> Any:
    """Return copy parameters that leave the rest of a row's last block undefined."""
    return asc.DataCopyPadExtParams(data_type(dtype), False, 0, 0, 0)


@asc.jit
def repeat(tile: Any, height: int, pitch: int) -> None:
    """Copy the first row of a tile to all rows."""
    size = tile.dtype.sizeof()
    lanes = _REPEAT // size
    for column in range(0, pitch, lanes):
        width = min(lanes, pitch - column)
        for row in range(1, height, _REPEATS):
            times = min(_REPEATS, height - row)
            params = asc.CopyRepeatParams(1, 1, pitch * size // _BLOCK, 0)
            asc.copy(tile[row * pitch + column :], tile[column:], width, times, params)


@asc.jit
def spread(tile: Any, between: asc.LocalTensor, height: int, pitch: int) -> None:
    """Fill each row of a tile with its number; the numbers are at the beginning of the tile."""
    size = tile.dtype.sizeof()
    lanes, elements = _REPEAT // size, _BLOCK // size
    words = tile
    if size == 2:  # noqa: PLR2004 - whatever they mean
        words = tile.reinterpret_cast(asc.float16)
    blocks = between.reinterpret_cast(words.dtype)
    asc.brcb(blocks, words, (height + 7) // 8, asc.BrcbRepeatParams(1, 8))
    times, rest = pitch // lanes, pitch % lanes
    for row in range(height):
        own, number = words[row * pitch :], blocks[row * elements :]
        if times > 0:
            asc.copy(own, number, lanes, times, asc.CopyRepeatParams(1, 0, 8, 0))
        if rest > 0:
            asc.copy(own[times * lanes :], number, rest, 1, asc.CopyRepeatParams(1, 0, 8, 0))


def store(tiles: Tiles, output: Any, queue: Any, out_tile: Any, area: Area) -> None:
    """Copy the rows to the output, and free their tensor."""
    queue.enque(out_tile)
    out_tile = queue.deque(asc.uint8)
    (port,) = tiles.operator.outputs
    size = SIZES[port.dtype]
    target = asc.GlobalTensor()
    target.set_global_buffer(output)
    params = asc.DataCopyExtParams(
        area.height, area.columns * size, area.gap(size), (area.width - area.columns) * size, 0
    )
    asc.data_copy_pad(target[area.first_element :], view(out_tile, 0, port.dtype), params)
    queue.free_tensor(out_tile)


def bias_of(match: MatmulMatch, inputs: Sequence[Any]) -> Any:
    """Return the bias that the cube adds, or None."""
    if match.bias is None:
        return None
    bias = asc.GlobalTensor()
    bias.set_global_buffer(inputs[match.operator.inputs.index(match.bias)])
    return bias


def multiplication(match: MatmulMatch, left: Any, right: Any, result: Any, bias: Any = None) -> Any:
    """Return the library's matmul object for matrices in global memory."""
    nd, gm = asc.CubeFormat.ND, asc.TPosition.GM
    return asc.adv.Matmul(
        asc.adv.MatmulType(gm, nd, left.dtype, match.left.transposed),
        asc.adv.MatmulType(gm, nd, right.dtype, match.right.transposed),
        asc.adv.MatmulType(gm, nd, result),
        None if bias is None else asc.adv.MatmulType(gm, nd, bias.dtype),
        matmul_config=asc.adv.get_mdl_config(),
    )


def bands_of(cube: Any) -> Any:
    """Return the number of parts in a column of a product."""
    return (cube.m + cube.single_core_m - 1) // cube.single_core_m


def parts_of(cube: Any) -> Any:
    """Return the number of parts in a product."""
    return bands_of(cube) * ((cube.n + cube.single_core_n - 1) // cube.single_core_n)


def row_of(cube: Any, part: Any) -> Any:
    """Return the first row of a part in its product."""
    return part % parts_of(cube) % bands_of(cube) * cube.single_core_m


def column_of(cube: Any, part: Any) -> Any:
    """Return the first column of a part in its product."""
    return part % parts_of(cube) // bands_of(cube) * cube.single_core_n


def first_element_of(cube: Any, part: Any) -> Any:
    """Return the index of a part's first element in all products."""
    product = asc.number(part // parts_of(cube), asc.int64)
    return (product * cube.m + row_of(cube, part)) * cube.n + column_of(cube, part)


def begin(
    roles: CoreRoles, product: Any, cube: Any, left: Any, right: Any, part: Any, groups: Any
) -> None:
    """Set the matrices of the next part in the library's object."""
    of = asc.number(part // parts_of(cube), asc.int64)
    row = asc.number(row_of(cube, part), asc.int64)
    column = asc.number(column_of(cube, part), asc.int64)
    of_left, of_right = roles.match.left, roles.match.right
    left_at = row if of_left.transposed else row * cube.k_a
    right_at = column * cube.k_a if of_right.transposed else column
    if of_left.batched:
        left_at = left_at + of % groups * cube.m * cube.k_a
    if of_right.batched:
        right_at = right_at + of * cube.n * cube.k_a
    product.set_tensor_a(left[left_at:], of_left.transposed)
    product.set_tensor_b(right[right_at:], of_right.transposed)


@asc.jit
def fill(cube: asc.adv.TCubeTiling, m: int, n: int, k: int, blocks: ProductBlocks) -> None:
    """Fill a tiling for a product; its `share_l1_size` contains the bytes of an element."""
    base_m, base_n, base_k = blocks.base_m, blocks.base_n, blocks.base_k
    step, depth = blocks.step, blocks.step * blocks.buffers
    cube.m, cube.n, cube.k_a, cube.k_b = m, n, k, k
    cube.single_core_m, cube.single_core_n = base_m * blocks.m_blocks, base_n * blocks.n_blocks
    cube.single_core_k = k
    cube.base_m, cube.base_n, cube.base_k = base_m, base_n, base_k
    cube.step_m, cube.step_n, cube.step_k_a, cube.step_k_b = 1, 1, step, step
    cube.depth_a1, cube.depth_b1 = depth, depth
    cube.db_l0a, cube.db_l0b = 2, 2
    cube.db_l0c = min(2, L0C // (4 * base_m * base_n))
    cube.iterate_order = blocks.columns_first
    cube.batch_m, cube.batch_n, cube.single_batch_m, cube.single_batch_n = 1, 1, 1, 1
    cube.share_l1_size = cube.share_l1_size * (base_m + base_n) * base_k * depth
    cube.share_l0c_size = base_m * base_n * 4
