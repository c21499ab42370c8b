"""Vector operations with two sources."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

GROUP = "basic / Vector binary operations"
_TENSORS = "dst: LT, src0: LT, src1: LT"
_REPEATS = "repeat_times: u8, repeat_params: BinaryRepeatParams, is_set_mask: flag = True"


def _binary(name: str, api: str) -> tuple[Overload, ...]:
    """The forms with a number of elements, and with a mask and repeats."""
    tensors = "{dst}, {src0}, {src1}"
    repeats = "{mask}, {repeat_times}, {repeat_params}"
    return (
        overload(
            f"{_TENSORS}, count: i32, is_set_mask: flag = True",
            f"{name}_l2",
            f"AscendC::{api}({tensors}, {{count}})",
            pipe="V",
        ),
        overload(
            f"{_TENSORS}, mask: mask, {_REPEATS}",
            f"{name}_{{level}}",
            f"AscendC::{api}<{{dst.T}}, {{is_set_mask}}>({tensors}, {repeats})",
            pipe="V",
        ),
    )


OPERATIONS = (
    Operation(
        "add",
        GROUP,
        _binary("add", "Add"),
        dtypes="half int16_t int32_t float",
        document="Element by element: dst = src0 + src1.",
    ),
)
