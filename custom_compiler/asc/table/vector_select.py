"""Vector operations that compare, and that choose by a comparison's bits."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, overload

COMMON = "basic / Common operations"
BINARY = "basic / Vector binary operations"
_REPEATS = "mask: mask, repeat_times: u8, repeat_params: BinaryRepeatParams"
_REPEATS_CALL = "{mask}, {repeat_times}, {repeat_params}"
_SELECT_TYPES = "{dst.T}, {sel_mask.T}"

OPERATIONS = (
    Operation(
        "compare",
        BINARY,
        (
            overload(
                "dst: LT, src0: LT, src1: LT, cmp_mode: CMPMODE, count: u32",
                "compare_l2",
                "AscendC::Compare({dst}, {src0}, {src1}, {cmp_mode}, {count})",
                pipe="V",
            ),
            overload(
                f"dst: LT, src0: LT, src1: LT, cmp_mode: CMPMODE, {_REPEATS},"
                " is_set_mask: flag = True",
                "compare_{level}",
                "AscendC::Compare<{src0.T}, {dst.T}, {is_set_mask}>"
                f"({{dst}}, {{src0}}, {{src1}}, {{cmp_mode}}, {_REPEATS_CALL})",
                pipe="V",
            ),
            overload(
                "src0: LT, src1: LT, cmp_mode: CMPMODE, mask: mask,"
                " repeat_params: BinaryRepeatParams, is_set_mask: flag = True",
                "compare_r_{level}",
                "AscendC::Compare<{src0.T}, {is_set_mask}>"
                "({src0}, {src1}, {cmp_mode}, {mask}, {repeat_params})",
                pipe="V",
            ),
        ),
        dtypes="uint8_t:half uint8_t:float uint8_t:int32_t int8_t:half int8_t:float int8_t:int32_t",
        document="Compare src0 with src1: a bit per element; int32_t for equality alone. Without "
        "dst the bits of one repeat go to the compare mask.",
    ),
    Operation(
        "get_cmp_mask",
        COMMON,
        (overload("dst: LT", "get_cmp_mask", "AscendC::GetCmpMask({dst})", pipe="V"),),
        document="Store the compare mask of 128 bits, from a comparison without dst.",
    ),
    Operation(
        "select",
        COMMON,
        (
            overload(
                "dst: LT, sel_mask: LT, src0: LT, src1: num(src0), sel_mode: SelMode, count: u32",
                "select_scalar_l2",
                f"AscendC::Select<{_SELECT_TYPES}>"
                "({dst}, {sel_mask}, {src0}, {src1}, {sel_mode}, {count})",
                pipe="V",
            ),
            overload(
                "dst: LT, sel_mask: LT, src0: LT, src1: LT, sel_mode: SelMode, count: u32",
                "select_l2",
                "AscendC::Select({dst}, {sel_mask}, {src0}, {src1}, {sel_mode}, {count})",
                pipe="V",
            ),
            overload(
                "dst: LT, sel_mask: LT, src0: LT, src1: num(src0), sel_mode: SelMode,"
                f" {_REPEATS}, is_set_mask: flag = True",
                "select_scalar_{level}",
                f"AscendC::Select<{_SELECT_TYPES}, {{is_set_mask}}>"
                f"({{dst}}, {{sel_mask}}, {{src0}}, {{src1}}, {{sel_mode}}, {_REPEATS_CALL})",
                pipe="V",
            ),
            overload(
                "dst: LT, sel_mask: LT, src0: LT, src1: LT, sel_mode: SelMode,"
                f" {_REPEATS}, is_set_mask: flag = True",
                "select_{level}",
                f"AscendC::Select<{_SELECT_TYPES}, {{is_set_mask}}>"
                f"({{dst}}, {{sel_mask}}, {{src0}}, {{src1}}, {{sel_mode}}, {_REPEATS_CALL})",
                pipe="V",
            ),
            overload(
                "dst: LT, sel_mask: LT, src0: LT, repeat_times: u8,"
                " repeat_params: BinaryRepeatParams",
                "select_scalar_reg",
                f"AscendC::Select<{_SELECT_TYPES}>"
                "({dst}, {sel_mask}, {src0}, {repeat_times}, {repeat_params})",
                pipe="V",
            ),
            overload(
                "dst: LT, src0: LT, src1: LT, repeat_times: u8,"
                " repeat_params: BinaryRepeatParams, sel_mode: SelMode",
                "select_reg",
                "AscendC::Select<{dst.T}, {sel_mode}>"
                "({dst}, {src0}, {src1}, {repeat_times}, {repeat_params})",
                pipe="V",
            ),
        ),
        dtypes="half float",
        document="Select elements of src0 whose bit is set, else those of src1, a tensor or a "
        "number. The bits are in sel_mask, or are the compare mask.",
    ),
    Operation(
        "set_cmp_mask",
        COMMON,
        (overload("src: LT", "set_cmp_mask", "AscendC::SetCmpMask({src})", pipe="V"),),
        document="Set the compare mask to the first 128 bits of src.",
    ),
)
