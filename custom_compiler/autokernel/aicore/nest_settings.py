"""Nests of loops on AI cores: what can be set, what is allowed, the formula, the call."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore.body import Variants
from custom_compiler.autokernel.aicore.elementwise import GRAIN
from custom_compiler.autokernel.aicore.kernels import CoreKernelCall, Packaged, facts_of
from custom_compiler.autokernel.aicore.nest import bytes_of, nests_of
from custom_compiler.autokernel.aicore.nested import FOLDED, NestNumbers, SymbolSizes, nested
from custom_compiler.autokernel.aicore.scalars import refused
from custom_compiler.autokernel.aicore.vectors import layout_of
from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import CorePlatform, TilingFacts, TunedEntry
    from custom_compiler.autokernel.aicore.nest import Nest
    from custom_compiler.autokernel.describe.tree import Operator

KERNEL = "custom_compiler.autokernel.aicore.nested:nested"
_RESERVED = 4096  # bytes of the unified buffer for the ends of buffers
_LONGEST = 4064  # elements of a vector: what one copy can bring from positions apart
_WIDTHS = tuple(GRAIN * count for count in (1, 2, 4, 8, 12, 16, 24, 31))
_CORES = (1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48)


def space(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> Space:
    """Return the knobs: elements of a vector, vectors of each tensor, cores."""
    memory = layout_of(nests_of(operator))

    def allowed(setting: Mapping[str, Any]) -> bool:
        needed = setting["width"] * memory.bytes(setting["buffers"]) + FOLDED + _RESERVED
        return bool(needed <= platform.ub_size)

    formula_width = default(operator, sizes, platform)["width"]
    cores = {*(count for count in _CORES if count < platform.core_num), platform.core_num}
    knobs = (
        Knob("width", tuple(sorted({*_WIDTHS, formula_width}))),
        Knob("buffers", (1, 2)),
        Knob("cores", tuple(sorted(cores))),
    )
    return Space(knobs, allowed)


def default(operator: Operator, sizes: Mapping[str, int], platform: CorePlatform) -> dict[str, int]:
    """Return the formula's setting: the longest vectors that fit, and work for each core."""
    chain = nests_of(operator)
    stages = tuple(_extent(nest, sizes) for nest in chain.nests)
    width = formula(stages, platform.core_num, platform.ub_size, layout_of(chain).bytes(2))
    return {"width": int(width), "buffers": 2, "cores": platform.core_num}


def call(
    operator: Operator, sizes: Mapping[str, int], setting: Mapping[str, int], platform: CorePlatform
) -> CoreKernelCall:
    """Return the launch of the kernel with a setting."""
    del platform
    import numpy as np

    chain = nests_of(operator)
    values = [sizes[name] for name in _checked(chain.symbols)]
    total = sum(int(evaluate(bytes_of(stage), sizes)) for stage in chain.between)
    arguments = {
        "numbers": numbers_with(values, setting["width"], setting["buffers"]),
        "workspace": np.empty(max(total, 32), np.uint8),
        "variants": Variants((operator,)),
    }
    return CoreKernelCall(KERNEL, setting["cores"], arguments)


def packaged(variants: Sequence[Operator], table: Sequence[TunedEntry]) -> Packaged:
    """Return what packages need of an operator that is computed by loop nests.

    Raises:
        MisuseError: AI cores cannot compute a part of the operator.
    """
    chain = nests_of(variants[0])
    _checked(chain.symbols)

    def shape(sizes: Mapping[str, Any]) -> tuple[Any, ...]:
        stages = tuple(_extent(nest, sizes) for nest in chain.nests)
        values = tuple(sizes[name] for name in chain.symbols)
        total: Any = 0
        for variant_stage in nests_of(variants[-1]).between:
            total = evaluate(bytes_of(variant_stage), sizes) + total
        return stages, values, total

    facts = facts_of(variants, table, lambda variant: layout_of(nests_of(variant)).bytes(2))
    constants = {"variants": Variants(variants)}
    return Packaged(nested, constants, facts.symbols, shape, numbers, facts)


def _extent(nest: Nest, sizes: Mapping[str, Any]) -> tuple[Any, Any, int]:
    """Return the outer iterations, the elements of a vector, and whether it is reduced."""
    turns = prod((evaluate(dim.size, sizes) for dim in nest.outer), start=1)
    return turns, evaluate(nest.vector.size, sizes), int(nest.is_reduced)


def _checked(symbols: tuple[str, ...]) -> tuple[str, ...]:
    if len(symbols) > len(SymbolSizes._fields):
        raise refused(f"an operator of {len(symbols)} sizes that calls decide")
    return symbols


def numbers_with(values: Sequence[Any], width: Any, buffers: Any) -> NestNumbers:
    """Return the kernel's numbers for these values of the operator's symbols."""
    rest = [1] * (len(SymbolSizes._fields) - len(values))
    return NestNumbers(SymbolSizes(*values, *rest), width, buffers)


@asc.jit
def numbers(
    shape: tuple[Any, ...],
    sizes: tuple[int, ...],
    itemsize: int,
    part: tuple[int, int],
    facts: asc.ConstExpr[TilingFacts],
) -> tuple[int, NestNumbers, int]:
    """Return blocks, the kernel's numbers, tuned or by the formula, and bytes of the workspace."""
    stages, values, total = shape
    core_num, ub_size = part
    memory = facts.memories[0][1]
    for i in asc.static_range(len(facts.memories)):
        if itemsize == facts.memories[i][0]:
            memory = facts.memories[i][1]
    width, buffers, cores = formula(stages, core_num, ub_size, memory), 2, core_num
    for i in asc.static_range(len(facts.table) - 1, -1, -1):
        if facts.holds(i, sizes, itemsize):
            width = facts.table[i].setting["width"]
            buffers = facts.table[i].setting["buffers"]
            cores = min(facts.table[i].setting["cores"], core_num)
    return cores, numbers_with(values, width, buffers), total


@asc.jit
def formula(stages: tuple[Any, ...], cores: int, ub_size: int, memory: int) -> int:
    """Return the elements of a vector, if each takes `memory` bytes of the unified buffer."""
    most = min((ub_size - _RESERVED) // (memory * GRAIN) * GRAIN, _LONGEST // GRAIN * GRAIN)
    width = GRAIN
    for i in asc.static_range(len(stages)):
        turns, length, is_reduced = stages[i]
        pieces = 1
        if not is_reduced:
            pieces = (cores + max(turns, 1) - 1) // max(turns, 1)
        width = max(width, (max(length, 1) + pieces * GRAIN - 1) // (pieces * GRAIN) * GRAIN)
    return max(min(width, most), GRAIN)
