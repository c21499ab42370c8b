"""The structures of parameters, with the types of their fields in Ascend C."""

from __future__ import annotations

from custom_compiler.asc.table.cube_structs import CUBE_STRUCTS
from custom_compiler.asc.table.library_structs import LIBRARY_STRUCTS
from custom_compiler.asc.table.model import struct as _struct

_REPEATS = (
    _struct(
        "BinaryRepeatParams",
        "binary_repeat_params",
        """
            dst_blk_stride: u8 = 1, src0_blk_stride: u8 = 1, src1_blk_stride: u8 = 1,
            dst_rep_stride: u8 = 8, src0_rep_stride: u8 = 8, src1_rep_stride: u8 = 8""",
    ),
    _struct(
        "UnaryRepeatParams",
        "unary_repeat_params",
        """
            dst_blk_stride: u16 = 1, src_blk_stride: u16 = 1, dst_rep_stride: u8 = 8,
            src_rep_stride: u8 = 8""",
    ),
    _struct(
        "BrcbRepeatParams",
        "brcb_repeat_params",
        "dst_blk_stride: u16 = 1, dst_rep_stride: u16 = 8",
    ),
    _struct(
        "CopyRepeatParams",
        "copy_repeat_params",
        """
            dst_stride: u16 = 0, src_stride: u16 = 0, dst_repeat_size: u16 = 0,
            src_repeat_size: u16 = 0""",
    ),
    _struct(
        "GatherRepeatParams",
        "gather_repeat_params",
        "dst_blk_stride: u8 = 1, dst_rep_stride: u8 = 8",
    ),
    _struct(
        "GatherMaskParams",
        "gather_mask_params",
        """
            src0_block_stride: u8 = 1, repeat_times: u16 = 1, src0_repeat_stride: u16 = 0,
            src1_repeat_stride: u8 = 0""",
    ),
    _struct(
        "VdeqInfo",
        "vdeq_info",
        "scale: [f32], offset: [i16], sign_mode: [b]",
    ),
)

_COPIES = (
    _struct(
        "DataCopyParams",
        "data_copy_params",
        "block_count: u16 = 1, block_len: u16 = 0, src_stride: u16 = 0, dst_stride: u16 = 0",
    ),
    _struct(
        "DataCopyExtParams",
        "data_copy_ext_params",
        """
            block_count: u16 = 1, block_len: u32 = 0, src_stride: u32 = 0,
            dst_stride: u32 = 0, rsv: u32 = 0""",
    ),
    _struct(
        "DataCopyEnhancedParams",
        "data_copy_enhanced_params",
        """
            block_mode: BlockMode = BlockMode.BLOCK_MODE_NORMAL,
            deq_scale: DeqScale = DeqScale.DEQ_NONE, deq_value_in: u64 = 0,
            sid_store_mode_in: u8 = 0, is_relu_in: b = False,
            pad_mode_in: pad_t = pad_t.PAD_NONE, pad_value_in: u64 = 0""",
    ),
    _struct(
        "DataCopyPadParams",
        "data_copy_pad_params",
        """
            is_pad: b = False, left_padding: u8 = 0, right_padding: u8 = 0,
            padding_value: u64 = 0""",
    ),
    _struct(
        "DataCopyPadExtParams",
        "data_copy_pad_ext_params",
        """
            dtype: dtype, is_pad: b = False, left_padding: u8 = 0, right_padding: u8 = 0,
            padding_value: num(dtype) = 0""",
        emit=("{is_pad}, {left_padding}, {right_padding}, {padding_value}",),
        cpp="AscendC::DataCopyPadExtParams<{T}>",
    ),
    _struct(
        "Nd2NzParams",
        "nd2nz_params",
        """
            nd_num: u16, n_value: u16, d_value: u16, src_nd_matrix_stride: u16,
            src_d_value: u16, dst_nz_c0_stride: u16, dst_nz_n_stride: u16,
            dst_nz_matrix_stride: u16""",
    ),
    _struct(
        "Nz2NdParamsFull",
        "nz2nd_params_full",
        """
            nd_num: u16, n_value: u16, d_value: u16, src_nd_matrix_stride: u16,
            src_n_stride: u16, dst_d_stride: u16, dst_nd_matrix_stride: u16""",
    ),
    _struct(
        "DataCopyCO12DstParams",
        "data_copy_co12dst_params",
        """
            n_size: u16, m_size: u16, dst_stride: u32, src_stride: u16,
            quant_pre: QuantModes = QuantModes.NoQuant, relu_pre: u8 = 0,
            channel_split: b = False, nz2nd_en: b = False""",
    ),
    _struct(
        "SliceInfo",
        "slice_info",
        """
            start_index: u32 = 0, end_index: u32 = 31, stride: u32 = 0, burst_len: u32 = 32,
            shape_value: u32 = 0""",
    ),
)

_SHAPES = (
    _struct(
        "ShapeInfo",
        "shape_info",
        "",
        "shape: Array, data_format: DataFormat = DataFormat.ND",
        "shape: Array, original_shape: Array, data_format: DataFormat = DataFormat.ND",
        emit=(
            "",
            "{shape.length}, reinterpret_cast<const uint32_t*>({shape}), {data_format}",
            """
                {shape.length}, reinterpret_cast<const uint32_t*>({shape}),
                {original_shape.length}, reinterpret_cast<const uint32_t*>({original_shape}),
                {data_format}""",
        ),
    ),
    _struct(
        "TransDataTo5HDParams",
        "trans_data_to_5hd_params",
        """
            dst_high_half: b = False, src_high_half: b = False, repeat_times: u8 = 1,
            dst_rep_stride: u16 = 0, src_rep_stride: u16 = 0""",
    ),
    _struct(
        "TransposeParamsExt",
        "transpose_params_ext",
        """
            n_size: u16 = 0, c_size: u16 = 0, h_size: u16 = 0, w_size: u16 = 0,
            transpose_type: TransposeType = TransposeType.TRANSPOSE_ND2ND_B16""",
    ),
    _struct(
        "MrgSort4Info",
        "mrg_sort4_info",
        """
            element_lengths: [u16], if_exhausted_suspension: b = False, valid_bit: u16 = 15,
            repeat_times: u16 = 1""",
    ),
    _struct(
        "MrgSortSrcList",
        "mrg_sort_src_list",
        "dtype: dtype, src1: LT, src2: LT",
        "dtype: dtype, src1: LT, src2: LT, src3: LT",
        "dtype: dtype, src1: LT, src2: LT, src3: LT, src4: LT",
        emit=(
            "{src1}, {src2}, {src1}, {src1}",
            "{src1}, {src2}, {src3}, {src1}",
            "{src1}, {src2}, {src3}, {src4}",
        ),
        cpp="AscendC::MrgSortSrcList<{T}>",
    ),
    _struct(
        "CheckLocalMemoryIAParam",
        "check_local_memory_ia_param",
        """
            enable_bit: u8 = 0, start_addr: u32 = 0, end_addr: u32 = 0,
            is_scalar_read: b = False, is_scalar_write: b = False, is_vector_read: b = False,
            is_vector_write: b = False, is_mte_read: b = False, is_mte_write: b = False,
            is_enable: b = False""",
    ),
)

_LISTS = (
    _struct(
        "TensorDesc",
        "tensor_desc",
        "dtype: dtype = float32",
        emit=("",),
        cpp="AscendC::TensorDesc<{T}>",
    ),
    _struct(
        "ListTensorDesc",
        "list_tensor_desc",
        "",
        "data: GA, length: u32 = 4294967295, shape_size: u32 = 4294967295",
    ),
)

STRUCTS = (*_REPEATS, *_COPIES, *_SHAPES, *_LISTS, *CUBE_STRUCTS, *LIBRARY_STRUCTS)
