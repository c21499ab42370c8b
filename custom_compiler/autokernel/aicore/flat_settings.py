"""Elementwise operators on AI cores: what can be set, what is allowed, the formula, the call."""

from __future__ import annotations

from functools import reduce
from math import prod
from operator import mul
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore.body import Variants
from custom_compiler.autokernel.aicore.elementwise import (
    GRAIN,
    ElementwiseNumbers,
    elementwise,
    tiles_of,
)
from custom_compiler.autokernel.aicore.kernels import CoreKernelCall, Packaged, facts_of
from custom_compiler.autokernel.describe import tree
from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import CorePlatform, TilingFacts, TunedEntry
    from custom_compiler.autokernel.describe.tree import Operator

KERNEL = "custom_compiler.autokernel.aicore.elementwise:elementwise"
_RESERVED = 512  # bytes of the unified buffer for the ends of buffers
_TILES = tuple(GRAIN * count for count in (1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 64, 80, 96, 128))
_CORES = (1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48)


def matches(operator: Operator) -> bool:
    """Return whether all tensors have the same positions, and the operation is elementwise."""
    axes = {each.axes for each in operator.inputs} | {each.axes for each in operator.outputs}
    nodes = (node for output in operator.outputs for node in tree.nodes_of(output.body))
    plain = all(
        not isinstance(node, tree.Reduce)
        and (not isinstance(node, tree.Load) or _is_plain(node, operator))
        for node in nodes
    )
    return len(axes) == 1 and plain


def _is_plain(load: tree.Load, operator: Operator) -> bool:
    load_axes = tuple(index.axis for index in load.index)
    return isinstance(load.source, tree.Input) and load_axes == operator.outputs[0].axes


def length_of(operator: Operator, sizes: Mapping[str, int]) -> int:
    """Return the number of elements for these values of the symbols."""
    return prod(int(evaluate(axis.size, sizes)) for axis in operator.outputs[0].axes)


def prod_of(sizes: Iterable[Any]) -> Any:
    """Return the product of sizes, which are numbers or values of a host function."""
    return reduce(mul, sizes, 1)


def space(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> Space:
    """Return the knobs: elements of a tile, tiles of each tensor, cores."""
    tiles = tiles_of(operator)
    length = length_of(operator, sizes)

    def allowed(setting: Mapping[str, Any]) -> bool:
        needed = setting["tile"] * tiles.bytes(setting["buffers"]) + _RESERVED
        share = share_of(length, setting["cores"])
        return bool(needed <= platform.ub_size and setting["tile"] < share + max(_TILES[0], share))

    formula_tile = default(operator, sizes, platform)["tile"]
    cores = {*(count for count in _CORES if count < platform.core_num), platform.core_num}
    knobs = (
        Knob("tile", tuple(sorted({*_TILES, formula_tile}))),
        Knob("buffers", (1, 2)),
        Knob("cores", tuple(sorted(cores))),
    )
    return Space(knobs, allowed)


def default(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> dict[str, int]:
    """Return the formula's setting: the largest tiles, of equal size on all cores."""
    length = length_of(operator, sizes)
    memory = tiles_of(operator).bytes(2)
    tile = formula(length, platform.core_num, platform.ub_size, memory)
    return {"tile": tile, "buffers": 2, "cores": platform.core_num}


def call(
    operator: Operator, sizes: Mapping[str, int], setting: Mapping[str, int], platform: CorePlatform
) -> CoreKernelCall:
    """Return the launch of the kernel with a setting."""
    del platform
    length = length_of(operator, sizes)
    share = share_of(length, setting["cores"])
    numbers = ElementwiseNumbers(length, share, setting["tile"], setting["buffers"])
    arguments = {"numbers": numbers, "variants": Variants((operator,))}
    return CoreKernelCall(KERNEL, (max(length, 1) + share - 1) // share, arguments)


def packaged(variants: Sequence[Operator], table: Sequence[TunedEntry]) -> Packaged:
    """Return what packages need of an elementwise operator."""
    axes = variants[0].outputs[0].axes

    def shape(sizes: Mapping[str, Any]) -> tuple[Any, ...]:
        return (prod_of(evaluate(axis.size, sizes) for axis in axes),)

    facts = facts_of(variants, table, lambda variant: tiles_of(variant).bytes(2))
    constants = {"variants": Variants(variants)}
    return Packaged(elementwise, constants, facts.symbols, shape, numbers, facts)


@asc.jit
def numbers(
    shape: tuple[int, ...],
    sizes: tuple[int, ...],
    itemsize: int,
    part: tuple[int, int],
    facts: asc.ConstExpr[TilingFacts],
) -> tuple[int, ElementwiseNumbers]:
    """Return the number of blocks and the kernel's numbers, tuned or by the formula."""
    (length,) = shape
    core_num, ub_size = part
    memory = facts.memories[0][1]
    for i in asc.static_range(len(facts.memories)):
        if itemsize == facts.memories[i][0]:
            memory = facts.memories[i][1]
    tile, buffers, cores = formula(length, core_num, ub_size, memory), 2, core_num
    for i in asc.static_range(len(facts.table) - 1, -1, -1):
        if facts.holds(i, sizes, itemsize):
            tile = facts.table[i].setting["tile"]
            buffers = facts.table[i].setting["buffers"]
            cores = min(facts.table[i].setting["cores"], core_num)
    share = share_of(length, cores)
    blocks = (max(length, 1) + share - 1) // share
    return blocks, ElementwiseNumbers(length, share, tile, buffers)


@asc.jit
def share_of(length: int, cores: int) -> int:
    """Return the number of elements of a core, a multiple of GRAIN."""
    return (max(length, 1) + cores * GRAIN - 1) // (cores * GRAIN) * GRAIN


@asc.jit
def formula(length: int, cores: int, ub_size: int, memory: int) -> int:
    """Return the elements of a tile, if each takes `memory` bytes of the unified buffer."""
    share = (max(length, 1) + cores * GRAIN - 1) // (cores * GRAIN) * GRAIN
    most = (ub_size - _RESERVED) // (memory * GRAIN) * GRAIN
    tiles = (share + most - 1) // most
    return (share + tiles * GRAIN - 1) // (tiles * GRAIN) * GRAIN
