"""Windows over planes on AI cores: pooling, depthwise convolution.

16 channels are taken at a time, plane by plane, and transposed: then a position of all of them is a
block, or two, and any position of a row is as near as its neighbour. A tile is some rows of the
output, whole ones or pieces; the rows that its windows see come in while another tile is computed
and a third goes out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import asc
from custom_compiler.autokernel.aicore.body import data_type
from custom_compiler.autokernel.aicore.elementwise import clear, compute, tiles_of
from custom_compiler.autokernel.aicore.form import Form, form_of
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
    copy_in,
    halves,
    load,
    plane_at,
    planes_to_positions,
    reduce_positions,
    seen_at,
    store,
    transpose_in,
    transpose_out,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.autokernel.aicore.body import Variants
    from custom_compiler.autokernel.aicore.plane_windows import PlaneWindows
    from custom_compiler.autokernel.describe.tree import Input


@dataclass(frozen=True)
class WindowMemory:
    """Tensors of the unified buffer, and what comes and goes."""

    arriving: Any  # a queue of planes that windows see
    leaving: Any  # a queue of planes of the output
    transposed: Any  # positions that windows see, in the type of the tensors
    seen: Any  # the same, in the type of the computation
    reduced: Any  # positions of the output
    rested: Any  # the same, in the type of the tensors
    work: Any  # a buffer for what is computed of them
    counts: Any  # how many elements windows see along a row
    weights: Any  # a queue of them
    factors: Any  # weights as positions
    narrow: Any  # the same, in the type of the tensors
    biases: Any  # a queue of them
    summand: Any  # the bias of each plane


def lay_out(pipe: Any, form: Form, grid: Grid, buffers: Any) -> WindowMemory:
    """Allocate the tensors and queues in the unified buffer."""
    windows, stored, compute_type = (
        form.windows,
        data_type(form.stored),
        data_type(form.compute_dtype),
    )
    is_wider = form.compute_dtype != form.stored

    def tensor(dtype: Any, count: Any) -> Any:
        buffer = asc.TBuf(asc.TPosition.VECCALC)
        pipe.init_buffer(buffer, count * dtype.sizeof())
        return buffer.get(dtype, count)

    def queue(position: Any, number: Any, count: Any) -> Any:
        tensor_queue = asc.TQue(position, 2)
        pipe.init_buffer(tensor_queue, number, count * form.size)
        return tensor_queue

    seen, out = PLANES * grid.seen_capacity, PLANES * grid.out_capacity
    transposed, reduced = tensor(stored, seen), tensor(compute_type, out)
    work = counts = weights = factors = narrow = biases = summand = None
    if form.has_rest and tiles_of(windows.rest).program.work_bytes > 0:
        work = asc.TBuf(asc.TPosition.VECCALC)
        pipe.init_buffer(work, out * tiles_of(windows.rest).program.work_bytes)
    if windows.is_mean:
        counts = tensor(compute_type, 2 * PLANES * grid.columns)
    if windows.weight is not None:
        weights = queue(asc.TPosition.VECIN, 1, PLANES * grid.weight_pitch)
        factors = tensor(compute_type, PLANES * grid.weight_pitch)
        narrow = tensor(stored, PLANES * grid.weight_pitch) if is_wider else factors
    if windows.bias is not None:
        biases = queue(asc.TPosition.VECIN, 1, PLANES)
        summand = tensor(compute_type, PLANES)
    return WindowMemory(
        arriving=queue(asc.TPosition.VECIN, buffers, seen),
        leaving=queue(asc.TPosition.VECOUT, buffers, out),
        transposed=transposed,
        seen=tensor(compute_type, seen) if is_wider else transposed,
        reduced=reduced,
        rested=tensor(stored, out) if form.has_rest else reduced,
        work=work,
        counts=counts,
        weights=weights,
        factors=factors,
        narrow=narrow,
        biases=biases,
        summand=summand,
    )


def tensor_of(windows: PlaneWindows, inputs: Sequence[Any], port: Input | None) -> Any:
    """Return an input in global memory, or None."""
    if port is None:
        return None
    tensor = asc.GlobalTensor()
    tensor.set_global_buffer(inputs[windows.operator.inputs.index(port)])
    return tensor


class PlaneNumbers(NamedTuple):
    """Numbers of `planes`: tiles have `rows` x `columns` results.

    `columns` below `out_width` are a multiple of 16; all others mean whole rows. `buffers` is 1 or
    2.
    """

    sizes: WindowSizes
    rows: int
    columns: int
    buffers: int


@asc.jit
def planes(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    numbers: PlaneNumbers,
    variants: asc.ConstExpr[Variants],
) -> None:
    """Reduce windows, a tile of results at a time."""
    sizes = numbers.sizes
    form = form_of(variants.chosen(inputs))
    windows = form.windows
    grid = Grid()
    set_sizes(grid, sizes, numbers.rows, numbers.columns)
    measure(grid, windows)
    source = tensor_of(windows, inputs, windows.tensor)
    weights = tensor_of(windows, inputs, windows.weight)
    biases = tensor_of(windows, inputs, windows.bias)
    target = asc.GlobalTensor()
    target.set_global_buffer(outputs[0])
    pipe = asc.TPipe()
    memory = lay_out(pipe, form, grid, numbers.buffers)
    tile = Tile()
    total = sizes.batches * tiles_in(grid)
    for number in range(asc.get_block_idx(), total, asc.get_block_num()):
        locate(tile, grid, number, windows)
        asc.duplicate(memory.reduced, _first(windows.operation), PLANES * grid.out_capacity)
        if windows.weight is not None:
            own = memory.weights.alloc_tensor(source.dtype)
            clear_missing(own, tile, PLANES * grid.weight_pitch * form.size)
            load_weights(memory, own, weights, grid, tile, form)
        if windows.bias is not None:
            own = memory.biases.alloc_tensor(source.dtype)
            clear_missing(own, tile, PLANES * form.size)
            add_bias(memory, own, biases, grid, tile, form)
        for tap in range(sizes.kernel_d):
            plane = plane_at(tap, grid, tile, windows.depth)
            if plane >= 0:
                raw = memory.arriving.alloc_tensor(source.dtype)
                clear_missing(raw, tile, PLANES * grid.seen_capacity * form.size)
                load(raw, source, plane, grid, tile)
                memory.arriving.enque(raw)
                raw = memory.arriving.deque(source.dtype)
                transpose_in(halves(memory.transposed), halves(raw), grid, tile)
                memory.arriving.free_tensor(raw)
                widen(memory, grid, tile, form)
                factors = factors_at(memory, tap * sizes.kernel_h * sizes.kernel_w)
                reduce_tile(memory.reduced, memory.seen, factors, grid, tile, form)
        if windows.is_mean:
            divide_tile(memory.reduced, memory.counts, grid, tile, windows)
        if form.has_rest:
            compute_rest(memory, grid, form, attributes)
        result = memory.leaving.alloc_tensor(source.dtype)
        transpose_out(halves(result), halves(memory.rested), grid, tile)
        memory.leaving.enque(result)
        result = memory.leaving.deque(source.dtype)
        store(target, result, grid, tile, sizes.positions)
        memory.leaving.free_tensor(result)


@asc.jit
def clear_missing(own: Any, tile: Tile, count: int) -> None:
    """Clear `count` bytes where there are not as many channels as a tile can have."""
    if tile.count < PLANES:
        clear(own, count)


def widen(memory: WindowMemory, grid: Grid, tile: Tile, form: Form) -> None:
    """Convert the elements that windows see to the type of the computation."""
    if form.compute_dtype != form.stored:
        used = PLANES * used_of(grid, tile)
        asc.cast(memory.seen, memory.transposed, asc.RoundMode.CAST_NONE, used)


def factors_at(memory: WindowMemory, position: Any) -> Any:
    """Return the weights from a window position on, or any tensor if there are no weights."""
    return memory.reduced if memory.factors is None else memory.factors[position * PLANES :]


def _first(operation: str) -> float:
    """Return the initial value of a reduction."""
    return {"sum": 0.0, "max": float("-inf"), "min": float("inf")}[operation]


def used_of(grid: Grid, tile: Tile) -> Any:
    """Return the number of positions in the rows that a tile's windows see."""
    groups = (tile.bottom - tile.top + grid.seen_group - 1) // grid.seen_group
    return groups * grid.seen_pitch


def load_weights(
    memory: WindowMemory, own: Any, weights: Any, grid: Grid, tile: Tile, form: Form
) -> None:
    """Load the weights of the tile's planes, ordered by position."""
    positions, pitch = grid.kernel_d * grid.kernel_h * grid.kernel_w, grid.weight_pitch
    copy_in(own, weights[tile.first * positions :], tile.count, positions, positions, pitch)
    memory.weights.enque(own)
    own = memory.weights.deque(weights.dtype)
    planes_to_positions(halves(memory.narrow), halves(own), pitch, positions)
    if form.compute_dtype != form.stored:
        asc.cast(memory.factors, memory.narrow, asc.RoundMode.CAST_NONE, PLANES * pitch)
    memory.weights.free_tensor(own)


def add_bias(
    memory: WindowMemory, own: Any, biases: Any, grid: Grid, tile: Tile, form: Form
) -> None:
    """Initialise the results with the biases of the tile's planes."""
    copy_in(own, biases[tile.first :], 1, tile.count, tile.count, PLANES)
    memory.biases.enque(own)
    own = memory.biases.deque(biases.dtype)
    if form.compute_dtype == form.stored:
        asc.adds(memory.summand, own, 0.0, PLANES)
    else:
        asc.cast(memory.summand, own, asc.RoundMode.CAST_NONE, PLANES)
    memory.biases.free_tensor(own)
    lanes = PLANES // form.halves
    params = asc.BinaryRepeatParams(
        form.halves, form.halves, 0, 8 * form.halves, 8 * form.halves, 0
    )
    for half in range(form.halves):
        to = memory.reduced[half * lanes :]
        summand = memory.summand[half * lanes :]
        asc.add(to, to, summand, 8 * lanes, grid.out_capacity // 8, params)


def compute_rest(memory: WindowMemory, grid: Grid, form: Form, attributes: Sequence[Any]) -> None:
    """Compute the rest of the expression for each reduced value."""
    count = PLANES * grid.out_capacity
    in_tile = memory.reduced.reinterpret_cast(asc.uint8)
    out_tile = memory.rested.reinterpret_cast(asc.uint8)
    compute(tiles_of(form.windows.rest), attributes, (in_tile, out_tile, memory.work), count, count)


@asc.jit
def reduce_tile(reduced: Any, seen: Any, factors: Any, grid: Grid, tile: Tile, form: Form) -> None:
    """Reduce what the windows of a tile see of a plane, row by row."""
    for i in range(tile.here):
        for k in range(grid.kernel_h):
            at = row_at(i, k, tile, form.windows)
            if at >= 0 and at < grid.height:
                reduce_row(
                    reduced[i * grid.out_row * PLANES :],
                    seen[(at - tile.top) * grid.seen_row * PLANES :],
                    factors[k * grid.kernel_w * PLANES :],
                    grid,
                    tile,
                    form,
                )


def row_at(i: Any, tap: Any, tile: Tile, windows: PlaneWindows) -> Any:
    """Return the input row that the tile's `i`-th windows have at a position."""
    return (tile.row + i) * windows.rows.stride - windows.rows.pad + tap * windows.rows.dilation


@asc.jit
def divide_tile(reduced: Any, counts: Any, grid: Grid, tile: Tile, windows: PlaneWindows) -> None:
    """Divide sums by the number of elements that windows see."""
    count_columns(counts, grid, tile, windows)
    planes_inside = 0
    for tap in range(grid.kernel_d):
        if plane_at(tap, grid, tile, windows.depth) >= 0:
            planes_inside = planes_inside + 1
    for i in range(tile.here):
        inside = 0
        for k in range(grid.kernel_h):
            at = row_at(i, k, tile, windows)
            if at >= 0 and at < grid.height:
                inside = inside + planes_inside
        own, total = reduced[i * grid.out_row * PLANES :], counts[PLANES * grid.columns :]
        asc.muls(total, counts, asc.number(inside, asc.float32), PLANES * tile.across)
        asc.div(own, own, total, PLANES * tile.across)


@asc.jit
def reduce_row(
    reduced: Any,
    seen: Any,
    factors: Any,
    grid: Grid,
    tile: Tile,
    form: Form,
) -> None:
    """Reduce what windows see of one row."""
    windows, stride = form.windows, form.windows.columns.stride
    for j in range(grid.kernel_w):
        shift = j * windows.columns.dilation - windows.columns.pad
        low, high = seen_at(shift, stride, grid, tile)
        if low < high:
            reduce_positions(
                reduced[(low - tile.column) * PLANES :],
                seen[(low * stride + shift - tile.left) * PLANES :],
                factors[j * PLANES :],
                high - low,
                form,
            )


@asc.jit
def count_columns(counts: Any, grid: Grid, tile: Tile, windows: PlaneWindows) -> None:
    """Count the elements of an input row in each window."""
    asc.duplicate(counts, 0.0, PLANES * grid.columns)
    for j in range(grid.kernel_w):
        shift = j * windows.columns.dilation - windows.columns.pad
        low, high = seen_at(shift, windows.columns.stride, grid, tile)
        if low < high:
            own = counts[(low - tile.column) * PLANES :]
            asc.adds(own, own, 1.0, (high - low) * PLANES)
