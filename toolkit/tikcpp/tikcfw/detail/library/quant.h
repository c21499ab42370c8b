// Quantisation.
#pragma once

#include "detail/library/scratch.h"
#include "detail/vector/mask.h"
#include "isa/vec_quant.h"

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

namespace isa {

template <typename T>
ASCENDC_ALWAYS_INLINE void IssueQuant(const LocalTensor<uint8_t>& temporary,
                                      const LocalTensor<int8_t>& dst, const LocalTensor<T>& src,
                                      const QuantFactor& scale, const QuantFactor& offset,
                                      uint32_t count) {
    RequireTypeOf<LibraryApi::kAscendQuant, T>();
    NoteScratch("AscendQuant", temporary, kQuantVectors * kScratchVector);
    TakeCount(0);
    Issue(VecQuant{DTypeOf<T>, count, scale, offset, dst.Data(), src.Data()});
}
ASCENDC_ALWAYS_INLINE QuantFactor FactorOf(float scalar) {
    return {nullptr, 0, scalar};
}
template <typename T>
ASCENDC_ALWAYS_INLINE QuantFactor FactorOf(const LocalTensor<T>& values, uint32_t count) {
    return {values.Data(), count, 0.0f};
}

}  // namespace isa

/// dst = int8(rint(src * scale + offset)), in half, with and without a temporary buffer: scalar
/// scale and offset; a tensor of scales (repeating every scaleCount elements) and a scalar offset;
/// tensors of both. Without counts they are the tensors' sizes.
#define ASCENDC_ADV_QUANT_TEMPLATE                    \
    template <typename T, bool isReuseSource = false, \
              const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>
#define ASCENDC_ADV_QUANT(temporary, scratch)                                                    \
    ASCENDC_ADV_QUANT_TEMPLATE                                                                   \
    __aicore__ inline void AscendQuant(                                                          \
        const LocalTensor<int8_t>& dstTensor, const LocalTensor<T>& srcTensor temporary,         \
        const float scale, const float offset, const uint32_t calCount) {                        \
        isa::IssueQuant<T>(scratch, dstTensor, srcTensor, isa::FactorOf(scale),                  \
                           isa::FactorOf(offset), calCount);                                     \
    }                                                                                            \
    ASCENDC_ADV_QUANT_TEMPLATE                                                                   \
    __aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,                     \
                                       const LocalTensor<T>& srcTensor temporary,                \
                                       const float scale, const float offset) {                  \
        isa::IssueQuant<T>(scratch, dstTensor, srcTensor, isa::FactorOf(scale),                  \
                           isa::FactorOf(offset), srcTensor.GetSize());                          \
    }                                                                                            \
    ASCENDC_ADV_QUANT_TEMPLATE                                                                   \
    __aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,                     \
                                       const LocalTensor<T>& srcTensor temporary,                \
                                       const LocalTensor<T>& scaleTensor, const T offset,        \
                                       const uint32_t scaleCount, const uint32_t calCount) {     \
        isa::IssueQuant<T>(scratch, dstTensor, srcTensor,                                        \
                           isa::FactorOf<T>(scaleTensor, scaleCount),                            \
                           isa::FactorOf(static_cast<float>(offset)), calCount);                 \
    }                                                                                            \
    ASCENDC_ADV_QUANT_TEMPLATE                                                                   \
    __aicore__ inline void AscendQuant(const LocalTensor<int8_t>& dstTensor,                     \
                                       const LocalTensor<T>& srcTensor temporary,                \
                                       const LocalTensor<T>& scaleTensor, const T offset) {      \
        isa::IssueQuant<T>(scratch, dstTensor, srcTensor,                                        \
                           isa::FactorOf<T>(scaleTensor, scaleTensor.GetSize()),                 \
                           isa::FactorOf(static_cast<float>(offset)), srcTensor.GetSize());      \
    }                                                                                            \
    ASCENDC_ADV_QUANT_TEMPLATE                                                                   \
    __aicore__ inline void AscendQuant(                                                          \
        const LocalTensor<int8_t>& dstTensor, const LocalTensor<T>& srcTensor temporary,         \
        const LocalTensor<T>& scaleTensor, const LocalTensor<T>& offsetTensor,                   \
        const uint32_t scaleCount, const uint32_t offsetCount, const uint32_t calCount) {        \
        isa::IssueQuant<T>(scratch, dstTensor, srcTensor,                                        \
                           isa::FactorOf<T>(scaleTensor, scaleCount),                            \
                           isa::FactorOf<T>(offsetTensor, offsetCount), calCount);               \
    }                                                                                            \
    ASCENDC_ADV_QUANT_TEMPLATE                                                                   \
    __aicore__ inline void AscendQuant(                                                          \
        const LocalTensor<int8_t>& dstTensor, const LocalTensor<T>& srcTensor temporary,         \
        const LocalTensor<T>& scaleTensor, const LocalTensor<T>& offsetTensor) {                 \
        isa::IssueQuant<T>(                                                                      \
            scratch, dstTensor, srcTensor, isa::FactorOf<T>(scaleTensor, scaleTensor.GetSize()), \
            isa::FactorOf<T>(offsetTensor, offsetTensor.GetSize()), srcTensor.GetSize());        \
    }
#define ASCENDC_ADV_NONE
#define ASCENDC_ADV_TEMPORARY , const LocalTensor<uint8_t>& sharedTmpBuffer
ASCENDC_ADV_QUANT(ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_QUANT(ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)
#undef ASCENDC_ADV_QUANT
#undef ASCENDC_ADV_QUANT_TEMPLATE

namespace isa {

/// Scales of uint64 give half, those of float and bfloat16 the other two. (There is no scalar of
/// uint64: its overload takes any number.)
template <typename dstT, typename scaleT>
ASCENDC_ALWAYS_INLINE void RequireDequantTypes() {
    RequireTypeOf<LibraryApi::kAscendDequant, dstT>();
    static_assert((std::is_same_v<dstT, half> && std::is_same_v<scaleT, uint64_t>) ||
                      (!std::is_same_v<dstT, half> &&
                       (std::is_same_v<scaleT, float> || std::is_same_v<scaleT, bfloat16_t>)),
                  "AscendDequant: half has scales of uint64_t, float and bfloat16_t have scales of "
                  "float or bfloat16_t");
}

/// `count` elements in rows as `params` says; `single_row`: a row of several groups of calCount
/// counts as that many rows. Rows of dst are padded to whole blocks.
template <typename dstT, typename scaleT>
ASCENDC_ALWAYS_INLINE void IssueDequant(const LocalTensor<uint8_t>& temporary, bool single_row,
                                        const LocalTensor<dstT>& dst,
                                        const LocalTensor<int32_t>& src, const void* scales,
                                        uint64_t scale, DequantParams params) {
    RequireDequantTypes<dstT, scaleT>();
    constexpr uint32_t kPerBlock = kBlockBytes / sizeof(dstT);
    if (single_row && params.m == 1 && params.calCount % kPerBlock == 0 && params.calCount != 0 &&
        params.n % params.calCount == 0) {
        params = {params.n / params.calCount, params.calCount, params.calCount};
    }
    const uint32_t pitch = (params.n + kPerBlock - 1) / kPerBlock * kPerBlock;
    NoteScratch("AscendDequant", temporary, DequantScratch(params.n));
    TakeCount(0);
    Issue(VecDequant{DTypeOf<dstT>, DTypeOf<scaleT>, params.m * params.calCount, params.calCount,
                     params.n, pitch, scales != nullptr, scale, dst.Data(), src.Data(), scales});
}

/// Rows as long as the tensor of scales, `count` elements in all.
template <typename dstT, typename scaleT>
ASCENDC_ALWAYS_INLINE void IssueDequantCount(const LocalTensor<uint8_t>& temporary,
                                             const LocalTensor<dstT>& dst,
                                             const LocalTensor<int32_t>& src,
                                             const LocalTensor<scaleT>& scales, uint32_t count) {
    RequireDequantTypes<dstT, scaleT>();
    const uint32_t n = scales.GetSize();
    constexpr uint32_t kPerBlock = kBlockBytes / sizeof(dstT);
    NoteScratch("AscendDequant", temporary, DequantScratch(n));
    TakeCount(0);
    Issue(VecDequant{DTypeOf<dstT>, DTypeOf<scaleT>, count, n, n,
                     (n + kPerBlock - 1) / kPerBlock * kPerBlock, true, 0, dst.Data(), src.Data(),
                     scales.Data()});
}

}  // namespace isa

/// dst[r][c] = src[r][c] * scale[c], or one scale for all, with and without a temporary buffer.
#define ASCENDC_ADV_DEQUANT_TEMPLATE          \
    template <typename dstT, typename scaleT, \
              DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
#define ASCENDC_ADV_DEQUANT(temporary, scratch)                                                   \
    ASCENDC_ADV_DEQUANT_TEMPLATE                                                                  \
    __aicore__ inline void AscendDequant(                                                         \
        const LocalTensor<dstT>& dstTensor, const LocalTensor<int32_t>& srcTensor,                \
        const LocalTensor<scaleT>& deqScale temporary, DequantParams params) {                    \
        isa::IssueDequant<dstT, scaleT>(scratch, mode == DeQuantMode::DEQUANT_WITH_SINGLE_ROW,    \
                                        dstTensor, srcTensor, deqScale.Data(), 0, params);        \
    }                                                                                             \
    ASCENDC_ADV_DEQUANT_TEMPLATE                                                                  \
    __aicore__ inline void AscendDequant(                                                         \
        const LocalTensor<dstT>& dstTensor, const LocalTensor<int32_t>& srcTensor,                \
        const LocalTensor<scaleT>& deqScale temporary, const uint32_t calCount) {                 \
        isa::IssueDequantCount<dstT, scaleT>(scratch, dstTensor, srcTensor, deqScale, calCount);  \
    }                                                                                             \
    ASCENDC_ADV_DEQUANT_TEMPLATE                                                                  \
    __aicore__ inline void AscendDequant(const LocalTensor<dstT>& dstTensor,                      \
                                         const LocalTensor<int32_t>& srcTensor,                   \
                                         const LocalTensor<scaleT>& deqScale temporary) {         \
        isa::IssueDequantCount<dstT, scaleT>(scratch, dstTensor, srcTensor, deqScale,             \
                                             srcTensor.GetSize());                                \
    }                                                                                             \
    ASCENDC_ADV_DEQUANT_TEMPLATE                                                                  \
    __aicore__ inline void AscendDequant(const LocalTensor<dstT>& dstTensor,                      \
                                         const LocalTensor<int32_t>& srcTensor,                   \
                                         const scaleT deqScale temporary, DequantParams params) { \
        isa::IssueDequant<dstT, scaleT>(scratch, mode == DeQuantMode::DEQUANT_WITH_SINGLE_ROW,    \
                                        dstTensor, srcTensor, nullptr, isa::ScalarBits(deqScale), \
                                        params);                                                  \
    }
ASCENDC_ADV_DEQUANT(ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_DEQUANT(ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)
#undef ASCENDC_ADV_DEQUANT
#undef ASCENDC_ADV_DEQUANT_TEMPLATE

namespace isa {

/// Groups along k: rows of the tensor of factors (columns if transposed), from the shape that the
/// caller gives, else from the tensor's own; 1 if neither tells.
template <bool transposed, typename T>
ASCENDC_ALWAYS_INLINE uint32_t GroupsOf(const LocalTensor<T>& values, uint32_t height,
                                        uint32_t width) {
    uint32_t groups = transposed ? width : height;
    if (groups == 0) {
        const ShapeInfo info = values.GetShapeInfo();
        groups = info.shapeDim < 2 ? 1 : info.shape[transposed ? info.shapeDim - 1 : 0];
    }
    return groups == 0 ? 1 : groups;
}

/// A record without scales and offsets; `k` is the number of values of a channel.
template <typename In, typename Out, bool transposed>
ASCENDC_ALWAYS_INLINE VecAntiQuant AntiQuantRecord(const LocalTensor<Out>& dst,
                                                   const LocalTensor<In>& src, uint32_t k) {
    RequireTypeOf<LibraryApi::kAscendAntiQuant, Out>();
    static_assert(std::is_same_v<In, int8_t> || std::is_same_v<In, int4b_t>,
                  "AscendAntiQuant: the input is int8_t or int4b_t");
    VecAntiQuant record = {};
    record.src_type = DTypeOf<In>;
    record.dst_type = DTypeOf<Out>;
    record.transposed = transposed;
    record.k = k;
    record.n = k == 0 ? 0 : src.GetSize() / k;
    record.scale_groups = record.offset_groups = 1;
    record.dst = dst.Data();
    record.src = src.Data();
    return record;
}

/// Only bfloat16 is computed in float; of groups of a channel's values nothing is documented.
inline void NoteAntiQuantScratch(const LocalTensor<uint8_t>& temporary,
                                 const VecAntiQuant& record) {
    const bool is_documented = record.dst_type == DType::kBF16 && record.src_type == DType::kI8 &&
                               record.scale_groups == 1;
    NoteScratch("AscendAntiQuant", temporary,
                is_documented
                    ? AntiQuantScratch(record.transposed, record.per_channel, record.k, record.n)
                    : 0);
}

template <typename In, typename Out, bool transposed>
ASCENDC_ALWAYS_INLINE void IssueAntiQuant(const LocalTensor<uint8_t>& temporary,
                                          const LocalTensor<Out>& dst, const LocalTensor<In>& src,
                                          const LocalTensor<Out>* offset,
                                          const LocalTensor<Out>& scale, uint32_t k,
                                          const AntiQuantShapeInfo& shape) {
    VecAntiQuant record = AntiQuantRecord<In, Out, transposed>(dst, src, k);
    record.per_channel = true;
    record.scales = scale.Data();
    record.scale_groups = GroupsOf<transposed>(scale, shape.scaleHeight, shape.scaleWidth);
    if (offset != nullptr) {
        record.has_offset = true;
        record.offsets = offset->Data();
        record.offset_groups = GroupsOf<transposed>(*offset, shape.offsetHeight, shape.offsetWidth);
    }
    NoteAntiQuantScratch(temporary, record);
    TakeCount(0);
    Issue(record);
}

template <typename In, typename Out, bool transposed>
ASCENDC_ALWAYS_INLINE void IssueAntiQuantScalar(const LocalTensor<uint8_t>& temporary,
                                                const LocalTensor<Out>& dst,
                                                const LocalTensor<In>& src, const Out* offset,
                                                Out scale, uint32_t k) {
    VecAntiQuant record = AntiQuantRecord<In, Out, transposed>(dst, src, k);
    NoteAntiQuantScratch(temporary, record);
    record.scale = ScalarBits(scale);
    if (offset != nullptr) {
        record.has_offset = true;
        record.offset = ScalarBits(*offset);
    }
    TakeCount(0);
    Issue(record);
}

}  // namespace isa

/// dst = (src + offset) * scale, per channel (and group of a channel's K values) or with scalars,
/// with and without a temporary buffer.
#define ASCENDC_ADV_ANTIQUANT_TEMPLATE \
    template <typename InputDataType, typename OutputDataType, bool isTranspose>
#define ASCENDC_ADV_ANTIQUANT(temporary, scratch)                                                 \
    ASCENDC_ADV_ANTIQUANT_TEMPLATE                                                                \
    __aicore__ inline void AscendAntiQuant(                                                       \
        const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,            \
        const LocalTensor<OutputDataType>& offset,                                                \
        const LocalTensor<OutputDataType>& scale temporary, const uint32_t K,                     \
        const AntiQuantShapeInfo& shapeInfo = {}) {                                               \
        isa::IssueAntiQuant<InputDataType, OutputDataType, isTranspose>(                          \
            scratch, dst, src, &offset, scale, K, shapeInfo);                                     \
    }                                                                                             \
    ASCENDC_ADV_ANTIQUANT_TEMPLATE                                                                \
    __aicore__ inline void AscendAntiQuant(                                                       \
        const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,            \
        const OutputDataType offset, const OutputDataType scale temporary, const uint32_t K,      \
        const AntiQuantShapeInfo& = {}) {                                                         \
        isa::IssueAntiQuantScalar<InputDataType, OutputDataType, isTranspose>(scratch, dst, src,  \
                                                                              &offset, scale, K); \
    }
ASCENDC_ADV_ANTIQUANT(ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_ANTIQUANT(ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)
#undef ASCENDC_ADV_ANTIQUANT
#undef ASCENDC_ADV_NONE
#undef ASCENDC_ADV_TEMPORARY

/// The same without offset.
ASCENDC_ADV_ANTIQUANT_TEMPLATE
__aicore__ inline void AscendAntiQuant(const LocalTensor<OutputDataType>& dst,
                                       const LocalTensor<InputDataType>& src,
                                       const LocalTensor<OutputDataType>& scale,
                                       const LocalTensor<uint8_t>& sharedTmpBuffer,
                                       const uint32_t K, const AntiQuantShapeInfo& shapeInfo = {}) {
    isa::IssueAntiQuant<InputDataType, OutputDataType, isTranspose>(sharedTmpBuffer, dst, src,
                                                                    nullptr, scale, K, shapeInfo);
}
ASCENDC_ADV_ANTIQUANT_TEMPLATE
__aicore__ inline void AscendAntiQuant(const LocalTensor<OutputDataType>& dst,
                                       const LocalTensor<InputDataType>& src,
                                       const OutputDataType scale,
                                       const LocalTensor<uint8_t>& sharedTmpBuffer,
                                       const uint32_t K, const AntiQuantShapeInfo& = {}) {
    isa::IssueAntiQuantScalar<InputDataType, OutputDataType, isTranspose>(sharedTmpBuffer, dst, src,
                                                                          nullptr, scale, K);
}
#undef ASCENDC_ADV_ANTIQUANT_TEMPLATE

}  // namespace AscendC
