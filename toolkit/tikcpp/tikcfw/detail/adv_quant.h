// Quantisation.
#pragma once

#include "detail/vec_mask.h"
#include "isa/vec_rows.h"

namespace AscendC {

struct AscendQuantConfig {
    __aicore__ constexpr AscendQuantConfig(const uint32_t calc, const uint32_t offset,
                                           const uint32_t scale, const uint32_t work)
        : calcCount(calc), offsetCount(offset), scaleCount(scale), workLocalSize(work) {}

    uint32_t calcCount = 0;
    uint32_t offsetCount = 0;
    uint32_t scaleCount = 0;
    uint32_t workLocalSize = 0;
};
constexpr AscendQuantConfig ASCEND_QUANT_DEFAULT_CFG = {0, 0, 0, 0};

/// m rows of n elements (n a multiple of 32 bytes), the first calCount of each are computed.
struct DequantParams {
    uint32_t m;
    uint32_t n;
    uint32_t calCount;
};

struct AntiQuantShapeInfo {
    uint32_t offsetHeight{0};
    uint32_t offsetWidth{0};
    uint32_t scaleHeight{0};
    uint32_t scaleWidth{0};
};

/// dst = int8(rint(src * scale + offset)), in half: scalar scale and offset.
template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
__aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,
                                   const LocalTensor<T>& srcTensor, const float scale,
                                   const float offset, const uint32_t calCount) {
    isa::TakeCount(0);
    isa::Issue(isa::VecQuant{isa::DTypeOf<T>, calCount, 0, 0, scale, offset, dstTensor.GetPhyAddr(),
                             srcTensor.GetPhyAddr(), nullptr, nullptr});
}
template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
__aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,
                                   const LocalTensor<T>& srcTensor, const LocalTensor<uint8_t>&,
                                   const float scale, const float offset, const uint32_t calCount) {
    AscendQuant<T>(dstTensor, srcTensor, scale, offset, calCount);
}
template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
__aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,
                                   const LocalTensor<T>& srcTensor, const LocalTensor<uint8_t>&,
                                   const float scale, const float offset) {
    AscendQuant<T>(dstTensor, srcTensor, scale, offset, srcTensor.GetSize());
}
template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
__aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,
                                   const LocalTensor<T>& srcTensor, const float scale,
                                   const float offset) {
    AscendQuant<T>(dstTensor, srcTensor, scale, offset, srcTensor.GetSize());
}

/// A tensor of scales (repeating every scaleCount elements) and a scalar offset.
template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
__aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,
                                   const LocalTensor<T>& srcTensor,
                                   const LocalTensor<T>& scaleTensor, const T offset,
                                   const uint32_t scaleCount, const uint32_t calCount) {
    isa::TakeCount(0);
    isa::Issue(isa::VecQuant{isa::DTypeOf<T>, calCount, scaleCount, 0, 1.0f,
                             static_cast<float>(offset), dstTensor.GetPhyAddr(),
                             srcTensor.GetPhyAddr(), scaleTensor.GetPhyAddr(), nullptr});
}
template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
__aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,
                                   const LocalTensor<T>& srcTensor, const LocalTensor<uint8_t>&,
                                   const LocalTensor<T>& scaleTensor, const T offset,
                                   const uint32_t scaleCount, const uint32_t calCount) {
    AscendQuant<T>(dstTensor, srcTensor, scaleTensor, offset, scaleCount, calCount);
}
template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
__aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,
                                   const LocalTensor<T>& srcTensor,
                                   const LocalTensor<T>& scaleTensor, const T offset) {
    AscendQuant<T>(dstTensor, srcTensor, scaleTensor, offset, scaleTensor.GetSize(),
                   srcTensor.GetSize());
}
template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
__aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,
                                   const LocalTensor<T>& srcTensor, const LocalTensor<uint8_t>&,
                                   const LocalTensor<T>& scaleTensor, const T offset) {
    AscendQuant<T>(dstTensor, srcTensor, scaleTensor, offset, scaleTensor.GetSize(),
                   srcTensor.GetSize());
}

/// Tensors of scales and offsets.
template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
__aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,
                                   const LocalTensor<T>& srcTensor,
                                   const LocalTensor<T>& scaleTensor,
                                   const LocalTensor<T>& offsetTensor, const uint32_t scaleCount,
                                   const uint32_t offsetCount, const uint32_t calCount) {
    isa::TakeCount(0);
    isa::Issue(isa::VecQuant{isa::DTypeOf<T>, calCount, scaleCount, offsetCount, 1.0f, 0.0f,
                             dstTensor.GetPhyAddr(), srcTensor.GetPhyAddr(),
                             scaleTensor.GetPhyAddr(), offsetTensor.GetPhyAddr()});
}
template <typename T, bool isReuseSource = false,
          const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
__aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,
                                   const LocalTensor<T>& srcTensor, const LocalTensor<uint8_t>&,
                                   const LocalTensor<T>& scaleTensor,
                                   const LocalTensor<T>& offsetTensor, const uint32_t scaleCount,
                                   const uint32_t offsetCount, const uint32_t calCount) {
    AscendQuant<T>(dstTensor, srcTensor, scaleTensor, offsetTensor, scaleCount, offsetCount,
                   calCount);
}

namespace isa {
template <typename dstT, typename scaleT>
ASCENDC_ALWAYS_INLINE void IssueDequant(const LocalTensor<dstT>& dst,
                                        const LocalTensor<int32_t>& src, const void* scales,
                                        uint64_t scale, const DequantParams& params) {
    // Rows of dst are padded to whole blocks.
    constexpr uint32_t kPerBlock = kBlockBytes / sizeof(dstT);
    const uint32_t pitch =
        params.m <= 1 ? params.n : (params.n + kPerBlock - 1) / kPerBlock * kPerBlock;
    TakeCount(0);
    Issue(VecDequant{DTypeOf<dstT>, DTypeOf<scaleT>, params.m, params.n, params.calCount, pitch,
                     scales != nullptr, scale, dst.GetPhyAddr(), src.GetPhyAddr(), scales});
}
}  // namespace isa

/// dst[r][c] = src[r][c] * scale[c], or one scale for all.
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
__aicore__ inline void AscendDequant(const LocalTensor<dstT>& dstTensor,
                                     const LocalTensor<int32_t>& srcTensor,
                                     const LocalTensor<scaleT>& deqScale, DequantParams params) {
    isa::IssueDequant<dstT, scaleT>(dstTensor, srcTensor, deqScale.GetPhyAddr(), 0, params);
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
__aicore__ inline void AscendDequant(const LocalTensor<dstT>& dstTensor,
                                     const LocalTensor<int32_t>& srcTensor,
                                     const LocalTensor<scaleT>& deqScale,
                                     const LocalTensor<uint8_t>&, DequantParams params) {
    isa::IssueDequant<dstT, scaleT>(dstTensor, srcTensor, deqScale.GetPhyAddr(), 0, params);
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
__aicore__ inline void AscendDequant(const LocalTensor<dstT>& dstTensor,
                                     const LocalTensor<int32_t>& srcTensor,
                                     const LocalTensor<scaleT>& deqScale, const uint32_t calCount) {
    isa::IssueDequant<dstT, scaleT>(dstTensor, srcTensor, deqScale.GetPhyAddr(), 0,
                                    {1, calCount, calCount});
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
__aicore__ inline void AscendDequant(const LocalTensor<dstT>& dstTensor,
                                     const LocalTensor<int32_t>& srcTensor,
                                     const LocalTensor<scaleT>& deqScale,
                                     const LocalTensor<uint8_t>&, const uint32_t calCount) {
    isa::IssueDequant<dstT, scaleT>(dstTensor, srcTensor, deqScale.GetPhyAddr(), 0,
                                    {1, calCount, calCount});
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
__aicore__ inline void AscendDequant(const LocalTensor<dstT>& dstTensor,
                                     const LocalTensor<int32_t>& srcTensor,
                                     const LocalTensor<scaleT>& deqScale) {
    const uint32_t count = deqScale.GetSize();
    isa::IssueDequant<dstT, scaleT>(dstTensor, srcTensor, deqScale.GetPhyAddr(), 0,
                                    {1, count, count});
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
__aicore__ inline void AscendDequant(const LocalTensor<dstT>& dstTensor,
                                     const LocalTensor<int32_t>& srcTensor,
                                     const LocalTensor<scaleT>& deqScale,
                                     const LocalTensor<uint8_t>&) {
    AscendDequant<dstT, scaleT, mode>(dstTensor, srcTensor, deqScale);
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
__aicore__ inline void AscendDequant(const LocalTensor<dstT>& dstTensor,
                                     const LocalTensor<int32_t>& srcTensor, const scaleT deqScale,
                                     DequantParams params) {
    isa::IssueDequant<dstT, scaleT>(dstTensor, srcTensor, nullptr, isa::ScalarBits(deqScale),
                                    params);
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
__aicore__ inline void AscendDequant(const LocalTensor<dstT>& dstTensor,
                                     const LocalTensor<int32_t>& srcTensor, const scaleT deqScale,
                                     const LocalTensor<uint8_t>&, DequantParams params) {
    isa::IssueDequant<dstT, scaleT>(dstTensor, srcTensor, nullptr, isa::ScalarBits(deqScale),
                                    params);
}

namespace isa {
template <typename In, typename Out, bool transposed>
ASCENDC_ALWAYS_INLINE void IssueAntiQuant(const LocalTensor<Out>& dst, const LocalTensor<In>& src,
                                          uint32_t k, const void* scales, uint64_t scale,
                                          bool has_offset, const void* offsets, uint64_t offset) {
    const uint32_t n = k == 0 ? 0 : src.GetSize() / k;
    TakeCount(0);
    Issue(VecAntiQuant{DTypeOf<In>, DTypeOf<Out>, transposed, has_offset, scales != nullptr, k, n,
                       scale, offset, dst.GetPhyAddr(), src.GetPhyAddr(), scales, offsets});
}
}  // namespace isa

/// dst = (src + offset) * scale, per channel or with scalars; K is the number of values of a
/// channel.
template <typename InputDataType, typename OutputDataType, bool isTranspose>
__aicore__ inline void AscendAntiQuant(const LocalTensor<OutputDataType>& dst,
                                       const LocalTensor<InputDataType>& src,
                                       const LocalTensor<OutputDataType>& offset,
                                       const LocalTensor<OutputDataType>& scale, const uint32_t K,
                                       const AntiQuantShapeInfo& = {}) {
    isa::IssueAntiQuant<InputDataType, OutputDataType, isTranspose>(
        dst, src, K, scale.GetPhyAddr(), 0, true, offset.GetPhyAddr(), 0);
}
template <typename InputDataType, typename OutputDataType, bool isTranspose>
__aicore__ inline void AscendAntiQuant(const LocalTensor<OutputDataType>& dst,
                                       const LocalTensor<InputDataType>& src,
                                       const LocalTensor<OutputDataType>& offset,
                                       const LocalTensor<OutputDataType>& scale,
                                       const LocalTensor<uint8_t>&, const uint32_t K,
                                       const AntiQuantShapeInfo& = {}) {
    isa::IssueAntiQuant<InputDataType, OutputDataType, isTranspose>(
        dst, src, K, scale.GetPhyAddr(), 0, true, offset.GetPhyAddr(), 0);
}
template <typename InputDataType, typename OutputDataType, bool isTranspose>
__aicore__ inline void AscendAntiQuant(const LocalTensor<OutputDataType>& dst,
                                       const LocalTensor<InputDataType>& src,
                                       const LocalTensor<OutputDataType>& scale,
                                       const LocalTensor<uint8_t>&, const uint32_t K,
                                       const AntiQuantShapeInfo& = {}) {
    isa::IssueAntiQuant<InputDataType, OutputDataType, isTranspose>(dst, src, K, scale.GetPhyAddr(),
                                                                    0, false, nullptr, 0);
}
template <typename InputDataType, typename OutputDataType, bool isTranspose>
__aicore__ inline void AscendAntiQuant(const LocalTensor<OutputDataType>& dst,
                                       const LocalTensor<InputDataType>& src,
                                       const OutputDataType offset, const OutputDataType scale,
                                       const uint32_t K, const AntiQuantShapeInfo& = {}) {
    isa::IssueAntiQuant<InputDataType, OutputDataType, isTranspose>(
        dst, src, K, nullptr, isa::ScalarBits(scale), true, nullptr, isa::ScalarBits(offset));
}
template <typename InputDataType, typename OutputDataType, bool isTranspose>
__aicore__ inline void AscendAntiQuant(const LocalTensor<OutputDataType>& dst,
                                       const LocalTensor<InputDataType>& src,
                                       const OutputDataType offset, const OutputDataType scale,
                                       const LocalTensor<uint8_t>&, const uint32_t K,
                                       const AntiQuantShapeInfo& = {}) {
    isa::IssueAntiQuant<InputDataType, OutputDataType, isTranspose>(
        dst, src, K, nullptr, isa::ScalarBits(scale), true, nullptr, isa::ScalarBits(offset));
}

}  // namespace AscendC
