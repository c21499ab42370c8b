// The device compiler's builtins for loads of feature maps, and for what fills L1.
#pragma once

#include "detail/cube/load.h"
#include "detail/cube/load3d.h"
#include "detail/cube/raw.h"

namespace AscendC::isa {

/// Loads take the size of the feature map and the padding value from their registers.
constexpr IsResetLoad3dConfig kFromRegisters = {false, false};

template <typename T>
inline void RawIm2col(TPosition position, T* dst, T* src, uint16_t k_extension,
                      uint16_t m_extension, uint16_t k_start, uint16_t m_start, uint8_t stride_w,
                      uint8_t stride_h, uint8_t filter_w, uint8_t filter_h, uint8_t dilation_w,
                      uint8_t dilation_h, bool filter_size_w, bool filter_size_h, bool transpose,
                      bool right_matrix, uint16_t channels) {
    LoadData3DParamsV2<T> params;
    params.channelSize = channels;
    params.kExtension = k_extension;
    params.mExtension = m_extension;
    params.kStartPt = k_start;
    params.mStartPt = m_start;
    params.strideW = stride_w;
    params.strideH = stride_h;
    params.filterW = filter_w;
    params.filterH = filter_h;
    params.dilationFilterW = dilation_w;
    params.dilationFilterH = dilation_h;
    params.filterSizeW = filter_size_w;
    params.filterSizeH = filter_size_h;
    params.enTranspose = transpose;
    params.fMatrixCtrl = right_matrix;
    LoadData<T, kFromRegisters>(LocalAt(position, dst), LocalAt(TPosition::A1, src), params);
}

}  // namespace AscendC::isa

/// Size and paddings of the feature map, as SetFmatrix packs them: bits 0-15 the width, 16-31 the
/// height, then 8 each for left, right, top, bottom.
inline void set_fmatrix(uint64_t config) {
    AscendC::isa::CurrentCore().fmatrix[0] = config;
}
inline void set_fmatrix_b(uint64_t config) {
    AscendC::isa::CurrentCore().fmatrix[1] = config;
}
/// Bits 0-15: the stride of repeats, 16-23: their number, 24: the mode.
inline void set_l3d_rpt(uint64_t config) {
    AscendC::SetLoadDataRepeat(AscendC::LoadDataRepeatParam(
        static_cast<uint16_t>(config), static_cast<uint8_t>(config >> 16),
        static_cast<uint8_t>(config >> 24 & 1)));
}
/// L1 -> L0A, and L0B, as LoadData3DParamsV2 says.
template <typename T, typename... Words>
inline void img2colv2_cbuf_to_ca(T* dst, T* src, Words... words) {
    AscendC::isa::RawIm2col(AscendC::TPosition::A2, dst, src, words...);
}
template <typename T, typename... Words>
inline void img2colv2_cbuf_to_cb(T* dst, T* src, Words... words) {
    AscendC::isa::RawIm2col(AscendC::TPosition::B2, dst, src, words...);
}
/// Fills parts of L1. The type of the value is the filled one. Bits 0-14: repeats, 16-30: blocks of
/// 32 bytes in each, 32-46: blocks between them.
template <typename T, typename V>
inline void create_cbuf_matrix(T* dst, uint64_t config, V value) {
    using namespace AscendC;
    using Filled = std::conditional_t<std::is_same_v<V, int>, uint32_t, V>;
    InitConstValueParams<Filled> params;
    params.repeatTimes = static_cast<uint16_t>(config & 0x7fff);
    params.blockNum = static_cast<uint16_t>(config >> 16 & 0x7fff);
    params.dstGap = static_cast<uint16_t>(config >> 32 & 0x7fff);
    params.initValue = static_cast<Filled>(value);
    InitConstValue(isa::LocalAt(TPosition::A1, reinterpret_cast<Filled*>(dst)), params);
}
template <typename V>
inline void create_cbuf_matrix_bf16(bfloat16_t* dst, uint64_t config, V value) {
    create_cbuf_matrix(dst, config, static_cast<bfloat16_t>(value));
}
