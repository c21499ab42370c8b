"""Vector operations with one source and a number."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

GROUP = "basic / Vector-scalar operations"
_TENSORS = "dst: LT, src: LT, scalar: num(src)"
_REPEATS = "mask: mask, repeat_times: u8, repeat_params: UnaryRepeatParams"


def _scalar(name: str, api: str) -> tuple[Overload, ...]:
    """Return the overloads with a number of elements, and with a mask and repeats."""
    types = "{dst.T}, {is_set_mask}"
    return (
        overload(
            f"{_TENSORS}, count: i32, is_set_mask: flag = True",
            f"{name}_l2",
            f"AscendC::{api}<{types}>({{dst}}, {{src}}, {{scalar}}, {{count}})",
            pipe="V",
        ),
        overload(
            f"{_TENSORS}, {_REPEATS}, is_set_mask: flag = True",
            f"{name}_{{level}}",
            f"AscendC::{api}<{types}>"
            "({dst}, {src}, {scalar}, {mask}, {repeat_times}, {repeat_params})",
            pipe="V",
        ),
    )


OPERATIONS = (
    Operation(
        "adds",
        GROUP,
        _scalar("adds", "Adds"),
        dtypes="half int16_t int32_t float",
        document="dst = src + scalar.",
    ),
    Operation(
        "compare_scalar",
        GROUP,
        (
            overload(
                "dst: LT, src0: LT, src1_scalar: num(src0), cmp_mode: CMPMODE, count: u32",
                "compare_scalar_l2",
                "AscendC::CompareScalar<{src0.T}, {dst.T}>"
                "({dst}, {src0}, {src1_scalar}, {cmp_mode}, {count})",
                pipe="V",
            ),
            overload(
                "dst: LT, src0: LT, src1_scalar: num(src0), cmp_mode: CMPMODE,"
                f" {_REPEATS}, is_set_mask: flag = True",
                "compare_scalar_{level}",
                "AscendC::CompareScalar<{src0.T}, {dst.T}, {is_set_mask}>({dst}, {src0},"
                " {src1_scalar}, {cmp_mode}, {mask}, {repeat_times}, {repeat_params})",
                pipe="V",
            ),
        ),
        dtypes="uint8_t:half uint8_t:float uint8_t:int32_t",
        document="Compare src0 with a number: a bit per element; int32_t for equality alone.",
    ),
    Operation(
        "leaky_relu",
        GROUP,
        _scalar("leaky_relu", "LeakyRelu"),
        dtypes="half float",
        document="dst = src where it is not negative, else src * scalar.",
    ),
    Operation(
        "maxs",
        GROUP,
        _scalar("maxs", "Maxs"),
        dtypes="half int16_t int32_t float",
        document="dst = max(src, scalar).",
    ),
    Operation(
        "mins",
        GROUP,
        _scalar("mins", "Mins"),
        dtypes="half int16_t int32_t float",
        document="dst = min(src, scalar).",
    ),
    Operation(
        "muls",
        GROUP,
        _scalar("muls", "Muls"),
        dtypes="half int16_t int32_t float",
        document="dst = src * scalar.",
    ),
    Operation(
        "shift_left",
        GROUP,
        _scalar("shift_left", "ShiftLeft"),
        dtypes="int16_t uint16_t int32_t uint32_t",
        document="dst = src << scalar, shifting in zeros.",
    ),
    Operation(
        "shift_right",
        GROUP,
        _scalar("shift_right", "ShiftRight"),
        dtypes="int16_t uint16_t int32_t uint32_t",
        document="dst = src >> scalar, shifting in the sign of signed elements.",
    ),
)
