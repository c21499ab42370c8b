"""The structures of parameters of the cube and of images."""

from __future__ import annotations

from custom_compiler.asc.table.model import struct as _struct

_MULTIPLICATION = (
    _struct(
        "InitConstValueParams",
        "init_const_value_params",
        "repeat_times: u16 = 0, block_num: u16 = 0, dst_gap: u16 = 0, init_value: any = 0",
        emit=("{repeat_times}, {block_num}, {dst_gap}, static_cast<{T}>({init_value})",),
        cpp="AscendC::InitConstValueParams<{T}>",
    ),
    _struct(
        "MmadParams",
        "mmad_params",
        "",
        """
            m: u16 = 0, n: u16 = 0, k: u16 = 0, is_bias: b = False, fm_offset: i32 = 0,
            en_ssparse: b = False, en_winograd_a: b = False, en_winograd_b: b = False""",
        """
            m: u16 = 0, n: u16 = 0, k: u16 = 0, unit_flag: u8 = 0, cmatrix_source: b = False,
            cmatrix_init_val: b = True""",
    ),
    _struct(
        "LoadData2DParams",
        "load_data_2d_params",
        """
            start_index: u16 = 0, repeat_times: u8 = 1, src_stride: u16 = 0, sid: u8 = 0,
            dst_gap: u16 = 0, if_transpose: b = False, addr_mode: u8 = 0""",
    ),
    _struct(
        "LoadData2DParamsV2",
        "load_data_2d_params_v2",
        """
            m_start_position: u32 = 0, k_start_position: u32 = 0, m_step: u16 = 0,
            k_step: u16 = 0, src_stride: i32 = 0, dst_stride: u16 = 0,
            if_transpose: b = False, sid: u8 = 0""",
    ),
    _struct(
        "LoadData2dTransposeParams",
        "load_data_2d_transpose_params",
        """
            start_index: u16 = 0, repeat_times: u8 = 1, src_stride: u16 = 0,
            dst_gap: u16 = 0, dst_frac_gap: u16 = 0, addr_mode: u8 = 0""",
    ),
    _struct(
        "LoadData2dTransposeParamsV2",
        "load_data_2d_transpose_params_v2",
        """
            start_index: u16 = 0, repeat_times: u8 = 0, src_stride: u16 = 0,
            dst_gap: u16 = 0, dst_frac_gap: u16 = 0, src_frac_gap: u16 = 0, addr_mode: u8 = 0""",
    ),
    _struct(
        "LoadData3DParamsV1",
        "load_data_3d_params_v1",
        """
            pad_list: [u8] = (0, 0, 0, 0), l1_h: u16 = 1, l1_w: u16 = 1, c1_index: u16 = 0,
            fetch_filter_w: u8 = 0, fetch_filter_h: u8 = 0, left_top_w: i16 = 0,
            left_top_h: i16 = 0, stride_w: u8 = 1, stride_h: u8 = 1, filter_w: u8 = 1,
            filter_h: u8 = 1, dilation_filter_w: u8 = 1, dilation_filter_h: u8 = 1,
            jump_stride: u8 = 1, repeat_mode: u8 = 0, repeat_time: u8 = 1, c_size: u8 = 0,
            pad_value: any = 0""",
        emit=(
            """
                {pad_list}, {l1_h}, {l1_w}, {c1_index}, {fetch_filter_w}, {fetch_filter_h},
                {left_top_w}, {left_top_h}, {stride_w}, {stride_h}, {filter_w}, {filter_h},
                {dilation_filter_w}, {dilation_filter_h}, {jump_stride}, {repeat_mode},
                {repeat_time}, {c_size}, static_cast<{T}>({pad_value})""",
        ),
        cpp="AscendC::LoadData3DParamsV1<{T}>",
    ),
    _struct(
        "LoadData3DParamsV2",
        "load_data_3d_params_v2",
        """
            pad_list: [u8] = (0, 0, 0, 0), l1_h: u16 = 1, l1_w: u16 = 1,
            channel_size: u16 = 1, k_extension: u16 = 1, m_extension: u16 = 1,
            k_start_pt: u16 = 0, m_start_pt: u16 = 0, stride_w: u8 = 1, stride_h: u8 = 1,
            filter_w: u8 = 1, filter_h: u8 = 1, dilation_filter_w: u8 = 1,
            dilation_filter_h: u8 = 1, en_transpose: b = False, pad_value: any = 0,
            filter_size_w: b = False, filter_size_h: b = False, f_matrix_ctrl: b = False""",
        emit=(
            """
                {pad_list}, {l1_h}, {l1_w}, {channel_size}, {k_extension}, {m_extension},
                {k_start_pt}, {m_start_pt}, {stride_w}, {stride_h}, {filter_w}, {filter_h},
                {dilation_filter_w}, {dilation_filter_h}, {en_transpose}, false,
                static_cast<{T}>({pad_value}), {filter_size_w}, {filter_size_h},
                {f_matrix_ctrl}""",
        ),
        cpp="AscendC::LoadData3DParamsV2<{T}>",
    ),
    _struct(
        "LoadData3DParamsV2Pro",
        "load_data_3d_params_v2_pro",
        """
            channel_size: u16 = 0, en_transpose: b = False, en_small_k: b = False,
            filter_size_w: b = False, filter_size_h: b = False, f_matrix_ctrl: b = False,
            ext_config: u64 = 0, filter_config: u64 = 1103823438081""",
    ),
    _struct(
        "LoadDataRepeatParam",
        "load_data_repeat_param",
        "repeat_time: u8 = 1, repeat_stride: u16 = 0, repeat_mode: u8 = 0",
        emit=("{repeat_stride}, {repeat_time}, {repeat_mode}",),
    ),
    _struct(
        "FixpipeConfig",
        "fixpipe_config",
        "layout: CO2Layout",
        record=True,
        constant=True,
    ),
    _struct(
        "FixpipeParamsV220",
        "fixpipe_params_v220",
        """
            n_size: u16, m_size: u16, src_stride: u16, dst_stride: u32,
            quant_pre: QuantModes = QuantModes.NoQuant, deq_scalar: i64 = 0, nd_num: u16 = 1,
            src_nd_stride: u16 = 0, dst_nd_stride: u16 = 0, relu_en: b = False,
            unit_flag: u8 = 0, is_channel_split: b = False""",
        emit=(
            """
                {n_size}, {m_size}, {src_stride}, {dst_stride}, {relu_en}, {quant_pre},
                {deq_scalar}, {nd_num}, {src_nd_stride}, {dst_nd_stride}, {unit_flag},
                {is_channel_split}""",
        ),
    ),
)

_IMAGES = (
    _struct(
        "LoadImageToLocalParams",
        "load_image_to_local_params",
        """
            horiz_size: u16 = 2, vert_size: u16 = 2, horiz_start_pos: u16 = 0,
            vert_start_pos: u16 = 0, src_horiz_size: u16 = 2, top_pad_size: u8 = 0,
            bot_pad_size: u8 = 0, left_pad_size: u16 = 0, right_pad_size: u16 = 0""",
    ),
    _struct(
        "AippPaddingParams",
        "aipp_padding_params",
        """
            padding_mode: u32 = 0, padding_value_ch0: any = 0, padding_value_ch1: any = 0,
            padding_value_ch2: any = 0, padding_value_ch3: any = 0""",
        emit=(
            """
                {padding_mode}, static_cast<{T}>({padding_value_ch0}),
                static_cast<{T}>({padding_value_ch1}), static_cast<{T}>({padding_value_ch2}),
                static_cast<{T}>({padding_value_ch3})""",
        ),
        cpp="AscendC::AippPaddingParams<{T}>",
        record=True,
    ),
    _struct(
        "AippSwapParams",
        "aipp_swap_params",
        "is_swap_rb: b = False, is_swap_uv: b = False, is_swap_ax: b = False",
        record=True,
    ),
    _struct(
        "AippSingleLineParams",
        "aipp_single_line_params",
        "is_single_line_copy: b = False",
        record=True,
    ),
    _struct(
        "AippDataTypeConvParams",
        "aipp_dtc_params",
        """
            dtc_mean_ch0: u8 = 0, dtc_mean_ch1: u8 = 0, dtc_mean_ch2: u8 = 0,
            dtc_min_ch0: f16 = 0.0, dtc_min_ch1: f16 = 0.0, dtc_min_ch2: f16 = 0.0,
            dtc_var_ch0: f16 = 1.0, dtc_var_ch1: f16 = 1.0, dtc_var_ch2: f16 = 1.0,
            dtc_round_mode: u32 = 0""",
        record=True,
    ),
    _struct(
        "AippChannelPaddingParams",
        "aipp_cpadding_params",
        "c_padding_mode: u32 = 0, c_padding_value: any = 0",
        emit=("{c_padding_mode}, static_cast<{T}>({c_padding_value})",),
        cpp="AscendC::AippChannelPaddingParams<{T}>",
        record=True,
    ),
    _struct(
        "AippColorSpaceConvParams",
        "aipp_csc_params",
        """
            is_enable_csc: b = False, csc_matrix_r0_c0: i16 = 0, csc_matrix_r0_c1: i16 = 0,
            csc_matrix_r0_c2: i16 = 0, csc_matrix_r1_c0: i16 = 0, csc_matrix_r1_c1: i16 = 0,
            csc_matrix_r1_c2: i16 = 0, csc_matrix_r2_c0: i16 = 0, csc_matrix_r2_c1: i16 = 0,
            csc_matrix_r2_c2: i16 = 0, csc_bias_in_0: u8 = 0, csc_bias_in_1: u8 = 0,
            csc_bias_in_2: u8 = 0, csc_bias_out_0: u8 = 0, csc_bias_out_1: u8 = 0,
            csc_bias_out_2: u8 = 0""",
        record=True,
    ),
    _struct(
        "AippParams",
        "aipp_params",
        """
            dtype: dtype, padding_params: AippPaddingParams = AippPaddingParams(),
            swap_params: AippSwapParams = AippSwapParams(),
            single_line_params: AippSingleLineParams = AippSingleLineParams(),
            dtc_params: AippDataTypeConvParams = AippDataTypeConvParams(),
            c_padding_params: AippChannelPaddingParams = AippChannelPaddingParams(),
            csc_params: AippColorSpaceConvParams = AippColorSpaceConvParams()""",
        emit=(
            """
                {padding_params}, {swap_params}, {single_line_params}, {dtc_params},
                {c_padding_params}, {csc_params}""",
        ),
        cpp="AscendC::AippParams<{T}>",
    ),
)

CUBE_STRUCTS = (*_MULTIPLICATION, *_IMAGES)
