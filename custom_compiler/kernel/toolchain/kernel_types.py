"""Types of kernels, and how they follow from what a kernel recorded.

The numbers are those of the kernel headers, the rules those of the runtime
(`toolkit/src/aicore/kernel_type.h`); a test compares them.
"""

from __future__ import annotations

# Kinds of recorded facts (AscendcMetaKind of isa/kernel_abi.h).
KEY, KEY_TYPE, DEFAULT_TYPE, TILING_SIZE, SYNC, CUBE, PRINT, VECTOR = range(1, 9)
DETERMINISTIC = 10
# Kernel types (KernelMetaType).
AIV_ONLY, AIC_ONLY, MIX_AIV_1_0, MIX_AIC_1_0, MIX_AIC_1_1, MIX_AIC_1_2 = range(6)
AICORE, VECTORCORE, MIX_AICORE, MIX_VECTOR_CORE = range(6, 10)

BOTH_UNITS = frozenset({MIX_AIC_1_1, MIX_AIC_1_2})  # both units of a core group run


def inferred_type(kinds: set[int]) -> int:
    """Return the kernel type that follows from the kinds of recorded facts."""
    if CUBE in kinds:
        return MIX_AIC_1_2 if VECTOR in kinds else AIC_ONLY
    return MIX_AIV_1_0 if SYNC in kinds else AIV_ONLY


def type_on(split_cores: bool, kernel_type: int) -> int:  # noqa: FBT001 - as C++ has it
    """Return the meaning of a stated or inferred type on a SoC with separate cores, or without."""
    if split_cores:
        return AIV_ONLY if kernel_type in {VECTORCORE, MIX_VECTOR_CORE} else kernel_type
    # One core has both units; only the vector cores next to it (310P) make a difference.
    return max(kernel_type, AICORE)
