"""Convolutions on AI cores: windows become columns of a matrix, which filters are multiplied with.

First the vector cores write what the windows see to the workspace, a row for each place of a window
and channel. Then the cubes multiply, and the vector cores compute what follows, as for any product.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import asc
from custom_compiler.autokernel.aicore.body import data_type
from custom_compiler.autokernel.aicore.elementwise import clear
from custom_compiler.autokernel.aicore.grid import PLANES, Grid, Tile, measure, place, tiles_in
from custom_compiler.autokernel.aicore.places import (
    copy_places,
    halves,
    load,
    plane_at,
    seen_at,
    store,
    turn_in,
    turn_out,
)
from custom_compiler.autokernel.aicore.sight import Step, refused
from custom_compiler.autokernel.classes.convolution.match import match
from custom_compiler.autokernel.classes.matmul.cube import (
    fill,
    go_through,
    lay_out,
    multiplication,
)
from custom_compiler.autokernel.classes.matmul.match import Factor, Match, others_of
from custom_compiler.autokernel.classes.matmul.rest import Roles, with_rest
from custom_compiler.autokernel.describe.tree import Input

if TYPE_CHECKING:
    from custom_compiler.autokernel.aicore.body import Variants
    from custom_compiler.autokernel.classes.convolution.match import Match as Convolution
    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Axis, Index, Operator

_TYPES = {"float16", "bfloat16", "float32"}
_RANKS = (3, 4, 5)  # of images: a batch, channels, and what windows go along


@dataclass(frozen=True)
class Unfolded:
    """A convolution as a product of matrices.

    Attributes:
        roles: Of the product: filters are the left matrix, the image stands for the right one.
        image: What is seen, n x c x d x h x w; d, or d and h, are perhaps not there.
        depth: Windows along d.
        rows: Windows along h.
        columns: Windows along w.
        filters: Axis of the output.
        channel: Axis of a group's channels.
    """

    roles: Roles
    image: Input
    depth: Step
    rows: Step
    columns: Step
    filters: Axis
    channel: Axis

    @property
    def bias(self) -> None:
        """None that windows begin with."""


@cache
def unfolded(operator: Operator) -> Unfolded:
    """A convolution as AI cores make it.

    Raises:
        MisuseError: they do not make it.
    """
    found = match(operator)
    if found is None or len(found.channels) != 1 or len(found.image.index) not in _RANKS:
        raise refused("a convolution other than of 1 to 3 axes behind a batch and channels")
    image, weights = found.image, found.weights
    (channel,) = found.channels
    batch, filters = found.output.axes[:2]
    steps, places, taps = _steps(found)
    if found.output.axes[2:] != places or image.index[0].axis != batch:
        raise refused("an output other than n, filters and the image's axes")
    if tuple(i.axis for i in weights.index) != (filters, channel, *taps):
        raise refused("weights other than filters, channels and the axes of a window")
    if not _is_group(image.index[1], filters, channel):
        raise refused("channels other than all, or those of a group")
    if image.outside is not None and image.outside.value != 0:
        raise refused(f"padding by {image.outside.value} in a convolution")
    source, factors = image.source, weights.source
    if not isinstance(source, Input) or source.dtype not in _TYPES or source.dtype != factors.dtype:
        raise refused("a convolution of other than floats of one type")
    others = others_of(found.output, found.product, (filters,), places)
    if others is None or others[0]:
        raise refused("tensors other than a bias of filters or such as the output")
    assert isinstance(factors, Input)  # noqa: S101 - the match has seen to it
    product = with_rest(
        Match(
            operator,
            (batch,),
            (filters,),
            places,
            channel,
            Factor(factors, transposed=False, batched=True),
            Factor(source, transposed=False, batched=True),
            found.product,
            found.output,
            *others,
        )
    )
    roles = dataclasses.replace(product, is_grouped=True)
    return Unfolded(roles, source, *steps, filters, channel)


def _steps(
    found: Convolution,
) -> tuple[tuple[Step, Step, Step], tuple[Axis, ...], tuple[Axis, ...]]:
    """Windows along the axes of images, the output's axes of places, the axes of a window."""
    windows = {window.dimension: window for window in found.windows}
    steps, places, taps = [Step()] * (max(_RANKS) - len(found.image.index)), [], []
    for dimension, axis in enumerate(found.image.source.axes[2:], 2):
        window, own = windows.get(dimension), found.image.index[dimension].axis
        if window is not None:
            places.append(window.place)
            taps.append(window.step)
            steps.append(
                Step(
                    window.stride, window.dilation, -window.offset,
                    axis.size, window.step.size, window.place.size,
                )
            )  # fmt: skip
        elif own is not None:
            places.append(own)
            steps.append(Step(seen=axis.size, windows=axis.size))
        else:
            raise refused("places that are no windows")
    depth, rows, columns = steps
    return (depth, rows, columns), tuple(places), tuple(taps)


def _is_group(index: Index, filters: Axis, channel: Axis) -> bool:
    """Whether it is the channel, or that of the group which a filter belongs to."""
    if index.axis == channel:
        return True
    terms = {term.axis: term for term in index.terms}
    if set(terms) != {filters, channel} or index.offset != 0:
        return False
    inner, outer = terms[channel], terms[filters]
    plain = (inner.times, inner.divide, inner.modulo, outer.modulo) == (1, 1, 0, 0)
    return plain and outer.times == channel.size


def members_of(operator: Operator) -> Size | None:
    """Filters of a group; None: there is one group."""
    found = match(operator)
    if found is None:
        return None
    filters = found.output.axes[1]
    index: Index = found.image.index[1]
    return next((term.divide for term in index.terms if term.axis == filters), None)


@asc.jit
def convolve(
    inputs: tuple[asc.GlobalAddress, ...],
    outputs: tuple[asc.GlobalAddress, ...],
    attributes: tuple[float, ...],
    workspace: asc.GlobalAddress,
    images: int,
    groups: int,
    channels: int,
    depth: int,
    height: int,
    width: int,
    filters: int,
    out_depth: int,
    out_height: int,
    out_width: int,
    kernel_d: int,
    kernel_h: int,
    kernel_w: int,
    rows: int,
    columns: int,
    base_m: int,
    base_n: int,
    base_k: int,
    m_blocks: int,
    n_blocks: int,
    step: int,
    buffers: int,
    columns_first: int,
    tile: int,
    matrix_at: int,
    product_at: int,
    variants: asc.ConstExpr[Variants],
) -> None:
    """Convolve `images` of `channels`, those of each of the `groups` with its share of `filters`.

    What windows see goes to the workspace in tiles of `rows` x `columns` places, as `planes` has
    them, `matrix_at` bytes behind its beginning. The rest are the numbers of the matmul class.
    """
    found = unfolded(variants.chosen(inputs))
    roles = found.roles
    places, taps = out_depth * out_height * out_width, kernel_d * kernel_h * kernel_w
    cube = asc.adv.TCubeTiling()
    cube.share_l1_size = inputs[roles.left].dtype.sizeof()
    fill(
        cube, filters // groups, places, channels // groups * taps, base_m, base_n, base_k,
        m_blocks, n_blocks, step, buffers, columns_first,
    )  # fmt: skip
    grid = Grid()
    grid.channels, grid.depth, grid.height, grid.width = channels, depth, height, width
    grid.out_depth, grid.out_height, grid.out_width = out_depth, out_height, out_width
    grid.kernel_d, grid.kernel_h, grid.kernel_w = kernel_d, kernel_h, kernel_w
    grid.rows, grid.columns = rows, columns
    measure(grid, found)
    pipe = asc.TPipe()
    product = multiplication(
        roles.match, inputs[roles.left], inputs[roles.right], data_type("float32")
    )
    asc.adv.register_matmul(pipe, workspace, product, cube)
    left, image, matrix = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    left.set_global_buffer(inputs[roles.left])
    image.set_global_buffer(inputs[roles.right])
    matrix.set_global_buffer((workspace + matrix_at).reinterpret_cast(image.dtype))
    products = asc.GlobalTensor()
    products.set_global_buffer((workspace + product_at).reinterpret_cast(asc.float32))
    arriving, leaving = asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECOUT, 2)
    seen_memory, made_memory = asc.TBuf(asc.TPosition.VECCALC), asc.TBuf(asc.TPosition.VECCALC)
    size = image.dtype.sizeof()
    pipe.init_buffer(arriving, 1, PLANES * grid.seen_room * size)
    pipe.init_buffer(leaving, 2, PLANES * grid.out_room * size)
    pipe.init_buffer(seen_memory, PLANES * grid.seen_room * size)
    pipe.init_buffer(made_memory, PLANES * grid.out_room * size)
    in_queue, out_queue, between = lay_out(pipe, roles, tile)
    unfold(
        grid,
        image,
        matrix,
        images,
        arriving,
        leaving,
        seen_memory.get(image.dtype),
        made_memory.get(image.dtype),
        found,
    )
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.sync_all()
    go_through(
        product, cube, left, matrix, products, images * groups, groups, in_queue, out_queue,
        between.get(asc.uint8), inputs, outputs, attributes, tile, roles,
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
    made: asc.LocalTensor,
    found: Unfolded,
) -> None:
    """Write what windows see: a row per channel and place of a window, a column per window."""
    tile = Tile()
    in_plane = grid.kernel_h * grid.kernel_w
    taps = grid.kernel_d * in_plane
    places = grid.out_depth * grid.out_height * grid.out_width
    size = image.dtype.sizeof()
    workers = asc.get_block_num() * asc.get_task_ratio()
    for number in range(asc.get_block_idx(), images * tiles_in(grid), workers):
        place(tile, grid, number, found)
        for tap in range(taps):
            plane = plane_at(tap // in_plane, grid, tile, found.depth)
            if tap % in_plane == 0 and plane >= 0:
                raw = arriving.alloc_tensor(image.dtype)
                if tile.count < PLANES:
                    clear(raw, PLANES * grid.seen_room * size)
                load(raw, image, plane, grid, tile)
                arriving.enque(raw)
                raw = arriving.deque(image.dtype)
                turn_in(halves(seen), halves(raw), grid, tile)
                arriving.free_tensor(raw)
            asc.duplicate(halves(made), 0.0, PLANES * grid.out_room)
            if plane >= 0:
                gather(halves(made), halves(seen), grid, tile, tap % in_plane, found)
            turned = leaving.alloc_tensor(image.dtype)
            turn_out(halves(turned), halves(made), grid, tile)
            leaving.enque(turned)
            turned = leaving.deque(image.dtype)
            store(matrix[tap * places :], turned, grid, tile, taps * places)
            leaving.free_tensor(turned)


@asc.jit
def gather(
    made: asc.LocalTensor,
    seen: asc.LocalTensor,
    grid: Grid,
    tile: Tile,
    tap: int,
    found: Unfolded,
) -> None:
    """What windows see at one of their places."""
    y, x = found.rows, found.columns
    shift = tap % grid.kernel_w * x.dilation - x.pad
    low, high = seen_at(shift, x.stride, grid, tile)
    if low < high:
        for i in range(tile.here):
            at = (tile.row + i) * y.stride - y.pad + tap // grid.kernel_w * y.dilation
            if at >= 0 and at < grid.height:
                first = (at - tile.top) * grid.seen_row + low * x.stride + shift - tile.left
                copy_places(
                    made[(i * grid.out_row + low - tile.column) * PLANES :],
                    seen[first * PLANES :],
                    high - low,
                    x.stride,
                )
