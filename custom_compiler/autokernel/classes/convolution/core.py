"""Convolutions on AI cores: what can be set, and how the kernel of `cores.py` is called.

Blocks of the product are set as those of the matmul class; what windows see is written in tiles of
whole rows, as many as memory allows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import asc
from custom_compiler.autokernel.aicore.body import Variants, whole
from custom_compiler.autokernel.aicore.grid import PLANES, WindowSizes
from custom_compiler.autokernel.aicore.kernels import (
    CoreKernelCall,
    Packaged,
    TilingFacts,
    facts_of,
)
from custom_compiler.autokernel.aicore.plane_windows import refused
from custom_compiler.autokernel.aicore.steps import SIZES
from custom_compiler.autokernel.aicore.windows import WindowTileMemory, kernel_text, tile_of
from custom_compiler.autokernel.classes.convolution.cores import ConvolutionNumbers, convolve
from custom_compiler.autokernel.classes.convolution.unfold import unfolded
from custom_compiler.autokernel.classes.matmul import core as products
from custom_compiler.autokernel.classes.matmul.core import chosen
from custom_compiler.autokernel.describe.sizes import evaluate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import CorePlatform, TunedEntry
    from custom_compiler.autokernel.classes.convolution.unfold import Unfolded
    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.search.space import Space

_KERNEL = "custom_compiler.autokernel.classes.convolution.cores:convolve"
_LIBRARY = 16 << 20  # bytes of the workspace that the library has in a launch from Python
_ALIGNED = 512  # bytes
_FARTHEST = (1 << 31) - 1  # bytes into the workspace, which kernels get as int32


class CoreConvolutionSizes(NamedTuple):
    """Sizes of a call.

    Attributes:
        windows: Those of the image and its windows.
        filters: Number of filters.
        members: Number of filters of a group.
    """

    windows: WindowSizes
    filters: int
    members: int

    @property
    def groups(self) -> int:
        """Number of groups of channels."""
        return self.filters // self.members

    @property
    def depth(self) -> int:
        """Number of products that an element of the result sums."""
        return self.windows.channels // self.groups * self.windows.taps


def factors_of(operator: Operator) -> tuple[Size, ...]:
    """Return the sizes of the windows, then the filters and the filters of a group."""
    convolution = unfolded(operator)
    images, channels = convolution.image.axes[:2]
    steps = (convolution.depth, convolution.rows, convolution.columns)
    return (
        images.size,
        channels.size,
        *(step.seen for step in steps),
        *(step.windows for step in steps),
        *(step.kernel for step in steps),
        convolution.filters,
        convolution.members,
    )


def sizes_of(operator: Operator, sizes: Mapping[str, Any]) -> CoreConvolutionSizes:
    """Return the sizes of a call for these values of the symbols."""
    *windows, filters, members = (evaluate(size, sizes) for size in factors_of(operator))
    return CoreConvolutionSizes(WindowSizes(*windows), filters, members)


def extents(operator: Operator, of: CoreConvolutionSizes) -> products.Extents:
    """Return the sizes of the matrix product."""
    return products.Extents(
        of.windows.batches * of.groups,
        of.members,
        of.windows.positions,
        of.depth,
        SIZES[unfolded(operator).image.dtype],
    )


def space(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> Space:
    """Return the space of settings of the product; half of the unified buffer is for the image."""
    of = extents(operator, sizes_of(operator, sizes))
    return products.space_of(unfolded(operator).roles, of, platform.ub_size // 2)


def default(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> dict[str, int]:
    """Return the setting of the matmul class's formula."""
    of = extents(operator, sizes_of(operator, sizes))
    workers = 2 * platform.cube_num
    return products.default_of(unfolded(operator).roles, of, workers, platform.ub_size // 2)


def call(
    operator: Operator,
    sizes: Mapping[str, int],
    setting: Mapping[str, int],
    platform: CorePlatform,
) -> CoreKernelCall:
    """Return the launch of the kernel with a setting."""
    import numpy as np

    call_sizes = sizes_of(operator, sizes)
    of, ub_size = extents(operator, call_sizes), platform.ub_size // 2
    rows, columns = tile_of(call_sizes.windows, platform.core_num, ub_size, memory_of(operator))
    if rows == 0:
        raise refused(f"windows of {kernel_text(call_sizes.windows)}, so large,")
    weights = transposed_bytes(of.k * call_sizes.filters * of.itemsize, unfolded(operator))
    matrix_at = _LIBRARY + weights
    product_at = matrix_at + whole(of.batch * of.k * of.n * of.itemsize, _ALIGNED)
    if product_at > _FARTHEST:
        raise refused(f"a convolution whose windows see {product_at - matrix_at} bytes")
    numbers = ConvolutionNumbers(
        call_sizes.windows,
        call_sizes.groups,
        call_sizes.filters,
        rows,
        columns,
        products.blocks_of(setting),
        setting["tile"],
        weights_at=_LIBRARY,
        matrix_at=matrix_at,
        product_at=product_at,
    )
    arguments = {
        "numbers": numbers,
        "workspace": np.empty(product_at + of.batch * of.m * of.n * 4, np.uint8),
        "variants": Variants((operator,)),
    }
    return CoreKernelCall(_KERNEL, platform.cube_num, arguments)


def transposed_bytes(count: Any, convolution: Unfolded) -> Any:
    """Return the workspace bytes for reversed weights of `count` bytes."""
    return whole(count, _ALIGNED) if convolution.is_transposed else 0


def memory_of(operator: Operator) -> WindowTileMemory:
    """Return the memory that tiles of the image need in the unified buffer."""
    convolution = unfolded(operator)
    own = PLANES * SIZES[convolution.image.dtype]
    return WindowTileMemory(convolution, 2 * own, 0, own, own, 0, 0, 32 * PLANES // own)


def packaged(variants: Sequence[Operator], table: Sequence[TunedEntry] = ()) -> Packaged:
    """Return what packages need of a convolution."""

    def shape(sizes: Mapping[str, Any]) -> CoreConvolutionSizes:
        return sizes_of(variants[0], sizes)

    product_facts = facts_of(
        variants, table, lambda variant: products.tile_bytes(unfolded(variant).roles)
    )
    memories = {SIZES[unfolded(v).image.dtype]: memory_of(v) for v in variants}
    tiles = tuple((size, (tile, memories[size])) for size, tile in product_facts.memories)
    facts = TilingFacts(tiles, product_facts.table, product_facts.symbols)
    constants = {"variants": Variants(variants)}
    return Packaged(convolve, constants, facts.symbols, shape, numbers, facts)


@asc.jit
def numbers(
    shape: CoreConvolutionSizes,
    sizes: tuple[int, ...],
    itemsize: int,
    part: tuple[int, int],
    facts: asc.ConstExpr[TilingFacts],
) -> tuple[int, ConvolutionNumbers, int]:
    """Return blocks, the numbers of `convolve`, tuned or by the formula, and workspace bytes."""
    core_num, ub_size = part
    seen, filters, groups, k = shape.windows, shape.filters, shape.groups, shape.depth
    product = seen.batches * groups, shape.members, seen.positions, k
    memory = facts.memories[0][1][0]
    rows, columns = tile_of(seen, core_num, ub_size // 2, facts.memories[0][1][1])
    for i in asc.static_range(1, len(facts.memories)):
        if itemsize == facts.memories[i][0]:
            memory = facts.memories[i][1][0]
            rows, columns = tile_of(seen, core_num, ub_size // 2, facts.memories[i][1][1])
    division, tile = chosen(product, sizes, itemsize, core_num, ub_size // 2, memory, facts)
    if division.base_n * division.n_blocks > tile:  # tuned for fewer columns than there are
        division = division._replace(n_blocks=1)
    matrix_at = transposed_bytes(filters * k * itemsize, facts.memories[0][1][1].windows)
    product_at = matrix_at + whole(seen.batches * groups * k * seen.positions * itemsize, _ALIGNED)
    blocks = min(rows, 1) * ((core_num + 1) // 2)  # none without a tile, which rejects the call
    if product_at > _FARTHEST:
        blocks = 0
    numbers = ConvolutionNumbers(
        seen,
        groups,
        filters,
        rows,
        columns,
        division,
        tile,
        weights_at=0,
        matrix_at=matrix_at,
        product_at=product_at,
    )
    return blocks, numbers, product_at + seen.batches * filters * seen.positions * 4
