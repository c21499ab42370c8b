"""The structures of parameters, with the types of their fields in Ascend C."""

from __future__ import annotations

from custom_compiler.asc.table.model import Struct, constructor


def _struct(name: str, ir: str, *constructors: tuple[str, str], cpp: str = "") -> Struct:
    """A structure of `asc` that the IR has as soon as a kernel makes it."""
    made = tuple(constructor(signature, emit) for signature, emit in constructors)
    return Struct(name, made, ir, cpp or f"AscendC::{name}")


def _record(name: str, ir: str, signature: str, emit: str = "", *, cpp: str = "") -> Struct:
    """A structure whose fields Python reads and writes, until an operation takes it."""
    return Struct(name, (constructor(signature, emit),), ir, cpp or f"AscendC::{name}", record=True)


_REPEATS = (
    _struct(
        "BinaryRepeatParams",
        "binary_repeat_params",
        (
            "dst_blk_stride: u8 = 1, src0_blk_stride: u8 = 1, src1_blk_stride: u8 = 1, "
            "dst_rep_stride: u8 = 8, src0_rep_stride: u8 = 8, src1_rep_stride: u8 = 8",
            "",
        ),
    ),
    _struct(
        "UnaryRepeatParams",
        "unary_repeat_params",
        (
            "dst_blk_stride: u16 = 1, src_blk_stride: u16 = 1, "
            "dst_rep_stride: u8 = 8, src_rep_stride: u8 = 8",
            "",
        ),
    ),
    _struct(
        "BrcbRepeatParams",
        "brcb_repeat_params",
        ("dst_blk_stride: u16 = 1, dst_rep_stride: u16 = 8", ""),
    ),
    _struct(
        "CopyRepeatParams",
        "copy_repeat_params",
        (
            "dst_stride: u16 = 0, src_stride: u16 = 0, "
            "dst_repeat_size: u16 = 0, src_repeat_size: u16 = 0",
            "",
        ),
    ),
    _struct(
        "GatherRepeatParams",
        "gather_repeat_params",
        ("dst_blk_stride: u8 = 1, dst_rep_stride: u8 = 8", ""),
    ),
    _struct(
        "GatherMaskParams",
        "gather_mask_params",
        (
            "src0_block_stride: u8 = 1, repeat_times: u16 = 1, "
            "src0_repeat_stride: u16 = 0, src1_repeat_stride: u8 = 0",
            "",
        ),
    ),
    _struct(
        "VdeqInfo",
        "vdeq_info",
        ("scale: [f32], offset: [i16], sign_mode: [b]", ""),
    ),
)

_COPIES = (
    _struct(
        "DataCopyParams",
        "data_copy_params",
        ("block_count: u16 = 1, block_len: u16 = 0, src_stride: u16 = 0, dst_stride: u16 = 0", ""),
    ),
    _struct(
        "DataCopyExtParams",
        "data_copy_ext_params",
        (
            "block_count: u16 = 1, block_len: u32 = 0, src_stride: u32 = 0, dst_stride: u32 = 0, "
            "rsv: u32 = 0",
            "",
        ),
    ),
    _struct(
        "DataCopyEnhancedParams",
        "data_copy_enhanced_params",
        (
            "block_mode: BlockMode = BlockMode.BLOCK_MODE_NORMAL, "
            "deq_scale: DeqScale = DeqScale.DEQ_NONE, deq_value_in: u64 = 0, "
            "sid_store_mode_in: u8 = 0, is_relu_in: b = False, "
            "pad_mode_in: pad_t = pad_t.PAD_NONE, pad_value_in: u64 = 0",
            "",
        ),
    ),
    _struct(
        "DataCopyPadParams",
        "data_copy_pad_params",
        (
            "is_pad: b = False, left_padding: u8 = 0, right_padding: u8 = 0, "
            "padding_value: u64 = 0",
            "",
        ),
    ),
    _struct(
        "DataCopyPadExtParams",
        "data_copy_pad_ext_params",
        (
            "dtype: dtype, is_pad: b = False, left_padding: u8 = 0, right_padding: u8 = 0, "
            "padding_value: num(dtype) = 0",
            "{is_pad}, {left_padding}, {right_padding}, {padding_value}",
        ),
        cpp="AscendC::DataCopyPadExtParams<{T}>",
    ),
    _struct(
        "Nd2NzParams",
        "nd2nz_params",
        (
            "nd_num: u16, n_value: u16, d_value: u16, src_nd_matrix_stride: u16, "
            "src_d_value: u16, dst_nz_c0_stride: u16, dst_nz_n_stride: u16, "
            "dst_nz_matrix_stride: u16",
            "",
        ),
    ),
    _struct(
        "Nz2NdParamsFull",
        "nz2nd_params_full",
        (
            "nd_num: u16, n_value: u16, d_value: u16, src_nd_matrix_stride: u16, "
            "src_n_stride: u16, dst_d_stride: u16, dst_nd_matrix_stride: u16",
            "",
        ),
    ),
    _struct(
        "DataCopyCO12DstParams",
        "data_copy_co12dst_params",
        (
            "n_size: u16, m_size: u16, dst_stride: u32, src_stride: u16, "
            "quant_pre: QuantModes = QuantModes.NoQuant, relu_pre: u8 = 0, "
            "channel_split: b = False, nz2nd_en: b = False",
            "",
        ),
    ),
    _struct(
        "SliceInfo",
        "slice_info",
        (
            "start_index: u32 = 0, end_index: u32 = 31, stride: u32 = 0, burst_len: u32 = 32, "
            "shape_value: u32 = 0",
            "",
        ),
    ),
)

_SHAPES = (
    _struct(
        "ShapeInfo",
        "shape_info",
        ("", ""),
        (
            "shape: Array, data_format: DataFormat = DataFormat.ND",
            "{shape.length}, reinterpret_cast<const uint32_t*>({shape}), {data_format}",
        ),
        (
            "shape: Array, original_shape: Array, data_format: DataFormat = DataFormat.ND",
            "{shape.length}, reinterpret_cast<const uint32_t*>({shape}), "
            "{original_shape.length}, reinterpret_cast<const uint32_t*>({original_shape}), "
            "{data_format}",
        ),
    ),
    _struct(
        "TransDataTo5HDParams",
        "trans_data_to_5hd_params",
        (
            "dst_high_half: b = False, src_high_half: b = False, repeat_times: u8 = 1, "
            "dst_rep_stride: u16 = 0, src_rep_stride: u16 = 0",
            "",
        ),
    ),
    _struct(
        "TransposeParamsExt",
        "transpose_params_ext",
        (
            "n_size: u16 = 0, c_size: u16 = 0, h_size: u16 = 0, w_size: u16 = 0, "
            "transpose_type: TransposeType = TransposeType.TRANSPOSE_ND2ND_B16",
            "",
        ),
    ),
    _struct(
        "MrgSort4Info",
        "mrg_sort4_info",
        (
            "element_lengths: [u16], if_exhausted_suspension: b = False, valid_bit: u16 = 15, "
            "repeat_times: u16 = 1",
            "",
        ),
    ),
    # Lists that are left out take part in nothing: bits of a call say which lists there are.
    _struct(
        "MrgSortSrcList",
        "mrg_sort_src_list",
        ("dtype: dtype, src1: LT, src2: LT", "{src1}, {src2}, {src1}, {src1}"),
        ("dtype: dtype, src1: LT, src2: LT, src3: LT", "{src1}, {src2}, {src3}, {src1}"),
        ("dtype: dtype, src1: LT, src2: LT, src3: LT, src4: LT", "{src1}, {src2}, {src3}, {src4}"),
        cpp="AscendC::MrgSortSrcList<{T}>",
    ),
    _struct(
        "CheckLocalMemoryIAParam",
        "check_local_memory_ia_param",
        (
            "enable_bit: u8 = 0, start_addr: u32 = 0, end_addr: u32 = 0, "
            "is_scalar_read: b = False, is_scalar_write: b = False, is_vector_read: b = False, "
            "is_vector_write: b = False, is_mte_read: b = False, is_mte_write: b = False, "
            "is_enable: b = False",
            "",
        ),
    ),
)

_FEATURE_MAP = "pad_list: [u8] = (0, 0, 0, 0), l1_h: u16 = 1, l1_w: u16 = 1"
_FILTER = (
    "stride_w: u8 = 1, stride_h: u8 = 1, filter_w: u8 = 1, filter_h: u8 = 1, "
    "dilation_filter_w: u8 = 1, dilation_filter_h: u8 = 1"
)
_TEXT_OF_FILTER = (
    "{stride_w}, {stride_h}, {filter_w}, {filter_h}, {dilation_filter_w}, {dilation_filter_h}"
)

_CUBE = (
    _struct(
        "InitConstValueParams",
        "init_const_value_params",
        (
            "repeat_times: u16 = 0, block_num: u16 = 0, dst_gap: u16 = 0, init_value: any = 0",
            "{repeat_times}, {block_num}, {dst_gap}, static_cast<{T}>({init_value})",
        ),
        cpp="AscendC::InitConstValueParams<{T}>",
    ),
    _struct(
        "MmadParams",
        "mmad_params",
        ("", ""),
        (
            "m: u16 = 0, n: u16 = 0, k: u16 = 0, is_bias: b = False, fm_offset: i32 = 0, "
            "en_ssparse: b = False, en_winograd_a: b = False, en_winograd_b: b = False",
            "",
        ),
        (
            "m: u16 = 0, n: u16 = 0, k: u16 = 0, unit_flag: u8 = 0, cmatrix_source: b = False, "
            "cmatrix_init_val: b = True",
            "",
        ),
    ),
    _struct(
        "LoadData2DParams",
        "load_data_2d_params",
        (
            "start_index: u16 = 0, repeat_times: u8 = 1, src_stride: u16 = 0, sid: u8 = 0, "
            "dst_gap: u16 = 0, if_transpose: b = False, addr_mode: u8 = 0",
            "",
        ),
    ),
    _struct(
        "LoadData2DParamsV2",
        "load_data_2d_params_v2",
        (
            "m_start_position: u32 = 0, k_start_position: u32 = 0, m_step: u16 = 0, "
            "k_step: u16 = 0, src_stride: i32 = 0, dst_stride: u16 = 0, if_transpose: b = False, "
            "sid: u8 = 0",
            "",
        ),
    ),
    _struct(
        "LoadData2dTransposeParams",
        "load_data_2d_transpose_params",
        (
            "start_index: u16 = 0, repeat_times: u8 = 1, src_stride: u16 = 0, dst_gap: u16 = 0, "
            "dst_frac_gap: u16 = 0, addr_mode: u8 = 0",
            "",
        ),
    ),
    _struct(
        "LoadData2dTransposeParamsV2",
        "load_data_2d_transpose_params_v2",
        (
            "start_index: u16 = 0, repeat_times: u8 = 0, src_stride: u16 = 0, dst_gap: u16 = 0, "
            "dst_frac_gap: u16 = 0, src_frac_gap: u16 = 0, addr_mode: u8 = 0",
            "",
        ),
    ),
    _struct(
        "LoadData3DParamsV1",
        "load_data_3d_params_v1",
        (
            f"{_FEATURE_MAP}, c1_index: u16 = 0, fetch_filter_w: u8 = 0, fetch_filter_h: u8 = 0, "
            f"left_top_w: i16 = 0, left_top_h: i16 = 0, {_FILTER}, jump_stride: u8 = 1, "
            "repeat_mode: u8 = 0, repeat_time: u8 = 1, c_size: u8 = 0, pad_value: any = 0",
            "{pad_list}, {l1_h}, {l1_w}, {c1_index}, {fetch_filter_w}, {fetch_filter_h}, "
            f"{{left_top_w}}, {{left_top_h}}, {_TEXT_OF_FILTER}, {{jump_stride}}, {{repeat_mode}}, "
            "{repeat_time}, {c_size}, static_cast<{T}>({pad_value})",
        ),
        cpp="AscendC::LoadData3DParamsV1<{T}>",
    ),
    _struct(
        "LoadData3DParamsV2",
        "load_data_3d_params_v2",
        (
            f"{_FEATURE_MAP}, channel_size: u16 = 1, k_extension: u16 = 1, m_extension: u16 = 1, "
            f"k_start_pt: u16 = 0, m_start_pt: u16 = 0, {_FILTER}, en_transpose: b = False, "
            "pad_value: any = 0, filter_size_w: b = False, filter_size_h: b = False, "
            "f_matrix_ctrl: b = False",
            "{pad_list}, {l1_h}, {l1_w}, {channel_size}, {k_extension}, {m_extension}, "
            f"{{k_start_pt}}, {{m_start_pt}}, {_TEXT_OF_FILTER}, {{en_transpose}}, false, "
            "static_cast<{T}>({pad_value}), {filter_size_w}, {filter_size_h}, {f_matrix_ctrl}",
        ),
        cpp="AscendC::LoadData3DParamsV2<{T}>",
    ),
    _struct(
        "LoadData3DParamsV2Pro",
        "load_data_3d_params_v2_pro",
        (
            "channel_size: u16 = 0, en_transpose: b = False, en_small_k: b = False, "
            "filter_size_w: b = False, filter_size_h: b = False, f_matrix_ctrl: b = False, "
            "ext_config: u64 = 0, filter_config: u64 = 1103823438081",
            "",
        ),
    ),
    _struct(
        "LoadDataRepeatParam",
        "load_data_repeat_param",
        (
            "repeat_time: u8 = 1, repeat_stride: u16 = 0, repeat_mode: u8 = 0",
            "{repeat_stride}, {repeat_time}, {repeat_mode}",
        ),
    ),
    Struct(
        "FixpipeConfig",
        (constructor("layout: CO2Layout"),),
        "fixpipe_config",
        "AscendC::FixpipeConfig",
        record=True,
        constant=True,
    ),
    _struct(
        "FixpipeParamsV220",
        "fixpipe_params_v220",
        (
            "n_size: u16, m_size: u16, src_stride: u16, dst_stride: u32, "
            "quant_pre: QuantModes = QuantModes.NoQuant, deq_scalar: i64 = 0, nd_num: u16 = 1, "
            "src_nd_stride: u16 = 0, dst_nd_stride: u16 = 0, relu_en: b = False, "
            "unit_flag: u8 = 0, is_channel_split: b = False",
            "{n_size}, {m_size}, {src_stride}, {dst_stride}, {relu_en}, {quant_pre}, "
            "{deq_scalar}, {nd_num}, {src_nd_stride}, {dst_nd_stride}, {unit_flag}, "
            "{is_channel_split}",
        ),
    ),
)

_IMAGES = (
    # The stream identifier `sid` must be 0, its value without an argument.
    _struct(
        "LoadImageToLocalParams",
        "load_image_to_local_params",
        (
            "horiz_size: u16 = 2, vert_size: u16 = 2, horiz_start_pos: u16 = 0, "
            "vert_start_pos: u16 = 0, src_horiz_size: u16 = 2, top_pad_size: u8 = 0, "
            "bot_pad_size: u8 = 0, left_pad_size: u16 = 0, right_pad_size: u16 = 0",
            "",
        ),
    ),
    _record(
        "AippPaddingParams",
        "aipp_padding_params",
        "padding_mode: u32 = 0, padding_value_ch0: any = 0, padding_value_ch1: any = 0, "
        "padding_value_ch2: any = 0, padding_value_ch3: any = 0",
        "{padding_mode}, static_cast<{T}>({padding_value_ch0}), "
        "static_cast<{T}>({padding_value_ch1}), static_cast<{T}>({padding_value_ch2}), "
        "static_cast<{T}>({padding_value_ch3})",
        cpp="AscendC::AippPaddingParams<{T}>",
    ),
    _record(
        "AippSwapParams",
        "aipp_swap_params",
        "is_swap_rb: b = False, is_swap_uv: b = False, is_swap_ax: b = False",
    ),
    _record(
        "AippSingleLineParams",
        "aipp_single_line_params",
        "is_single_line_copy: b = False",
    ),
    _record(
        "AippDataTypeConvParams",
        "aipp_dtc_params",
        "dtc_mean_ch0: u8 = 0, dtc_mean_ch1: u8 = 0, dtc_mean_ch2: u8 = 0, "
        "dtc_min_ch0: f16 = 0.0, dtc_min_ch1: f16 = 0.0, dtc_min_ch2: f16 = 0.0, "
        "dtc_var_ch0: f16 = 1.0, dtc_var_ch1: f16 = 1.0, dtc_var_ch2: f16 = 1.0, "
        "dtc_round_mode: u32 = 0",
    ),
    _record(
        "AippChannelPaddingParams",
        "aipp_cpadding_params",
        "c_padding_mode: u32 = 0, c_padding_value: any = 0",
        "{c_padding_mode}, static_cast<{T}>({c_padding_value})",
        cpp="AscendC::AippChannelPaddingParams<{T}>",
    ),
    _record(
        "AippColorSpaceConvParams",
        "aipp_csc_params",
        "is_enable_csc: b = False, csc_matrix_r0_c0: i16 = 0, csc_matrix_r0_c1: i16 = 0, "
        "csc_matrix_r0_c2: i16 = 0, csc_matrix_r1_c0: i16 = 0, csc_matrix_r1_c1: i16 = 0, "
        "csc_matrix_r1_c2: i16 = 0, csc_matrix_r2_c0: i16 = 0, csc_matrix_r2_c1: i16 = 0, "
        "csc_matrix_r2_c2: i16 = 0, csc_bias_in_0: u8 = 0, csc_bias_in_1: u8 = 0, "
        "csc_bias_in_2: u8 = 0, csc_bias_out_0: u8 = 0, csc_bias_out_1: u8 = 0, "
        "csc_bias_out_2: u8 = 0",
    ),
    # What is left out has its defaults.
    _struct(
        "AippParams",
        "aipp_params",
        (
            "dtype: dtype, padding_params: AippPaddingParams = AippPaddingParams(), "
            "swap_params: AippSwapParams = AippSwapParams(), "
            "single_line_params: AippSingleLineParams = AippSingleLineParams(), "
            "dtc_params: AippDataTypeConvParams = AippDataTypeConvParams(), "
            "c_padding_params: AippChannelPaddingParams = AippChannelPaddingParams(), "
            "csc_params: AippColorSpaceConvParams = AippColorSpaceConvParams()",
            "{padding_params}, {swap_params}, {single_line_params}, {dtc_params}, "
            "{c_padding_params}, {csc_params}",
        ),
        cpp="AscendC::AippParams<{T}>",
    ),
)


def _constant(name: str, ir: str, signature: str, emit: str = "", *, cpp: str = "") -> Struct:
    """A record of `asc.adv` that fixes how a function is compiled."""
    return Struct(
        name, (constructor(signature, emit),), ir, cpp or name, "adv", record=True, constant=True
    )


# As CANN 8.1 declares it, in its order.
_MATMUL_CONFIG = """
    do_norm: b = True, do_basic_block: b = False, do_multi_data_load: b = False, basic_m: u32 = 0,
    basic_n: u32 = 0, basic_k: u32 = 0, intrinsics_check: b = False, is_n_batch: b = False,
    en_vec_nd2nz: b = False, do_special_basic_block: b = False, do_mte2_preload: u32 = 0,
    single_core_m: u32 = 0, single_core_n: u32 = 0, single_core_k: u32 = 0, step_m: u32 = 0,
    step_n: u32 = 0, base_mn: u32 = 0, single_core_mn: u32 = 0, en_unit_flag: b = True,
    is_per_tensor: b = False, has_anti_quant_offset: b = False, do_ib_share_norm: b = False,
    do_special_mdl: b = False, enable_init: b = True,
    batch_mode: BatchMode = BatchMode.BATCH_LESS_THAN_L1, enable_end: b = True,
    enable_get_tensor_c: b = True, enable_set_org_shape: b = True, enable_set_bias: b = True,
    enable_set_tail: b = True, enable_quant_vector: b = True, enable_set_define_data: b = True,
    iterate_mode: IterateMode = IterateMode.ITERATE_MODE_DEFAULT, enable_reuse: b = True,
    enable_ub_reuse: b = False, enable_l1_cache_ub: b = False, intra_block_part_sum: b = False,
    iterate_order: IterateOrder = IterateOrder.UNDEF,
    schedule_type: ScheduleType = ScheduleType.INNER_PRODUCT, enable_double_cache: b = False,
    is_bias_batch: b = True, enable_static_pad_zeros: b = False, is_partial_output: b = False,
    enable_mix_dual_master: b = False, is_a2b2_shared: b = False,
    is_enable_channel_split: b = False, enable_kdim_reorder_load: b = False"""
# Of newer CANN: only these values can be given.
_NEWER_MATMUL_CONFIG = """,
    is_co1_shared: b = False, shared_co1_buffer_size: u32 = 65536,
    batch_out_mode: BatchOutMode = BatchOutMode.SINGLE_BATCH"""


def _matmul_config() -> Struct:
    known = constructor(" ".join(_MATMUL_CONFIG.split())).emit
    return _constant(
        "MatmulConfig",
        "matmul_config",
        " ".join((_MATMUL_CONFIG + _NEWER_MATMUL_CONFIG).split()),
        known,
    )


_LIBRARY = (
    _matmul_config(),
    _constant(
        "MatmulShapeParams",
        "matmul_shape_params",
        "single_core_m: u32 = 0, single_core_n: u32 = 0, single_core_k: u32 = 0, "
        "basic_m: u32 = 0, basic_n: u32 = 0, basic_k: u32 = 0",
    ),
    _constant(
        "MatmulQuantParams",
        "matmul_quant_params",
        "is_per_tensor: b = False, has_anti_quant_offset: b = False",
    ),
    _constant(
        "MatmulBatchParams",
        "matmul_batch_params",
        "is_b_batch: b = False, batch_mode: BatchMode = BatchMode.BATCH_LESS_THAN_L1, "
        "is_bias_batch: b = False",
    ),
    _constant(
        "MatmulFuncParams",
        "matmul_func_params",
        "intrinsics_limit: b = False, en_vec_nd2_nz: b = False, enable_double_cache: b = False, "
        "enable_l1_cache: b = False, do_mte2_pre_load: u32 = 0, "
        "iterate_order: IterateOrder = IterateOrder.ORDER_M, "
        "schedule_type: ScheduleType = ScheduleType.INNER_PRODUCT, enable_reuse: b = True, "
        "enable_ub_reuse: b = False, is_partial_output: b = False, is_a2_b2_shared: b = False, "
        "is_enable_channel_split: b = False, enable_kdim_reorder_load: b = False",
    ),
    _constant(
        "QuantConfig",
        "ascend_quant_config",
        "calc_count: u32 = 0, offset_count: u32 = 0, scale_count: u32 = 0, "
        "work_local_size: u32 = 0",
        cpp="AscendC::AscendQuantConfig",
    ),
    _constant(
        "SoftmaxConfig",
        "softmax_config",
        "is_check_tiling: b = True, ori_src_m: u32 = 0, ori_src_k: u32 = 0, "
        "mode: SoftmaxMode = SoftmaxMode.SOFTMAX_NORMAL",
        cpp="AscendC::SoftmaxConfig",
    ),
    _struct(
        "SoftMaxShapeInfo",
        "softmax_shape_info",
        ("src_m: u32 = 0, src_k: u32 = 0, ori_src_m: u32 = 0, ori_src_k: u32 = 0", ""),
    )._replace(owner="adv"),
    # What Matmul.get_offset_c returns; kernels make none.
    Struct(
        "MatrixOffset",
        (),
        "matrix_offset",
        "MatrixOffset",
        "adv",
        attributes=("offset", "row", "col", "height", "width"),
    ),
)

STRUCTS = (*_REPEATS, *_COPIES, *_SHAPES, *_CUBE, *_IMAGES, *_LIBRARY)
