"""Vector operations with one source."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

GROUP = "basic / Vector unary operations"
_TENSORS = "dst: LT, src: LT"


def _unary(name: str, api: str) -> tuple[Overload, ...]:
    """Return the overloads with a number of elements, and with a mask and repeats."""
    return (
        overload(
            f"{_TENSORS}, count: i32",
            f"{name}_l2",
            f"AscendC::{api}({{dst}}, {{src}}, {{count}})",
            pipe="V",
        ),
        overload(
            f"{_TENSORS}, mask: mask, repeat_times: u8, repeat_params: UnaryRepeatParams,"
            " is_set_mask: flag = True",
            f"{name}_{{level}}",
            f"AscendC::{api}<{{dst.T}}, {{is_set_mask}}>"
            "({dst}, {src}, {mask}, {repeat_times}, {repeat_params})",
            pipe="V",
        ),
    )


OPERATIONS = (
    Operation(
        "abs",
        GROUP,
        _unary("abs", "Abs"),
        dtypes="half float",
        document="Compute absolute values.",
    ),
    Operation(
        "bitwise_not",
        GROUP,
        _unary("not", "Not"),
        dtypes="int16_t uint16_t",
        document="Bit by bit: dst = ~src.",
    ),
    Operation(
        "exp",
        GROUP,
        _unary("exp", "Exp"),
        dtypes="half float",
        document="Compute the exponential of each element.",
    ),
    Operation(
        "gather_mask",
        GROUP,
        (
            overload(
                "dst: LT, src0: LT, src1_pattern: LT | u8, reduce_mode: b, mask: u32,"
                " params: GatherMaskParams, gather_mask_mode: GatherMaskMode ="
                " GatherMaskMode.DEFAULT -> u64",
                "gather_mask",
                "AscendC::GatherMask({dst}, {src0}, {src1_pattern}, {reduce_mode}, {mask},"
                " {params}, {result})",
                pipe="V",
            ),
        ),
        dtypes="int16_t uint16_t half bfloat16_t int32_t uint32_t float",
        document="Select elements by a bit mask (in memory, or one of seven patterns), and store "
        "them contiguously; the result is their number.",
    ),
    Operation(
        "get_gather_mask_remain_count",
        GROUP,
        (
            overload(
                "-> i64",
                "get_gather_mask_remain_count",
                "AscendC::GetGatherMaskRemainCount()",
                pipe="S",
            ),
        ),
        document="Return the number of elements that the last `gather_mask` selected.",
    ),
    Operation(
        "ln",
        GROUP,
        _unary("ln", "Ln"),
        dtypes="half float",
        document="Compute natural logarithms.",
    ),
    Operation(
        "reciprocal",
        GROUP,
        _unary("reciprocal", "Reciprocal"),
        dtypes="half float",
        document="dst = 1 / src, approximately: the hardware keeps about ten bits.",
    ),
    Operation(
        "relu",
        GROUP,
        _unary("relu", "Relu"),
        dtypes="half int32_t float",
        document="dst = max(src, 0).",
    ),
    Operation(
        "rsqrt",
        GROUP,
        _unary("rsqrt", "Rsqrt"),
        dtypes="half float",
        document="dst = 1 / sqrt(src), approximately: the hardware keeps about ten bits.",
    ),
    Operation(
        "sqrt",
        GROUP,
        _unary("sqrt", "Sqrt"),
        dtypes="half float",
        document="Compute square roots.",
    ),
)
