"""Vector operations with two sources."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

GROUP = "basic / Vector binary operations"
_TENSORS = "dst: LT, src0: LT, src1: LT"
_REPEATS = "mask: mask, repeat_times: u8, repeat_params: BinaryRepeatParams"
_CALL = "{dst}, {src0}, {src1}"
_MASKED_CALL = f"{_CALL}, {{mask}}, {{repeat_times}}, {{repeat_params}}"
_ONE_TYPE = "{dst.T}"
_TWO_TYPES = "{dst.T}, {src0.T}"
_MIXED = "half:half float:float float:half"


def _binary(
    name: str, api: str, types: str = _ONE_TYPE, *, accumulates: bool = False
) -> tuple[Overload, ...]:
    """Return the overloads with a number of elements, and with a mask and repeats."""
    return (
        overload(
            f"{_TENSORS}, count: i32, is_set_mask: flag = True",
            f"{name}_l2",
            f"AscendC::{api}({_CALL}, {{count}})",
            pipe="V",
            accumulates=accumulates,
        ),
        overload(
            f"{_TENSORS}, {_REPEATS}, is_set_mask: flag = True",
            f"{name}_{{level}}",
            f"AscendC::{api}<{types}, {{is_set_mask}}>({_MASKED_CALL})",
            pipe="V",
            accumulates=accumulates,
        ),
    )


def _binary_cast(name: str, api: str) -> tuple[Overload, ...]:
    """Return these overloads for results of another type, the first without `is_set_mask`."""
    return (
        overload(
            f"{_TENSORS}, count: u32",
            f"{name}_l2",
            f"AscendC::{api}({_CALL}, {{count}})",
            pipe="V",
        ),
        _binary(name, api, _TWO_TYPES)[1],
    )


OPERATIONS = (
    Operation(
        "add",
        GROUP,
        _binary("add", "Add"),
        dtypes="half int16_t int32_t float",
        document="Element by element: dst = src0 + src1.",
    ),
    Operation(
        "add_deq_relu",
        GROUP,
        _binary("add_deq_relu", "AddDeqRelu", _TWO_TYPES),
        dtypes="half:int32_t",
        document="dst = max((src0 + src1) * scale, 0), the scale being that of `set_deq_scale`.",
    ),
    Operation(
        "add_relu",
        GROUP,
        _binary("add_relu", "AddRelu"),
        dtypes="half int16_t float",
        document="dst = max(src0 + src1, 0).",
    ),
    Operation(
        "add_relu_cast",
        GROUP,
        _binary_cast("add_relu_cast", "AddReluCast"),
        dtypes="int8_t:half int8_t:int16_t half:float",
        document="dst = max(src0 + src1, 0), converted to the type of dst.",
    ),
    Operation(
        "bilinear_interpolation",
        GROUP,
        (
            overload(
                "dst: LT, src0: LT, src0_offset: LT, src1: LT, mask: mask, h_repeat: u8,"
                " repeat_mode: b, dst_blk_stride: u16, v_r_offset: u16, v_repeat: u8,"
                " shared_tmp_buffer: LT",
                "bilinearInterpolation_{level}",
                "AscendC::BilinearInterpolation({dst}, {src0}, {src0_offset}, {src1}, {mask},"
                " {h_repeat}, {repeat_mode}, {dst_blk_stride}, {v_r_offset}, {v_repeat},"
                " {shared_tmp_buffer})",
                pipe="V",
                writes="dst shared_tmp_buffer",
            ),
        ),
        dtypes="half",
        document="Sum blocks of src0 at given offsets, times the weights in src1.",
    ),
    Operation(
        "bitwise_and",
        GROUP,
        _binary("and", "And"),
        dtypes="int16_t uint16_t",
        document="Bit by bit: dst = src0 & src1.",
    ),
    Operation(
        "bitwise_or",
        GROUP,
        _binary("or", "Or"),
        dtypes="int16_t uint16_t",
        document="Bit by bit: dst = src0 | src1.",
    ),
    Operation(
        "div",
        GROUP,
        _binary("div", "Div"),
        dtypes="half float",
        document="Element by element: dst = src0 / src1.",
    ),
    Operation(
        "fused_mul_add",
        GROUP,
        _binary("fused_mul_add", "FusedMulAdd", accumulates=True),
        dtypes="half float",
        document="dst = src0 * dst + src1.",
    ),
    Operation(
        "fused_mul_add_relu",
        GROUP,
        _binary("fused_mul_add_relu", "FusedMulAddRelu", accumulates=True),
        dtypes="half float",
        document="dst = max(src0 * dst + src1, 0).",
    ),
    Operation(
        "max",
        GROUP,
        _binary("max", "Max"),
        dtypes="half int16_t int32_t float",
        document="Compute the larger one of each pair of elements.",
    ),
    Operation(
        "min",
        GROUP,
        _binary("min", "Min"),
        dtypes="half int16_t int32_t float",
        document="Compute the smaller one of each pair of elements.",
    ),
    Operation(
        "mul",
        GROUP,
        _binary("mul", "Mul"),
        dtypes="half int16_t int32_t float",
        document="Element by element: dst = src0 * src1.",
    ),
    Operation(
        "mul_add_dst",
        GROUP,
        _binary("mul_add_dst", "MulAddDst", _TWO_TYPES, accumulates=True),
        dtypes=_MIXED,
        document="dst = src0 * src1 + dst.",
    ),
    Operation(
        "mul_cast",
        GROUP,
        (
            overload(
                f"{_TENSORS}, count: u32",
                "mul_cast_l2",
                f"AscendC::MulCast({_CALL}, {{count}})",
                pipe="V",
            ),
            overload(
                f"{_TENSORS}, {_REPEATS}",
                "mul_cast_{level}",
                f"AscendC::MulCast({_MASKED_CALL})",
                pipe="V",
            ),
        ),
        dtypes="int8_t:half uint8_t:half",
        document="dst = src0 * src1, converted to the type of dst.",
    ),
    Operation(
        "sub",
        GROUP,
        _binary("sub", "Sub"),
        dtypes="half int16_t int32_t float",
        document="Element by element: dst = src0 - src1.",
    ),
    Operation(
        "sub_relu",
        GROUP,
        _binary("sub_relu", "SubRelu"),
        dtypes="half int16_t float",
        document="dst = max(src0 - src1, 0).",
    ),
    Operation(
        "sub_relu_cast",
        GROUP,
        _binary_cast("sub_relu_cast", "SubReluCast"),
        dtypes="int8_t:half int8_t:int16_t half:float",
        document="dst = max(src0 - src1, 0), converted to the type of dst.",
    ),
)
