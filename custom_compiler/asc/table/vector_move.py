"""Vector operations that fill, copy, gather, broadcast and transpose elements."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, overload

GROUP = "basic / Common operations"
_WORDS = "half bfloat16_t int16_t uint16_t int32_t uint32_t float"
_5HD = "int8_t uint8_t int16_t uint16_t half int32_t uint32_t float"

OPERATIONS = (
    Operation(
        "brcb",
        GROUP,
        (
            overload(
                "dst: LT, src0: LT, repeat_times: u8, repeat_params: BrcbRepeatParams",
                "brcb_l0",
                "AscendC::Brcb({dst}, {src0}, {repeat_times}, {repeat_params})",
                pipe="V",
            ),
        ),
        dtypes=_WORDS,
        document="Broadcast each of eight elements per repeat to a block of 32 bytes.",
    ),
    Operation(
        "copy",
        GROUP,
        (
            overload(
                "dst: LT, src: LT, mask: mask, repeat_time: u8, repeat_params: CopyRepeatParams,"
                " is_set_mask: flag = True",
                "copy_{level}",
                "AscendC::Copy<{dst.T}, {is_set_mask}>"
                "({dst}, {src}, {mask}, {repeat_time}, {repeat_params})",
                pipe="V",
            ),
        ),
        dtypes=_WORDS,
        document="Copy within local memory.",
    ),
    Operation(
        "duplicate",
        GROUP,
        (
            overload(
                "dst: LT, scalar: num(dst), count: i32",
                "duplicate_l2",
                "AscendC::Duplicate<{dst.T}>({dst}, {scalar}, {count})",
                pipe="V",
            ),
            overload(
                "dst: LT, scalar: num(dst), mask: mask, repeat_times: u8, dst_block_stride: u16,"
                " dst_repeat_stride: u8, is_set_mask: flag = True",
                "duplicate_{level}",
                "AscendC::Duplicate<{dst.T}, {is_set_mask}>({dst}, {scalar}, {mask},"
                " {repeat_times}, {dst_block_stride}, {dst_repeat_stride})",
                pipe="V",
            ),
        ),
        dtypes=_WORDS,
        document="Fill dst with a number.",
    ),
    Operation(
        "gather",
        GROUP,
        (
            overload(
                "dst: LT, src: LT, src_offset: LT, src_base: u32, mask: mask, repeat_times: u8,"
                " dst_rep_stride: u16",
                "gather_{level}",
                "AscendC::Gather({dst}, {src}, {src_offset}, {src_base}, {mask}, {repeat_times},"
                " {dst_rep_stride})",
                pipe="V",
            ),
            overload(
                "dst: LT, src: LT, src_offset: LT, src_base: u32, count: u32",
                "gather_l2",
                "AscendC::Gather({dst}, {src}, {src_offset}, {src_base}, {count})",
                pipe="V",
            ),
        ),
        dtypes=_WORDS,
        document="Gather elements of src at byte offsets (uint32_t), counted from `src_base`.",
    ),
    Operation(
        "gatherb",
        GROUP,
        (
            overload(
                "dst: LT, src0: LT, offset: LT, repeat_times: u8,"
                " repeat_params: GatherRepeatParams",
                "gatherb_l0",
                "AscendC::Gatherb({dst}, {src0}, {offset}, {repeat_times}, {repeat_params})",
                pipe="V",
            ),
        ),
        dtypes="uint16_t uint32_t",
        document="Gather blocks of 32 bytes at byte offsets (uint32_t), eight per repeat.",
    ),
    Operation(
        "scatter",
        GROUP,
        (
            overload(
                "dst: LT, src: LT, dst_offset: LT, dst_base: u32, mask: mask, repeat_times: u8,"
                " src_rep_stride: u8",
                "scatter_{level}",
                "AscendC::Scatter({dst}, {src}, {dst_offset}, {dst_base}, {mask}, {repeat_times},"
                " {src_rep_stride})",
                pipe="V",
            ),
            overload(
                "dst: LT, src: LT, dst_offset: LT, dst_base: u32, count: u32",
                "scatter_l2",
                "AscendC::Scatter({dst}, {src}, {dst_offset}, {dst_base}, {count})",
                pipe="V",
            ),
        ),
        socs="310P 310B",
        document="Scatter elements of src to byte offsets (uint32_t) of dst, counted from "
        "`dst_base`.",
    ),
    Operation(
        "transpose",
        GROUP,
        (
            overload(
                "dst: LT, src: LT",
                "transpose",
                "AscendC::Transpose({dst}, {src})",
                pipe="V",
            ),
            overload(
                "dst: LT, src: LT, shared_tmp_buffer: LT, params: TransposeParamsExt",
                "transpose_ext",
                "AscendC::Transpose({dst}, {src}, {shared_tmp_buffer}, {params})",
                pipe="V",
                writes="dst shared_tmp_buffer",
            ),
        ),
        dtypes=_5HD,
        document="Transpose a matrix of 16 by 16 elements of two bytes; with parameters NCHW to "
        "NHWC or back.",
    ),
    Operation(
        "trans_data_to_5hd",
        GROUP,
        (
            overload(
                "dst_list: [LT], src_list: [LT], params: TransDataTo5HDParams",
                "trans_data_to_5hd_tensor_list",
                "AscendC::TransDataTo5HD<{dst_list.T}>({dst_list}, {src_list}, {params})",
                pipe="V",
                writes="dst_list",
            ),
            overload(
                "dst_list: [u64], src_list: [u64], params: TransDataTo5HDParams, dtype: dtype?",
                "trans_data_to_5hd_uint_list",
                "AscendC::TransDataTo5HD<{dtype.T}>({dst_list}, {src_list}, {params})",
                pipe="V",
            ),
            overload(
                "dst: LT, src: LT, params: TransDataTo5HDParams, dtype: dtype?",
                "trans_data_to_5hd",
                "AscendC::TransDataTo5HD<{dtype.T}>({dst}, {src}, {params})",
                pipe="V",
                writes="",
            ),
        ),
        document="Transpose 16 blocks of 32 bytes per repeat, each at its own tensor or address. "
        "`dtype` is the type of elements at addresses; it is optional for those from "
        "`get_phy_addr`.",
    ),
)
