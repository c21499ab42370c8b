// Names of the cube that kernels take from inside CANN, and the device compiler's builtins.
#pragma once

#include "detail/cube/fixpipe.h"
#include "detail/cube/load3d.h"
#include "detail/cube/mmad.h"

namespace AscendC {

template <typename DstT, typename Src0T, typename Src1T>
inline void MmadImpl(const LocalTensor<DstT>& dstLocal, const LocalTensor<Src0T>& fmLocal,
                     const LocalTensor<Src1T>& filterLocal, const MmadParams& mmadParams) {
    Mmad(dstLocal, fmLocal, filterLocal, mmadParams);
}
template <typename DstT, typename Src0T, typename Src1T, typename BiasT>
inline void MmadImpl(const LocalTensor<DstT>& dstLocal, const LocalTensor<Src0T>& fmLocal,
                     const LocalTensor<Src1T>& filterLocal, const LocalTensor<BiasT>& biasLocal,
                     const MmadParams& mmadParams) {
    Mmad(dstLocal, fmLocal, filterLocal, biasLocal, mmadParams);
}
template <typename T, typename Src, typename Params>
inline void LoadDataImpl(const LocalTensor<T>& dstLocal, const Src& src, const Params& params) {
    LoadData(dstLocal, src, params);
}
template <typename T, isa::Load3dConfig defaultConfig, typename Params>
inline void LoadDataImpl(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                         const Params& params) {
    LoadData<T, defaultConfig>(dstLocal, srcLocal, params);
}
inline void Load3DSetFMatrixCal(uint16_t l1H, uint16_t l1W, const uint8_t padList[4]) {
    SetFmatrix(l1H, l1W, padList, FmatrixMode::FMATRIX_LEFT);
}
template <typename T>
inline void Load3DSetPaddingCal(const T padValue) {
    SetLoadDataPaddingValue(padValue);
}

inline void SetFixpipeNz2ndFlagImpl(uint16_t ndNum, uint16_t srcNdStride, uint16_t dstNdStride) {
    SetFixpipeNz2ndFlag(ndNum, srcNdStride, dstNdStride);
}
inline void SetFixpipePreQuantFlagImpl(uint64_t config) {
    SetFixpipePreQuantFlag(config);
}
template <typename T>
inline void SetFixPipeConfigImpl(const LocalTensor<T>& reluPre, const LocalTensor<T>& quantPre,
                                 bool isUnitFlag = false) {
    SetFixPipeConfig(reluPre, quantPre, isUnitFlag);
}
template <typename T, bool setRelu = false>
inline void SetFixPipeConfigImpl(const LocalTensor<T>& preTensor, bool isUnitFlag = false) {
    SetFixPipeConfig<T, setRelu>(preTensor, isUnitFlag);
}

namespace isa {

template <typename T>
inline LocalTensor<T> LocalAt(TPosition position, T* address) {
    LocalTensor<T> tensor;
    const Hardware memory = PhysicalOf(position, CurrentCore().arch);
    tensor.address_.absAddr = reinterpret_cast<uint8_t*>(ResolveAddress(memory, address));
    tensor.address_.logicPos.Set(static_cast<uint8_t>(position));
    return tensor;
}

template <typename Dst, typename Src>
inline void RawCopyOut(const Dst& dst, Src* src, uint16_t n, uint16_t m, uint32_t dst_stride,
                       uint16_t src_stride, uint8_t unit_flag, QuantMode_t mode, uint8_t relu,
                       bool split, bool nz2nd) {
    DataCopyCO12DstParams params(n, m, dst_stride, src_stride, mode, relu, split, nz2nd);
    params.unitFlag = unit_flag;
    DataCopy(dst, LocalAt(TPosition::CO1, src), params);
}

}  // namespace isa
}  // namespace AscendC

/// L1 -> L0A in fractals, as LoadData2DParams says; the form without a gap packs them.
template <typename T>
inline void load_cbuf_to_ca(T* dst, T* src, uint16_t baseIdx, uint8_t repeat, uint16_t srcStride,
                            uint16_t dstGap, uint8_t sid, bool transpose, addr_cal_mode_t mode) {
    using namespace AscendC;
    if (isa::HasCube()) {
        isa::LoadFractals(
            isa::LocalAt(TPosition::A2, dst), isa::LocalAt(TPosition::A1, src),
            LoadData2DParams(baseIdx, repeat, srcStride, sid, dstGap, transpose, mode),
            mode == dec);
    }
}
template <typename T>
inline void load_cbuf_to_ca(T* dst, T* src, uint16_t baseIdx, uint8_t repeat, uint16_t srcStride,
                            uint8_t sid, bool transpose) {
    load_cbuf_to_ca(dst, src, baseIdx, repeat, srcStride, 0, sid, transpose, inc);
}
/// L1 -> L0B.
template <typename T>
inline void load_cbuf_to_cb(T* dst, T* src, uint16_t baseIdx, uint8_t repeat, uint16_t srcStride,
                            uint16_t dstGap, uint8_t sid, bool transpose, addr_cal_mode_t mode) {
    using namespace AscendC;
    if (isa::HasCube()) {
        isa::LoadFractals(
            isa::LocalAt(TPosition::B2, dst), isa::LocalAt(TPosition::B1, src),
            LoadData2DParams(baseIdx, repeat, srcStride, sid, dstGap, transpose, mode),
            mode == dec);
    }
}
template <typename T>
inline void load_cbuf_to_cb(T* dst, T* src, uint16_t baseIdx, uint8_t repeat, uint16_t srcStride,
                            uint8_t sid, bool transpose) {
    load_cbuf_to_cb(dst, src, baseIdx, repeat, srcStride, 0, sid, transpose, inc);
}
/// L1 -> L0B in transposed squares, as LoadData2dTransposeParams says.
template <typename T>
inline void load_cbuf_to_cb_transpose(T* dst, T* src, uint16_t indexId, uint8_t repeat,
                                      uint16_t srcStride, uint16_t dstGap, addr_cal_mode_t mode,
                                      uint16_t dstFracGap) {
    using namespace AscendC;
    LoadDataWithTranspose(isa::LocalAt(TPosition::B2, dst), isa::LocalAt(TPosition::B1, src),
                          LoadData2dTransposeParams(indexId, repeat, srcStride, dstGap, dstFracGap,
                                                    static_cast<uint8_t>(mode)));
}
template <typename T>
inline void load_cbuf_to_cb_transpose(T* dst, T* src, uint16_t indexId, uint8_t repeat,
                                      uint16_t srcStride, uint16_t dstGap, bool decrement,
                                      uint16_t dstFracGap) {
    load_cbuf_to_cb_transpose(dst, src, indexId, repeat, srcStride, dstGap, decrement ? dec : inc,
                              dstFracGap);
}
/// L1 -> L0A in transposed squares.
template <typename T>
inline void load_cbuf_to_ca_transpose(T* dst, T* src, uint16_t indexId, uint8_t repeat,
                                      uint16_t srcStride, uint16_t dstGap, bool decrement,
                                      uint16_t dstFracGap) {
    using namespace AscendC;
    LoadDataWithTranspose(isa::LocalAt(TPosition::A2, dst), isa::LocalAt(TPosition::A1, src),
                          LoadData2dTransposeParams(indexId, repeat, srcStride, dstGap, dstFracGap,
                                                    decrement ? 1 : 0));
}
/// Global memory -> L1, rows become fractals, as Nd2NzParams says.
template <typename T>
inline void copy_gm_to_cbuf_multi_nd2nz_b16(T* dst, T* src, uint8_t, uint16_t ndNum,
                                            uint16_t nValue, uint16_t dValue,
                                            uint16_t srcNdMatrixStride, uint16_t srcDValue,
                                            uint16_t dstNzC0Stride, uint16_t dstNzNStride,
                                            uint16_t dstNzMatrixStride) {
    using namespace AscendC;
    GlobalTensor<T> source;
    source.SetGlobalBuffer(src);
    DataCopy(isa::LocalAt(TPosition::A1, dst), source,
             Nd2NzParams(ndNum, nValue, dValue, srcNdMatrixStride, srcDValue, dstNzC0Stride,
                         dstNzNStride, dstNzMatrixStride));
}
template <typename T, typename... Strides>
inline void copy_gm_to_cbuf_multi_nd2nz_b32s(T* dst, T* src, uint8_t sid, Strides... strides) {
    copy_gm_to_cbuf_multi_nd2nz_b16(dst, src, sid, static_cast<uint16_t>(strides)...);
}
/// L0C = or += L0A x L0B.
template <typename Dst, typename Left, typename Right>
inline void mad(Dst* dst, Left* left, Right* right, uint16_t m, uint16_t k, uint16_t n,
                uint8_t unitFlag, bool kDirectionAlign, bool cmatrixSource, bool cmatrixInitVal) {
    using namespace AscendC;
    MmadParams params(m, n, k, unitFlag, cmatrixSource, cmatrixInitVal);
    params.kDirectionAlign = kDirectionAlign;
    Mmad(isa::LocalAt(TPosition::CO1, dst), isa::LocalAt(TPosition::A2, left),
         isa::LocalAt(TPosition::B2, right), params);
}
/// What loads of feature maps pad with: raw bits of an element.
inline void set_padding(uint64_t config) {
    AscendC::isa::CurrentCore().load3d_padding = config;
}
inline void set_padding(int config) {
    set_padding(static_cast<uint64_t>(config));
}
inline void set_padding(uint32_t config) {
    set_padding(static_cast<uint64_t>(config));
}
inline void set_padding(half config) {
    AscendC::SetLoadDataPaddingValue(config);
}
inline void set_padding(int16_t config) {
    AscendC::SetLoadDataPaddingValue(config);
}
inline void set_padding(uint16_t config) {
    AscendC::SetLoadDataPaddingValue(config);
}
inline void set_l1_3d_size(uint64_t config) {
    AscendC::SetLoadDataBoundary(static_cast<uint32_t>(config));
}
/// L1 -> bias table in 64 bytes of the target; `convControl`: half becomes float.
template <typename Src>
inline void copy_cbuf_to_bt(uint64_t dst, Src* src, uint16_t convControl, uint16_t nBurst,
                            uint16_t lenBurst, uint16_t sourceGap, uint16_t dstGap) {
    using namespace AscendC;
    const LocalTensor<float> target = isa::LocalAt(TPosition::C2, reinterpret_cast<float*>(dst));
    const DataCopyParams params(nBurst, lenBurst, sourceGap, dstGap);
    if (convControl != 0) {
        DataCopy(target, isa::LocalAt(TPosition::C1, reinterpret_cast<half*>(src)), params);
    } else {
        DataCopy(target, isa::LocalAt(TPosition::C1, reinterpret_cast<float*>(src)), params);
    }
}
/// L1 -> fixpipe buffer in 128 bytes.
template <typename Dst, typename Src>
inline void copy_cbuf_to_fbuf(Dst* dst, Src* src, uint16_t burstNum, uint16_t burstLen,
                              uint16_t srcGapSize, uint16_t dstGapSize) {
    using namespace AscendC;
    DataCopy(isa::LocalAt(TPosition::C2PIPE2GM, reinterpret_cast<uint64_t*>(dst)),
             isa::LocalAt(TPosition::C1, reinterpret_cast<uint64_t*>(src)),
             DataCopyParams(burstNum, burstLen, srcGapSize, dstGapSize));
}
template <typename Dst, typename Src, typename Relu>
inline void copy_matrix_cc_to_cbuf(Dst* dst, Src* src, uint8_t, uint16_t NSize, uint16_t MSize,
                                   uint32_t dstStride_dst_D, uint16_t srcStride,
                                   uint8_t UnitFlagMode, QuantMode_t QuantPRE, Relu ReLUPRE,
                                   bool channelSplit, bool NZ2ND_EN) {
    using namespace AscendC;
    isa::RawCopyOut(isa::LocalAt(TPosition::A1, dst), src, NSize, MSize, dstStride_dst_D, srcStride,
                    UnitFlagMode, QuantPRE, static_cast<uint8_t>(ReLUPRE), channelSplit, NZ2ND_EN);
}
template <typename Dst, typename Src, typename Relu>
inline void copy_matrix_cc_to_gm(Dst* dst, Src* src, uint8_t, uint16_t NSize, uint16_t MSize,
                                 uint32_t dstStride_dst_D, uint16_t srcStride, uint8_t UnitFlagMode,
                                 QuantMode_t QuantPRE, Relu ReLUPRE, bool channelSplit,
                                 bool NZ2ND_EN) {
    using namespace AscendC;
    isa::RawCopyOut(isa::GlobalAt(dst), src, NSize, MSize, dstStride_dst_D, srcStride, UnitFlagMode,
                    QuantPRE, static_cast<uint8_t>(ReLUPRE), channelSplit, NZ2ND_EN);
}
/// The same from two registers. `extent`: bits 4-15 columns, 16-31 rows, 32-63 the target's
/// distance. `mode`: bits 0-15 the source's distance, 32-33 unit flag, 34-38 quantization, 39-41
/// ReLU, 42 split of channels, 43 NZ to ND.
template <typename Dst, typename Src>
inline void copy_matrix_cc_to_gm(Dst* dst, Src* src, uint64_t extent, uint64_t mode) {
    copy_matrix_cc_to_gm(dst, src, 0, static_cast<uint16_t>(extent >> 4 & 0xfff),
                         static_cast<uint16_t>(extent >> 16), static_cast<uint32_t>(extent >> 32),
                         static_cast<uint16_t>(mode), static_cast<uint8_t>(mode >> 32 & 3),
                         static_cast<QuantMode_t>(mode >> 34 & 31),
                         static_cast<uint8_t>(mode >> 39 & 7), (mode >> 42 & 1) != 0,
                         (mode >> 43 & 1) != 0);
}
/// Bits 8-: address of the scales in the fixpipe buffer, in 128 bytes.
inline void set_fpc(uint64_t config) {
    const auto* scales = reinterpret_cast<const uint8_t*>(config >> 8 << 7);
    AscendC::isa::CurrentCore().fixpipe_quant =
        AscendC::isa::ResolveAddress(AscendC::Hardware::FIXBUF, scales);
}
inline void set_quant_pre(uint64_t config) {
    AscendC::isa::CurrentCore().quant_pre = config;
}
/// Bits 0-15: number of matrices, 16-31 and 32-47: their distances.
inline void set_nd_para(uint64_t config) {
    AscendC::isa::CurrentCore().fixpipe_nd[0] = config;
}
namespace AscendC {
/// The same, by the name that kernels which bypass Fixpipe's structures call.
inline void SetNdParaImpl(uint64_t config) {
    set_nd_para(config);
}
}  // namespace AscendC
