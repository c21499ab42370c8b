"""Vector operations that make fewer elements of many."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

GROUP = "basic / Vector reduce operations"
_TENSORS = "dst: LT, src: LT"
_STRIDES = "dst_rep_stride: i32, src_blk_stride: i32, src_rep_stride: i32"
_STRIDES_CALL = "{dst_rep_stride}, {src_blk_stride}, {src_rep_stride}"


def _block(name: str, api: str) -> tuple[Overload, ...]:
    """Return the overload that reduces each block of 32 bytes to an element."""
    return (
        overload(
            f"{_TENSORS}, repeat: i32, mask: mask, {_STRIDES}",
            f"{name}_{{level}}",
            f"AscendC::{api}({{dst}}, {{src}}, {{repeat}}, {{mask}}, {_STRIDES_CALL})",
            pipe="V",
        ),
    )


def _whole(name: str, api: str) -> tuple[Overload, ...]:
    """Return the overload that reduces each repeat to its extreme element and its index."""
    return (
        overload(
            f"{_TENSORS}, mask: mask, repeat_time: i32, {_STRIDES},"
            " order: ReduceOrder? = ReduceOrder.ORDER_VALUE_INDEX, is_set_mask: flag = True",
            f"{name}_{{level}}",
            f"AscendC::{api}<{{dst.T}}, {{is_set_mask}}>"
            f"({{dst}}, {{src}}, {{mask}}, {{repeat_time}}, {_STRIDES_CALL}{{, order}})",
            pipe="V",
        ),
    )


def _all(name: str, api: str, *, index: bool) -> tuple[Overload, ...]:
    """Return the overload that reduces all elements to one; `index`: with its index on request."""
    parameter, value = (", cal_index: b = False", ", {cal_index}") if index else ("", "")
    tensors, call = f"{_TENSORS}, shared_tmp_buffer: LT", "{dst}, {src}, {shared_tmp_buffer}"
    return (
        overload(
            f"{tensors}, mask: mask, repeat_time: i32, src_rep_stride: i32{parameter}",
            f"{name}_{{level}}",
            f"AscendC::{api}({call}, {{mask}}, {{repeat_time}}, {{src_rep_stride}}{value})",
            pipe="V",
            writes="dst shared_tmp_buffer",
        ),
        overload(
            f"{tensors}, count: i32{parameter}",
            f"{name}_l2",
            f"AscendC::{api}({call}, {{count}}{value})",
            pipe="V",
            writes="dst shared_tmp_buffer",
        ),
    )


OPERATIONS = (
    Operation(
        "block_reduce_max",
        GROUP,
        _block("block_reduce_max", "BlockReduceMax"),
        dtypes="half float",
        document="Compute the largest element of each block of 32 bytes.",
    ),
    Operation(
        "block_reduce_min",
        GROUP,
        _block("block_reduce_min", "BlockReduceMin"),
        dtypes="half float",
        document="Compute the smallest element of each block of 32 bytes.",
    ),
    Operation(
        "block_reduce_sum",
        GROUP,
        _block("block_reduce_sum", "BlockReduceSum"),
        dtypes="half float",
        document="Compute the sum of each block of 32 bytes.",
    ),
    Operation(
        "pair_reduce_sum",
        GROUP,
        (
            overload(
                f"{_TENSORS}, repeat_time: i32, mask: mask, {_STRIDES}, is_set_mask: flag = True",
                "pair_reduce_sum_{level}",
                "AscendC::PairReduceSum<{dst.T}, {is_set_mask}>"
                f"({{dst}}, {{src}}, {{repeat_time}}, {{mask}}, {_STRIDES_CALL})",
                pipe="V",
            ),
        ),
        dtypes="half float",
        document="Compute the sum of each pair of adjacent elements.",
    ),
    Operation(
        "reduce_max",
        GROUP,
        _all("reduce_max", "ReduceMax", index=True),
        dtypes="half float",
        document="Compute the largest element, followed by its index on request.",
    ),
    Operation(
        "reduce_min",
        GROUP,
        _all("reduce_min", "ReduceMin", index=True),
        dtypes="half float",
        document="Compute the smallest element, followed by its index on request.",
    ),
    Operation(
        "reduce_sum",
        GROUP,
        _all("reduce_sum", "ReduceSum", index=False),
        dtypes="half float",
        document="Compute the sum of all elements.",
    ),
    Operation(
        "repeat_reduce_sum",
        GROUP,
        (
            overload(
                f"{_TENSORS}, repeat_time: i32, mask: i32, dst_blk_stride: i32,"
                " src_blk_stride: i32, dst_rep_stride: i32, src_rep_stride: i32,"
                " is_set_mask: flag = True",
                "repeat_reduce_sum_l0",
                "AscendC::RepeatReduceSum<{dst.T}, {is_set_mask}>({dst}, {src}, {repeat_time},"
                " {mask}, {dst_blk_stride}, {src_blk_stride}, {dst_rep_stride}, {src_rep_stride})",
                pipe="V",
            ),
        ),
        dtypes="half float",
        document="Compute the sum of each repeat.",
    ),
    Operation(
        "whole_reduce_max",
        GROUP,
        _whole("whole_reduce_max", "WholeReduceMax"),
        dtypes="half float",
        document="Compute the largest element of each repeat, its index, or both, in the given "
        "order.",
    ),
    Operation(
        "whole_reduce_min",
        GROUP,
        _whole("whole_reduce_min", "WholeReduceMin"),
        dtypes="half float",
        document="Compute the smallest element of each repeat, its index, or both, in the given "
        "order.",
    ),
    Operation(
        "whole_reduce_sum",
        GROUP,
        (
            overload(
                f"{_TENSORS}, mask: mask, repeat_time: i32, {_STRIDES}, is_set_mask: flag = True",
                "whole_reduce_sum_{level}",
                "AscendC::WholeReduceSum<{dst.T}, {is_set_mask}>"
                f"({{dst}}, {{src}}, {{mask}}, {{repeat_time}}, {_STRIDES_CALL})",
                pipe="V",
            ),
        ),
        dtypes="half float",
        document="Compute the sum of each repeat.",
    ),
)
