"""Operations that set which elements the next vector operations work on."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, overload

GROUP = "basic / Common operations"

OPERATIONS = (
    Operation(
        "reset_mask",
        GROUP,
        (overload("", "reset_mask", "AscendC::ResetMask()"),),
        document="All elements take part again.",
    ),
    Operation(
        "set_mask_count",
        GROUP,
        (overload("", "set_mask_count", "AscendC::SetMaskCount()"),),
        document="The mask becomes a number of elements.",
    ),
    Operation(
        "set_mask_norm",
        GROUP,
        (overload("", "set_mask_norm", "AscendC::SetMaskNorm()"),),
        document="The mask becomes a bit per element of a repeat.",
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
        document="The mask of calls with `is_set_mask=False`: a number of elements, or two words of"
        " bits.",
    ),
)
