"""Products of matrices on AI cores: what can be set, and how the kernels of `cube.py` are called.

A part of the result is some blocks along m and n; a block is `base_m` x `base_n`, made `base_k` at
a time of what lies in L1, `step` times `base_k` of each matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore.body import Variants, whole
from custom_compiler.autokernel.aicore.flat_settings import prod_of
from custom_compiler.autokernel.aicore.kernels import CoreKernelCall, Packaged, facts_of
from custom_compiler.autokernel.aicore.steps import SIZES
from custom_compiler.autokernel.classes.matmul.cube import (
    L0C,
    LANES,
    ComputedNumbers,
    ProductBlocks,
    ProductNumbers,
    multiply,
    multiply_and_compute,
    work_bytes,
)
from custom_compiler.autokernel.classes.matmul.rest import roles_of
from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import CorePlatform, TilingFacts, TunedEntry
    from custom_compiler.autokernel.classes.matmul.match import MatmulMatch
    from custom_compiler.autokernel.classes.matmul.rest import CoreRoles
    from custom_compiler.autokernel.describe.tree import Axis, Operator

_L0, _L1 = 64 << 10, (512 << 10) - 2048  # bytes, the latter but for a bias
_MODULE = "custom_compiler.autokernel.classes.matmul.cube"
_LIBRARY = 16 << 20  # bytes of the workspace that the library has in a launch from Python
_BLOCKS = (16, 32, 64, 96, 128, 192, 256)
_DEPTHS = (32, 64, 128, 256)
_TILES = (1024, 2048, 4096, 8192, 16384)
# Blocks that the formula chooses among; each after those with half of its rows or columns.
_CHOICES = (
    (16, 16), (16, 32), (32, 16), (16, 64), (64, 16), (32, 32), (16, 128), (128, 16), (32, 64),
    (64, 32), (16, 256), (256, 16), (64, 64), (32, 128), (128, 32), (32, 256), (256, 32),
    (64, 128), (128, 64), (64, 256), (256, 64), (128, 128), (128, 256), (256, 128),
)  # fmt: skip
_ROW_BYTES = 128  # of a block along k
_LOADED = 46  # bytes that a core gets per cycle from memory, about
_START = 700  # cycles of a part that nothing hides, about


@dataclass(frozen=True)
class Extents:
    """The sizes of a product.

    Attributes:
        batch: Number of products.
        m: Rows of the left matrices.
        n: Columns of the right ones.
        k: What is summed.
        itemsize: Bytes of an element of the matrices.
    """

    batch: int
    m: int
    n: int
    k: int
    itemsize: int


def extents(match: MatmulMatch, sizes: Mapping[str, int]) -> Extents:
    """Return the sizes of a product for these values of the symbols."""

    def of(axes: tuple[Axis, ...]) -> int:
        return prod(int(evaluate(axis.size, sizes)) for axis in axes)

    itemsize = SIZES[match.left.source.dtype]
    return Extents(of(match.batch), of(match.m), of(match.n), of((match.k,)), itemsize)


def core_space(match: MatmulMatch, sizes: Mapping[str, int], platform: CorePlatform) -> Space:
    """Return the knobs: size of blocks, blocks of a part, loads to L1, order of blocks, tiles."""
    roles = None if match.is_on_cube else roles_of(match.operator)
    return space_of(roles, extents(match, sizes), platform.ub_size)


def space_of(roles: CoreRoles | None, of: Extents, ub_size: int) -> Space:
    """Return the space of settings, with memory for elementwise operations on the product.

    Args:
        roles: Parts of the product; None without elementwise operations.
        of: Sizes.
        ub_size: Bytes of the unified buffer for tiles.
    """
    tiles = None if roles is None else tile_bytes(roles)

    def allowed(setting: Mapping[str, Any]) -> bool:
        base_m, base_n, base_k = setting["base_m"], setting["base_n"], setting["base_k"]
        loaded = base_k * setting["step"] * setting["buffers"] * of.itemsize
        if tiles is not None:
            row = whole(min(base_n * setting["n_blocks"], of.n), LANES)
            if row > setting["tile"] or setting["tile"] * tiles > ub_size:
                return False
        return bool(
            # Two tiles of each matrix in L0, so that one is filled while the other is used.
            2 * max(base_m, base_n) * base_k * of.itemsize <= _L0
            and base_m * base_n * 4 <= L0C
            and (base_m + base_n) * loaded <= _L1
            and _is_used(base_m, setting["m_blocks"], of.m)
            and _is_used(base_n, setting["n_blocks"], of.n)
            and (base_k == _DEPTHS[0] or base_k // 2 < of.k)
            and (setting["step"] == 1 or setting["step"] // 2 * base_k < of.k)
        )

    knobs = (
        Knob("base_m", _BLOCKS),
        Knob("base_n", _BLOCKS),
        Knob("base_k", _DEPTHS),
        Knob("m_blocks", (1, 2, 4)),
        Knob("n_blocks", (1, 2, 4)),
        Knob("step", (1, 2, 4, 8)),
        Knob("buffers", (1, 2)),
        Knob("columns_first", (0, 1)),
    )
    return Space(knobs if tiles is None else (*knobs, Knob("tile", _TILES)), allowed)


def tile_bytes(roles: CoreRoles) -> int:
    """Return the bytes of the unified buffer per element of a tile."""
    return 2 * (roles.rest.input_bytes + roles.rest.output_bytes) + work_bytes(roles)


def _is_used(base: int, blocks: int, size: int) -> bool:
    """Return whether neither half of the block nor half of the blocks is outside of the matrix."""
    return (base == _BLOCKS[0] or base // 2 < size) and (blocks == 1 or base * blocks // 2 < size)


def core_default(
    match: MatmulMatch, sizes: Mapping[str, int], platform: CorePlatform
) -> dict[str, int]:
    """Return the formula's setting: one block per part, with the deepest useful loads."""
    workers = platform.cube_num * (1 if match.is_on_cube else 2)
    roles = None if match.is_on_cube else roles_of(match.operator)
    return default_of(roles, extents(match, sizes), workers, platform.ub_size)


def default_of(roles: CoreRoles | None, of: Extents, workers: int, ub_size: int) -> dict[str, int]:
    """Return the formula's setting for a number of cores that process parts; see `space_of`."""
    memory = 0 if roles is None else tile_bytes(roles)
    shape = (of.batch, of.m, of.n, of.k)
    division, tile = blocks(shape, of.itemsize, workers, ub_size, memory)
    setting: dict[str, int] = division._asdict()
    return setting if roles is None else {**setting, "tile": tile}


def blocks_of(setting: Mapping[str, int]) -> ProductBlocks:
    """Return the part of a setting that divides the product."""
    return ProductBlocks(**{name: setting[name] for name in ProductBlocks._fields})


def core_call(
    match: MatmulMatch, sizes: Mapping[str, int], setting: Mapping[str, int], platform: CorePlatform
) -> CoreKernelCall:
    """Return the launch of the kernel with a setting."""
    import numpy as np

    of = extents(match, sizes)
    down = -(-of.m // (setting["base_m"] * setting["m_blocks"]))
    parts = of.batch * down * -(-of.n // (setting["base_n"] * setting["n_blocks"]))
    products = ProductNumbers(of.batch, of.m, of.n, of.k, blocks_of(setting))
    arguments: dict[str, Any] = {"variants": Variants((match.operator,))}
    if match.is_on_cube:
        arguments["workspace"] = np.empty(_LIBRARY, np.uint8)
        arguments["numbers"] = products
        return CoreKernelCall(f"{_MODULE}:multiply", min(parts, platform.cube_num), arguments)
    arguments["workspace"] = np.empty(_LIBRARY + of.batch * of.m * of.n * 4, np.uint8)
    arguments["numbers"] = ComputedNumbers(products, setting["tile"], product_at=_LIBRARY)
    cubes = min((parts + 1) // 2, platform.cube_num)
    return CoreKernelCall(f"{_MODULE}:multiply_and_compute", cubes, arguments)


@asc.jit
def formula(batch: int, m: int, n: int, k: int, itemsize: int, cubes: int) -> tuple[int, int]:
    """Return the block that should be fastest without a search: base_m and base_n."""
    base_m, base_n, least = 16, 16, m * 0  # as wide a number as sizes are
    for choice in asc.static_range(len(_CHOICES)):
        rows, columns = _CHOICES[choice]
        parts = ((m + rows - 1) // rows) * ((n + columns - 1) // columns) * batch
        rounds = (parts + cubes - 1) // cubes
        loaded = (min(rows, m) + min(columns, n)) * k * itemsize // _LOADED
        cycles = rounds * (loaded + _START)
        if least == 0 or cycles < least:
            base_m, base_n, least = rows, columns, cycles
    return base_m, base_n


@asc.jit
def blocks(
    shape: tuple[int, ...], itemsize: int, workers: int, ub_size: int, memory: int
) -> tuple[ProductBlocks, int]:
    """Return the formula's blocks and tile; the tile is 0 if `memory` is."""
    batch, m, n, k = shape
    base_m, base_n = formula(batch, m, n, k, itemsize, workers)
    base_k = _ROW_BYTES // itemsize
    if base_k // 2 >= k:
        base_k = _DEPTHS[0]
    step = 4
    if 2 * base_k >= k:
        step = 2
    if base_k >= k:
        step = 1
    tile = 0
    for i in asc.static_range(len(_TILES)):
        if memory > 0 and _TILES[i] * memory <= ub_size:
            tile = _TILES[i]
    return ProductBlocks(base_m, base_n, base_k, 1, 1, step, buffers=2, columns_first=0), tile


def packaged(variants: Sequence[Operator], table: Sequence[TunedEntry] = ()) -> Packaged:
    """Return what packages need of a matrix product."""
    matches = [roles_of(variant).match for variant in variants]
    first = matches[0]
    on_cube = all(match.is_on_cube for match in matches)  # else vector cores see to all types

    def shape(sizes: Mapping[str, Any]) -> tuple[Any, ...]:
        roles = (first.batch, first.m, first.n, (first.k,))
        return tuple(prod_of(evaluate(axis.size, sizes) for axis in axes) for axes in roles)

    def memory(variant: Operator) -> int:
        return 0 if on_cube else tile_bytes(roles_of(variant))

    facts = facts_of(variants, table, memory)
    constants = {"variants": Variants(variants)}
    if on_cube:
        numbers: Any = numbers_of_product
        return Packaged(multiply, constants, facts.symbols, shape, numbers, facts)
    numbers = numbers_of_rest
    return Packaged(multiply_and_compute, constants, facts.symbols, shape, numbers, facts)


@asc.jit
def numbers_of_product(
    shape: tuple[int, ...],
    sizes: tuple[int, ...],
    itemsize: int,
    part: tuple[int, int],
    facts: asc.ConstExpr[TilingFacts],
) -> tuple[int, ProductNumbers]:
    """Return the number of blocks and the numbers of `multiply`, tuned or by the formula."""
    cubes = (part[0] + 1) // 2
    batch, m, n, k = shape
    division, _ = chosen(shape, sizes, itemsize, cubes, part[1], 0, facts)
    parts = parts_in(shape, division)
    return min(parts, cubes), ProductNumbers(batch, m, n, k, division)


@asc.jit
def numbers_of_rest(
    shape: tuple[int, ...],
    sizes: tuple[int, ...],
    itemsize: int,
    part: tuple[int, int],
    facts: asc.ConstExpr[TilingFacts],
) -> tuple[int, ComputedNumbers, int]:
    """Return blocks, the numbers of `multiply_and_compute`, and the bytes of the workspace."""
    batch, m, n, k = shape
    memory = facts.memories[0][1]
    for i in asc.static_range(len(facts.memories)):
        if itemsize == facts.memories[i][0]:
            memory = facts.memories[i][1]
    division, tile = chosen(shape, sizes, itemsize, part[0], part[1], memory, facts)
    if division.base_n * division.n_blocks > tile:  # tuned for fewer columns than there are
        division = division._replace(n_blocks=1)
    parts = parts_in(shape, division)
    numbers = ComputedNumbers(ProductNumbers(batch, m, n, k, division), tile, product_at=0)
    return min((parts + 1) // 2, (part[0] + 1) // 2), numbers, m * n * batch * 4


@asc.jit
def chosen(
    shape: tuple[int, ...],
    sizes: tuple[int, ...],
    itemsize: int,
    workers: int,
    ub_size: int,
    memory: int,
    facts: TilingFacts,
) -> tuple[ProductBlocks, int]:
    """Return the blocks and the tile, from tuned settings or else the formula."""
    division, tile = blocks(shape, itemsize, workers, ub_size, memory)
    for i in asc.static_range(len(facts.table) - 1, -1, -1):
        if facts.holds(i, sizes, itemsize):
            division = blocks_of(facts.table[i].setting)
            if "tile" in facts.table[i].setting:  # else tuned for a type that only cubes see to
                tile = facts.table[i].setting["tile"]
    return division, tile


@asc.jit
def parts_in(shape: tuple[int, ...], division: ProductBlocks) -> int:
    """Return the number of parts in all products."""
    batch, m, n, _ = shape
    rows, columns = division.base_m * division.m_blocks, division.base_n * division.n_blocks
    return ((m + rows - 1) // rows) * ((n + columns - 1) // columns) * batch
