"""Operations of the scalar unit."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, overload

GROUP = "basic / Scalar operations"

OPERATIONS = (
    Operation(
        "count_bits_cnt_same_as_sign_bit",
        GROUP,
        (
            overload(
                "value_in: i64 -> i64",
                "count_bits_cnt_same_as_sign_bit",
                "AscendC::CountBitsCntSameAsSignBit({value_in})",
                pipe="S",
                pure=True,
            ),
        ),
        document="Count the bits after the sign that equal it; -1 for 0 and -1.",
    ),
    Operation(
        "scalar_cast",
        GROUP,
        (
            overload(
                "value_in: f32, dtype: dtype, round_mode: RoundMode -> num(dtype)",
                "scalar_cast",
                "AscendC::ScalarCast<float, {dtype.T}, {round_mode}>({value_in})",
                pipe="S",
                pure=True,
            ),
        ),
        document="Convert a float to half or int32_t.",
    ),
    Operation(
        "scalar_count_leading_zero",
        GROUP,
        (
            overload(
                "value_in: u64 -> i64",
                "scalar_count_leading_zero",
                "AscendC::ScalarCountLeadingZero({value_in})",
                pipe="S",
                pure=True,
            ),
        ),
        document="Count the zero bits above the highest set bit.",
    ),
    Operation(
        "scalar_get_count_of_value",
        GROUP,
        (
            overload(
                "value_in: u64, count_value: int -> i64",
                "scalar_get_count_of_value",
                "AscendC::ScalarGetCountOfValue<{count_value}>({value_in})",
                pipe="S",
                pure=True,
            ),
        ),
        document="Count the bits that equal `count_value`.",
    ),
    Operation(
        "scalar_get_sff_value",
        GROUP,
        (
            overload(
                "value_in: u64, count_value: int -> i64",
                "scalar_get_sff_value",
                "AscendC::ScalarGetSFFValue<{count_value}>({value_in})",
                pipe="S",
                pure=True,
            ),
        ),
        document="Return the position of the lowest bit that equals `count_value`, or -1.",
    ),
)
