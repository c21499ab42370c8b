// The softmax family.
#pragma once

#include "detail/vec_mask.h"
#include "isa/vec_rows.h"
#include "kernel_tiling/kernel_tiling.h"

namespace AscendC {

enum class SoftmaxMode {
    SOFTMAX_NORMAL = 0,
    SOFTMAX_OUTPUT_WITHOUT_BRC = 1,
};

struct SoftmaxConfig {
    __aicore__ constexpr SoftmaxConfig(const bool check) : isCheckTiling(check) {}
    __aicore__ constexpr SoftmaxConfig(const bool check, const uint32_t m, const uint32_t k)
        : isCheckTiling(check), oriSrcM(m), oriSrcK(k) {}
    __aicore__ constexpr SoftmaxConfig(const bool check, const uint32_t m, const uint32_t k,
                                       const SoftmaxMode how)
        : isCheckTiling(check), oriSrcM(m), oriSrcK(k), mode(how) {}

    bool isCheckTiling = true;
    uint32_t oriSrcM = 0;
    uint32_t oriSrcK = 0;
    SoftmaxMode mode = SoftmaxMode::SOFTMAX_NORMAL;
};
constexpr SoftmaxConfig SOFTMAX_DEFAULT_CFG = {true, 0, 0, SoftmaxMode::SOFTMAX_NORMAL};

/// srcM rows of srcK elements; the first oriSrcK of each of the first oriSrcM rows hold data.
struct SoftMaxShapeInfo {
    uint32_t srcM{0};
    uint32_t srcK{0};
    uint32_t oriSrcM{0};
    uint32_t oriSrcK{0};
};

namespace isa {

/// The shape that the caller gives, else the tiling's.
template <typename Tiling>
ASCENDC_ALWAYS_INLINE SoftMaxShapeInfo SoftmaxShape(const Tiling& tiling,
                                                    const SoftMaxShapeInfo& info) {
    SoftMaxShapeInfo shape = info;
    if (shape.srcM == 0 || shape.srcK == 0) {
        shape.srcM = shape.oriSrcM = tiling.srcM;
        shape.srcK = shape.oriSrcK = tiling.srcK;
    }
    shape.oriSrcK = shape.oriSrcK == 0 ? shape.srcK : shape.oriSrcK;
    return shape;
}

/// A softmax record without its state operands.
template <typename T, typename S, typename Tiling>
ASCENDC_ALWAYS_INLINE VecSoftmax SoftmaxRecord(SoftmaxKind kind, bool nz, const LocalTensor<T>& dst,
                                               const LocalTensor<T>& src, const Tiling& tiling,
                                               const SoftMaxShapeInfo& info) {
    const SoftMaxShapeInfo shape = SoftmaxShape(tiling, info);
    TakeCount(0);
    VecSoftmax record = {};
    record.kind = kind;
    record.nz = nz;
    record.type = DTypeOf<T>;
    record.stat_type = DTypeOf<S>;
    record.rows = shape.srcM;
    record.cols = shape.srcK;
    record.valid = shape.oriSrcK;
    record.dst = dst.GetPhyAddr();
    record.src = src.GetPhyAddr();
    return record;
}

template <typename T, typename S>
ASCENDC_ALWAYS_INLINE void IssueSoftmax(SoftmaxKind kind, bool nz, const LocalTensor<T>& dst,
                                        const LocalTensor<S>& sum, const LocalTensor<S>& max,
                                        const LocalTensor<T>& src, const SoftMaxTiling& tiling,
                                        const SoftMaxShapeInfo& info) {
    VecSoftmax record = SoftmaxRecord<T, S>(kind, nz, dst, src, tiling, info);
    if (kind == SoftmaxKind::kGiven) {
        record.in_sum = sum.GetPhyAddr();
        record.in_max = max.GetPhyAddr();
    } else {
        record.sum = sum.GetPhyAddr();
        record.max = max.GetPhyAddr();
    }
    Issue(record);
}

template <typename T, typename S>
ASCENDC_ALWAYS_INLINE void IssueSoftmaxFlash(
    SoftmaxKind kind, bool update, bool nz, const LocalTensor<T>& dst, const LocalTensor<S>& sum,
    const LocalTensor<S>& max, const LocalTensor<T>& src, const LocalTensor<T>& exp_max,
    const LocalTensor<S>& in_sum, const LocalTensor<S>& in_max, const SoftMaxTiling& tiling,
    const SoftMaxShapeInfo& info) {
    VecSoftmax record = SoftmaxRecord<T, S>(kind, nz, dst, src, tiling, info);
    record.update = update;
    record.sum = sum.GetPhyAddr();
    record.max = max.GetPhyAddr();
    record.exp_max = exp_max.GetPhyAddr();
    record.in_sum = in_sum.GetPhyAddr();
    record.in_max = in_max.GetPhyAddr();
    Issue(record);
}

}  // namespace isa

/// One overload per type of the row statistics (T, or float with half data) and with a temporary
/// buffer or without. SoftMax writes sum and max; SimpleSoftMax reads them.
#define ASCENDC_ADV_SOFTMAX(name, kind, data, stat, temporary)                                    \
    template <typename T, bool isReuseSource = false, bool isBasicBlock = false,                  \
              bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>     \
    __aicore__ inline void name(                                                                  \
        const LocalTensor<data>& dstTensor, const LocalTensor<stat>& sumTensor,                   \
        const LocalTensor<stat>& maxTensor, const LocalTensor<data>& srcTensor temporary,         \
        const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {             \
        isa::IssueSoftmax<data, stat>(isa::SoftmaxKind::kind, isDataFormatNZ, dstTensor,          \
                                      sumTensor, maxTensor, srcTensor, tiling, softmaxShapeInfo); \
    }
#define ASCENDC_ADV_NONE
#define ASCENDC_ADV_TEMPORARY , const LocalTensor<uint8_t>&
ASCENDC_ADV_SOFTMAX(SoftMax, kNormal, T, T, ASCENDC_ADV_NONE)
ASCENDC_ADV_SOFTMAX(SoftMax, kNormal, half, float, ASCENDC_ADV_NONE)
ASCENDC_ADV_SOFTMAX(SoftMax, kNormal, T, T, ASCENDC_ADV_TEMPORARY)
ASCENDC_ADV_SOFTMAX(SoftMax, kNormal, half, float, ASCENDC_ADV_TEMPORARY)
ASCENDC_ADV_SOFTMAX(SimpleSoftMax, kGiven, T, T, ASCENDC_ADV_NONE)
ASCENDC_ADV_SOFTMAX(SimpleSoftMax, kGiven, half, float, ASCENDC_ADV_NONE)
ASCENDC_ADV_SOFTMAX(SimpleSoftMax, kGiven, T, T, ASCENDC_ADV_TEMPORARY)
ASCENDC_ADV_SOFTMAX(SimpleSoftMax, kGiven, half, float, ASCENDC_ADV_TEMPORARY)
#undef ASCENDC_ADV_SOFTMAX

/// Without row statistics.
template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
__aicore__ inline void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                               const SoftMaxTiling& tiling,
                               const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    isa::IssueSoftmax<T, T>(isa::SoftmaxKind::kNormal, false, dstTensor, LocalTensor<T>(),
                            LocalTensor<T>(), srcTensor, tiling, softmaxShapeInfo);
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
__aicore__ inline void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                               const LocalTensor<uint8_t>&, const SoftMaxTiling& tiling,
                               const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    isa::IssueSoftmax<T, T>(isa::SoftmaxKind::kNormal, false, dstTensor, LocalTensor<T>(),
                            LocalTensor<T>(), srcTensor, tiling, softmaxShapeInfo);
}

/// Softmax carried on over blocks of columns; dst is divided by the sum so far.
#define ASCENDC_ADV_FLASH(data, stat, temporary)                                                 \
    template <typename T, bool isReuseSource = false, bool isBasicBlock = false>                 \
    __aicore__ inline void SoftmaxFlash(                                                         \
        const LocalTensor<data>& dstTensor, const LocalTensor<stat>& sumTensor,                  \
        const LocalTensor<stat>& maxTensor, const LocalTensor<data>& srcTensor,                  \
        const LocalTensor<data>& expMaxTensor, const LocalTensor<stat>& inSumTensor,             \
        const LocalTensor<stat>& inMaxTensor temporary, const SoftMaxTiling& tiling,             \
        bool isUpdate = false, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                  \
        isa::IssueSoftmaxFlash<data, stat>(isa::SoftmaxKind::kFlash, isUpdate, false, dstTensor, \
                                           sumTensor, maxTensor, srcTensor, expMaxTensor,        \
                                           inSumTensor, inMaxTensor, tiling, softmaxShapeInfo);  \
    }
ASCENDC_ADV_FLASH(T, T, ASCENDC_ADV_NONE)
ASCENDC_ADV_FLASH(half, float, ASCENDC_ADV_NONE)
ASCENDC_ADV_FLASH(T, T, ASCENDC_ADV_TEMPORARY)
ASCENDC_ADV_FLASH(half, float, ASCENDC_ADV_TEMPORARY)
#undef ASCENDC_ADV_FLASH

/// The same, dst not divided.
#define ASCENDC_ADV_FLASH_V2(data, stat, temporary)                                              \
    template <typename T, bool isUpdate = false, bool isReuseSource = false,                     \
              bool isBasicBlock = false, bool isDataFormatNZ = false,                            \
              const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                                 \
    __aicore__ inline void SoftmaxFlashV2(                                                       \
        const LocalTensor<data>& dstTensor, const LocalTensor<stat>& expSumTensor,               \
        const LocalTensor<stat>& maxTensor, const LocalTensor<data>& srcTensor,                  \
        const LocalTensor<data>& expMaxTensor, const LocalTensor<stat>& inExpSumTensor,          \
        const LocalTensor<stat>& inMaxTensor temporary, const SoftMaxTiling& tiling,             \
        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                                         \
        isa::IssueSoftmaxFlash<data, stat>(isa::SoftmaxKind::kFlashV2, isUpdate, isDataFormatNZ, \
                                           dstTensor, expSumTensor, maxTensor, srcTensor,        \
                                           expMaxTensor, inExpSumTensor, inMaxTensor, tiling,    \
                                           softmaxShapeInfo);                                    \
    }
ASCENDC_ADV_FLASH_V2(T, T, ASCENDC_ADV_NONE)
ASCENDC_ADV_FLASH_V2(half, float, ASCENDC_ADV_NONE)
ASCENDC_ADV_FLASH_V2(T, T, ASCENDC_ADV_TEMPORARY)
ASCENDC_ADV_FLASH_V2(half, float, ASCENDC_ADV_TEMPORARY)
#undef ASCENDC_ADV_FLASH_V2
#undef ASCENDC_ADV_NONE
#undef ASCENDC_ADV_TEMPORARY

/// x - max - ln(sum); sum and max are kept.
template <typename T, bool isReuseSource = false, bool isDataFormatNZ = false>
__aicore__ inline void LogSoftMax(const LocalTensor<T>& dst, const LocalTensor<T>& sumTensor,
                                  const LocalTensor<T>& maxTensor, const LocalTensor<T>& src,
                                  const LocalTensor<uint8_t>&, const LogSoftMaxTiling& tiling,
                                  const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    isa::VecSoftmax record = isa::SoftmaxRecord<T, T>(isa::SoftmaxKind::kLog, isDataFormatNZ, dst,
                                                      src, tiling, softmaxShapeInfo);
    record.sum = sumTensor.GetPhyAddr();
    record.max = maxTensor.GetPhyAddr();
    isa::Issue(record);
}

namespace isa {
template <typename T>
ASCENDC_ALWAYS_INLINE void IssueSoftmaxGrad(bool front_only, const LocalTensor<T>& dst,
                                            const LocalTensor<T>& grad, const LocalTensor<T>& src,
                                            const SoftMaxTiling& tiling,
                                            const SoftMaxShapeInfo& info) {
    const SoftMaxShapeInfo shape = SoftmaxShape(tiling, info);
    TakeCount(0);
    Issue(VecSoftmaxGrad{DTypeOf<T>, front_only, shape.srcM, shape.srcK, shape.oriSrcK,
                         dst.GetPhyAddr(), grad.GetPhyAddr(), src.GetPhyAddr()});
}
}  // namespace isa

/// (grad - row sum of grad * src) * src, or with isFront only the row sums.
template <typename T, bool isReuseSource = false, bool isDataFormatNZ = false>
__aicore__ inline void SoftmaxGrad(const LocalTensor<T>& dstTensor,
                                   const LocalTensor<T>& gradTensor,
                                   const LocalTensor<T>& srcTensor, const SoftMaxTiling& tiling,
                                   bool isFront = false,
                                   const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    static_assert(!isDataFormatNZ, "SoftmaxGrad works on row-major data");
    isa::IssueSoftmaxGrad<T>(isFront, dstTensor, gradTensor, srcTensor, tiling, softmaxShapeInfo);
}
template <typename T, bool isReuseSource = false, bool isDataFormatNZ = false>
__aicore__ inline void SoftmaxGrad(const LocalTensor<T>& dstTensor,
                                   const LocalTensor<T>& gradTensor,
                                   const LocalTensor<T>& srcTensor, const LocalTensor<uint8_t>&,
                                   const SoftMaxTiling& tiling, bool isFront = false,
                                   const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxGrad<T, isReuseSource, isDataFormatNZ>(dstTensor, gradTensor, srcTensor, tiling, isFront,
                                                  softmaxShapeInfo);
}
template <typename T, bool isBasicBlock = false, bool isDataFormatNZ = false>
__aicore__ inline void SoftmaxGradFront(const LocalTensor<T>& dstTensor,
                                        const LocalTensor<T>& gradTensor,
                                        const LocalTensor<T>& srcTensor,
                                        const SoftMaxTiling& tiling,
                                        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    static_assert(!isDataFormatNZ, "SoftmaxGradFront works on row-major data");
    isa::IssueSoftmaxGrad<T>(true, dstTensor, gradTensor, srcTensor, tiling, softmaxShapeInfo);
}
template <typename T, bool isBasicBlock = false, bool isDataFormatNZ = false>
__aicore__ inline void SoftmaxGradFront(const LocalTensor<T>& dstTensor,
                                        const LocalTensor<T>& gradTensor,
                                        const LocalTensor<T>& srcTensor,
                                        const LocalTensor<uint8_t>&, const SoftMaxTiling& tiling,
                                        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxGradFront<T, isBasicBlock, isDataFormatNZ>(dstTensor, gradTensor, srcTensor, tiling,
                                                      softmaxShapeInfo);
}

}  // namespace AscendC
