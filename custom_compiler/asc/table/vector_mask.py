"""Operations that set which elements the next vector operations work on."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, overload

GROUP = "basic / Common operations"

OPERATIONS = (
    Operation(
        "reset_mask",
        GROUP,
        (overload("", "reset_mask", "AscendC::ResetMask()"),),
        document="Reset the mask to all elements.",
    ),
    Operation(
        "set_mask_count",
        GROUP,
        (overload("", "set_mask_count", "AscendC::SetMaskCount()"),),
        document="Let the mask be a number of elements.",
    ),
    Operation(
        "set_mask_norm",
        GROUP,
        (overload("", "set_mask_norm", "AscendC::SetMaskNorm()"),),
        document="Let the mask be a bit per element of a repeat.",
    ),
    Operation(
        "set_vector_mask",
        GROUP,
        (
            overload(
                "length: i32, dtype: dtype, mode: MaskMode",
                "set_vector_mask_l0",
                "AscendC::SetVectorMask<{dtype.T}, {mode}>({length})",
            ),
            overload(
                "mask_high: u64, mask_low: u64, dtype: dtype, mode: MaskMode",
                "set_vector_mask_l1",
                "AscendC::SetVectorMask<{dtype.T}, {mode}>({mask_high}, {mask_low})",
            ),
        ),
        document="Set the mask of calls with `is_set_mask=False`: a number of elements, or two "
        "words of bits.",
    ),
)
