"""Types of kernels, and how they follow from what a kernel recorded."""

from __future__ import annotations

# Kinds of recorded facts (AscendcMetaKind of isa/kernel_abi.h).
KEY, KEY_TYPE, DEFAULT_TYPE, TILING_SIZE, SYNC, CUBE, PRINT, VECTOR = range(1, 9)
# Kernel types (KernelMetaType).
AIV_ONLY, AIC_ONLY, MIX_AIV_1_0, MIX_AIC_1_0, MIX_AIC_1_1, MIX_AIC_1_2 = range(6)
AICORE, VECTORCORE, MIX_AICORE, MIX_VECTOR_CORE = range(6, 10)

BOTH_UNITS = frozenset({MIX_AIC_1_1, MIX_AIC_1_2})  # both units of a core group run


def inferred_type(kinds: set[int]) -> int:
    """Kernel type that follows from the kinds of recorded facts."""
    if CUBE in kinds:
        return MIX_AIC_1_2 if VECTOR in kinds else AIC_ONLY
    return MIX_AIV_1_0 if SYNC in kinds else AIV_ONLY
