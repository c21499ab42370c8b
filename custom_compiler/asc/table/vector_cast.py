"""Vector operations between element types, and those with a destination of another type."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, overload

GROUP = "basic / Common operations"
_REPEATS = (
    "mask: mask, repeat_times: u8, repeat_params: UnaryRepeatParams, is_set_mask: flag = True"
)
_REPEATS_CALL = "{mask}, {repeat_times}, {repeat_params}"
_CASTS = (
    "float:float half:float bfloat16_t:float int64_t:float int32_t:float int16_t:float"
    " float:half int32_t:half int16_t:half int8_t:half uint8_t:half"
    " float:bfloat16_t int32_t:bfloat16_t half:int8_t half:uint8_t half:int16_t float:int16_t"
    " half:int32_t float:int32_t int64_t:int32_t int16_t:int32_t float:int64_t int32_t:int64_t"
)

OPERATIONS = (
    Operation(
        "axpy",
        GROUP,
        (
            overload(
                f"dst: LT, src: LT, scalar: num(src), {_REPEATS}",
                "axpy_{level}",
                "AscendC::Axpy<{dst.T}, {src.T}, {is_set_mask}>"
                f"({{dst}}, {{src}}, {{scalar}}, {_REPEATS_CALL})",
                pipe="V",
                accumulates=True,
            ),
            overload(
                "dst: LT, src: LT, scalar: num(src), count: i32",
                "axpy_l2",
                "AscendC::Axpy<{dst.T}, {src.T}>({dst}, {src}, {scalar}, {count})",
                pipe="V",
                accumulates=True,
            ),
        ),
        dtypes="half:half float:float float:half",
        document="dst = src * scalar + dst.",
    ),
    Operation(
        "cast",
        GROUP,
        (
            overload(
                "dst: LT, src: LT, round_mode: RoundMode, count: u32",
                "cast_l2",
                "AscendC::Cast({dst}, {src}, {round_mode}, {count})",
                pipe="V",
            ),
            overload(
                f"dst: LT, src: LT, round_mode: RoundMode, {_REPEATS}",
                "cast_{level}",
                "AscendC::Cast<{dst.T}, {src.T}, {is_set_mask}>"
                f"({{dst}}, {{src}}, {{round_mode}}, {_REPEATS_CALL})",
                pipe="V",
            ),
        ),
        dtypes=_CASTS,
        document="Convert elements to the type of dst, with the given rounding.",
    ),
    Operation(
        "cast_deq",
        GROUP,
        (
            overload(
                "dst: LT, src: LT, count: u32, is_vec_deq: flag = True, half_block: flag = True",
                "cast_deq_l2",
                "AscendC::CastDeq<{dst.T}, {src.T}, {is_vec_deq}, {half_block}>"
                "({dst}, {src}, {count})",
                pipe="V",
            ),
            overload(
                f"dst: LT, src: LT, {_REPEATS}, is_vec_deq: flag = True, half_block: flag = True",
                "cast_deq_{level}",
                "AscendC::CastDeq<{dst.T}, {src.T}, {is_set_mask}, {is_vec_deq}, {half_block}>"
                f"({{dst}}, {{src}}, {_REPEATS_CALL})",
                pipe="V",
            ),
        ),
        dtypes="half:int32_t int8_t:int16_t uint8_t:int16_t",
        document="dst = src * scale + offset by the values of `set_deq_scale`: one for all, or 16"
        " of a tensor.",
    ),
    Operation(
        "set_deq_scale",
        GROUP,
        (
            overload(
                "scale: f16",
                "set_deq_scale",
                "AscendC::SetDeqScale({scale})",
                pipe="S",
            ),
            overload(
                "scale: f32, offset: i16, sign_mode: b",
                "set_deq_scale_with_offset",
                "AscendC::SetDeqScale({scale}, {offset}, {sign_mode})",
                pipe="S",
            ),
            overload(
                "vdeq: LT, vdeq_info: VdeqInfo",
                "set_deq_scale_l4",
                "AscendC::SetDeqScale({vdeq}, {vdeq_info})",
                pipe="S",
                writes="vdeq",
            ),
        ),
        document="Set the values of `cast_deq` and `add_deq_relu`: a half; scale, offset and sign;"
        " or 16 of these in a tensor of uint64_t.",
    ),
)
