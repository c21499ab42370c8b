"""Library functions of rows: softmax, activations, normalisation, quantisation and sorting."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

_FLOATS = "half float"


def _row(group: str, name: str, document: str, dtypes: str, *forms: Overload) -> Operation:
    return Operation(name, f"adv / {group}", forms, owner="adv", dtypes=dtypes, document=document)


_SOFTMAX = "dst: LT, sum: LT, max: LT, src: LT, tiling: SoftmaxTiling, temp_buffer: LT?"
_SOFTMAX_FLAGS = (
    "reuse_source: flag = False, basic_block: flag = False, data_format_nz: flag = False"
)
_FLASH = (
    "dst_tensor: LT, exp_sum_tensor: LT, max_tensor: LT, src_tensor: LT, exp_max_tensor: LT, "
    "in_exp_sum_tensor: LT, in_max_tensor: LT, tiling: SoftmaxTiling, "
    "softmax_shape_info: SoftMaxShapeInfo?, shared_tmp_buffer: LT?"
)
_FLASH_WRITTEN = "dst_tensor exp_sum_tensor max_tensor exp_max_tensor shared_tmp_buffer"
_FLASH_FLAGS = (
    "is_update: flag = False, is_reuse_source: flag = False, is_basic_block: flag = False, "
    "is_data_format_nz: flag = False"
)
_FLASH_ARGUMENTS = (
    "({dst_tensor}, {exp_sum_tensor}, {max_tensor}, {src_tensor}, {exp_max_tensor}, "
    "{in_exp_sum_tensor}, {in_max_tensor}{, shared_tmp_buffer}, {tiling}{, softmax_shape_info})"
)
_FLASH_TEMPLATE = (
    "AscendC::SoftmaxFlashV2<{src_tensor.T}, {is_update}, {is_reuse_source}, {is_basic_block}, "
    "{is_data_format_nz}"
)

OPERATIONS = (
    _row(
        "Activation",
        "softmax",
        "Compute the softmax of each row, and the rows' maxima and sums.",
        _FLOATS,
        overload(
            f"{_SOFTMAX}, {_SOFTMAX_FLAGS}",
            "softmax",
            "AscendC::SoftMax<{src.T}, {reuse_source}, {basic_block}, {data_format_nz}>"
            "({dst}, {sum}, {max}, {src}{, temp_buffer}, {tiling})",
            pipe="V",
            writes="dst sum max temp_buffer",
        ),
    ),
    # PyAsc's `out_reduce_max` is of newer CANN.
    _row(
        "Activation",
        "softmax_flash_v2",
        "Compute the softmax of rows in pieces; each piece updates sums and maxima.",
        _FLOATS,
        overload(
            f"{_FLASH}, {_FLASH_FLAGS}, config: SoftmaxConfig?",
            "softmax_flash_v2",
            f"{_FLASH_TEMPLATE}{{, config}}>{_FLASH_ARGUMENTS}",
            pipe="V",
            writes=_FLASH_WRITTEN,
        ),
    ),
    _row(
        "Activation",
        "swiglu",
        "src_tensor0 * src_tensor1 / (1 + exp(-scalar_value * src_tensor1)).",
        _FLOATS,
        overload(
            "dst_tensor: LT, src_tensor0: LT, src_tensor1: LT, scalar_value: f32 = 1.0, "
            "shared_tmp_buffer: LT?, cal_count: u32?",
            "swiglu",
            "AscendC::SwiGLU<{dst_tensor.T}>({dst_tensor}, {src_tensor0}, {src_tensor1}, "
            "{scalar_value}{, shared_tmp_buffer}{, cal_count})",
            pipe="V",
            writes="dst_tensor shared_tmp_buffer",
        ),
    ),
    _row(
        "Normalization",
        "rmsnorm",
        "Divide each row by the root of its mean square, and multiply it by gamma.",
        _FLOATS,
        overload(
            "dst: LT, src: LT, gamma: LT, epsilon: num(src), tiling: RmsNormTiling, "
            "temp_buffer: LT?, basic_block: flag = False",
            "rmsnorm",
            "AscendC::RmsNorm<{src.T}, {basic_block}>"
            "({dst}, {src}, {gamma}{, temp_buffer}, {epsilon}, {tiling})",
            pipe="V",
            writes="dst temp_buffer",
        ),
    ),
    _row(
        "Quantization",
        "quant",
        "Quantise to int8: src * scale + offset.",
        "int8_t:half int8_t:float",
        overload(
            "dst: LT, src: LT, scale: f32, offset: f32, count: u32?, temp_buffer: LT?, "
            "reuse_source: flag = False, config: QuantConfig?",
            "quant",
            "AscendC::AscendQuant<{src.T}, {reuse_source}{, config}>"
            "({dst}, {src}{, temp_buffer}, {scale}, {offset}{, count})",
            pipe="V",
            writes="dst temp_buffer",
        ),
    ),
    _row(
        "Sort",
        "concat",
        "Arrange values in the layout that sort expects.",
        _FLOATS,
        overload(
            "dst: LT, src: LT, tmp: LT, repeat_time: i32",
            "concat",
            "AscendC::Concat({dst}, {src}, {tmp}, {repeat_time})",
            pipe="V",
            writes="dst tmp",
        ),
    ),
    _row(
        "Sort",
        "extract",
        "Extract values and indices from the result of sort.",
        _FLOATS,
        overload(
            "dst_value: LT, dst_index: LT, src: LT, repeat_time: i32",
            "extract",
            "AscendC::Extract({dst_value}, {dst_index}, {src}, {repeat_time})",
            pipe="V",
            writes="dst_value dst_index",
        ),
    ),
)
