// The softmax family.
#pragma once

#include "detail/library/scratch.h"
#include "detail/library/softmax_tiling.h"
#include "detail/vector/mask.h"
#include "isa/vec_softmax.h"

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

/// The shape of a tensor as rows of its last axis: m rows of k elements.
struct LastAxisShapeND {
    uint32_t m = 0;
    uint32_t k = 0;
};

namespace isa {
ASCENDC_ALWAYS_INLINE LastAxisShapeND RowsOfLastAxis(int dims,
                                                     const uint32_t (&shape)[K_MAX_SHAPE_DIM]) {
    if (dims <= 0 || dims > K_MAX_SHAPE_DIM) {
        aicore_trap("GetLastAxisShapeND: the tensor has no shape; call SetShapeInfo");
    }
    LastAxisShapeND rows{1, shape[dims - 1]};
    for (int i = 0; i + 1 < dims; ++i) {
        rows.m *= shape[i];
    }
    return rows;
}
}  // namespace isa

/// The rows of a shape of 1 to 8 dimensions. Functions of CANN's softmax that public kernels call.
ASCENDC_ALWAYS_INLINE LastAxisShapeND GetLastAxisShapeND(const ShapeInfo& info) {
    return isa::RowsOfLastAxis(info.shapeDim, info.shape);
}
/// The rows before padding.
ASCENDC_ALWAYS_INLINE LastAxisShapeND GetLastAxisOriginShapeND(const ShapeInfo& info) {
    return isa::RowsOfLastAxis(info.originalShapeDim, info.originalShape);
}

/// Shapes of a reduction of the last axis inside CANN's softmax.
struct ReduceLastND {
    uint32_t originalSrcM;
    uint32_t originalSrcK;
    uint32_t srcM;
    uint32_t srcK;
    uint32_t dstM;
    uint32_t dstK;
};

/// The same, with what the PASA algorithm of SoftmaxFlashV3 needs: the number of the block of
/// columns, from 1, and alpha. splitMeanCnt must be 8.
struct SoftMaxParams {
    uint32_t srcM{0};
    uint32_t srcK{0};
    uint32_t oriSrcM{0};
    uint32_t oriSrcK{0};
    uint32_t loopCnt{0};
    uint32_t splitMeanCnt{0};
    float alpha{0};
};

namespace isa {

/// The rows that the caller describes, else the tiling's; the config may fix what counts of a row.
template <typename Tiling, typename Info>
ASCENDC_ALWAYS_INLINE SoftmaxRows SoftmaxRowsOf(bool nz, const Tiling& tiling, const Info& info,
                                                const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG) {
    const bool has_info = info.srcM != 0 && info.srcK != 0;
    SoftmaxRows rows = {has_info ? info.srcM : tiling.srcM, has_info ? info.srcK : tiling.srcK, 0,
                        nz};
    rows.valid = has_info && info.oriSrcK != 0 ? info.oriSrcK : rows.pitch;
    rows.valid = config.oriSrcM != 0 && config.oriSrcK != 0 ? config.oriSrcK : rows.valid;
    return rows;
}

/// The shape of a softmax's source: as the caller describes it, else as the tensor does, if one of
/// them does. CANN's functions take tilings of other shapes for no more than a proposal.
template <typename T>
ASCENDC_ALWAYS_INLINE SoftMaxShapeInfo SoftmaxShapeOf(bool nz, const LocalTensor<T>& src,
                                                      const SoftMaxShapeInfo& stated) {
    const ShapeInfo& shape = src.shapeInfo_;
    const bool described = stated.srcM != 0 && stated.srcK != 0;
    if (nz || described || shape.shapeDim == 0 || shape.shapeDim > K_MAX_SHAPE_DIM ||
        shape.originalShapeDim == 0 || shape.originalShapeDim > K_MAX_SHAPE_DIM) {
        return stated;
    }
    const LastAxisShapeND rows = GetLastAxisShapeND(shape);
    const LastAxisShapeND original = GetLastAxisOriginShapeND(shape);
    return {rows.m, rows.k, original.m, original.k};
}

/// Tells observers of the temporary of a softmax of data T with statistics S: a row at a time.
template <typename T, typename S>
inline void NoteSoftmaxScratch(const char* api, const LocalTensor<uint8_t>& scratch, SoftmaxRow row,
                               const SoftmaxRows& rows) {
    NoteScratch(
        api, scratch,
        sizeof(float) * uint64_t{SoftmaxFloatsPerRow(row, rows.pitch, sizeof(T), sizeof(S))});
}

/// A softmax record without its state operands.
template <typename T, typename S>
ASCENDC_ALWAYS_INLINE VecSoftmax SoftmaxRecord(SoftmaxKind kind, const SoftmaxRows& rows,
                                               const LocalTensor<T>& dst,
                                               const LocalTensor<T>& src) {
    TakeCount(0);
    VecSoftmax record = {};
    record.kind = kind;
    record.type = DTypeOf<T>;
    record.stat_type = DTypeOf<S>;
    record.at = rows;
    record.dst = dst.Data();
    record.src = src.Data();
    return record;
}

template <typename T, typename S>
ASCENDC_ALWAYS_INLINE void IssueSoftmax(const LocalTensor<uint8_t>& temporary, SoftmaxKind kind,
                                        bool nz, const LocalTensor<T>& dst,
                                        const LocalTensor<S>& sum, const LocalTensor<S>& max,
                                        const LocalTensor<T>& src, const SoftMaxTiling& tiling,
                                        const SoftMaxShapeInfo& info, const SoftmaxConfig& config) {
    RequireTypeOf<LibraryApi::kSoftMax, T>();
    const SoftmaxRows rows = SoftmaxRowsOf(nz, tiling, SoftmaxShapeOf(nz, src, info), config);
    if (kind == SoftmaxKind::kNormal && !nz) {
        NoteSoftmaxScratch<T, T>("SoftMax", temporary, SoftmaxRow::kPlain, rows);
    }
    VecSoftmax record = SoftmaxRecord<T, S>(kind, rows, dst, src);
    if (kind == SoftmaxKind::kSimple) {
        record.in_sum = sum.Data();
        record.in_max = max.Data();
    } else {
        record.sum = sum.Data();
        record.max = max.Data();
    }
    Issue(record);
}

/// Sums and maxima of the rows so far.
template <typename S>
struct SoftmaxState {
    const LocalTensor<S>& sum;
    const LocalTensor<S>& max;
};

template <typename T, typename S>
ASCENDC_ALWAYS_INLINE VecSoftmax SoftmaxFlashRecord(
    SoftmaxKind kind, bool update, const SoftmaxRows& rows, const LocalTensor<T>& dst,
    const LocalTensor<T>& src, const LocalTensor<T>& exp_max, const SoftmaxState<S>& out,
    const SoftmaxState<S>& in) {
    VecSoftmax record = SoftmaxRecord<T, S>(kind, rows, dst, src);
    record.update = update;
    record.sum = out.sum.Data();
    record.max = out.max.Data();
    record.exp_max = exp_max.Data();
    record.in_sum = in.sum.Data();
    record.in_max = in.max.Data();
    return record;
}

}  // namespace isa

/// One overload per type of the row statistics (T, or float with half data) and with a temporary
/// buffer or without. SoftMax writes sum and max; SimpleSoftMax reads them.
#define ASCENDC_ADV_SOFTMAX(name, kind, data, stat, temporary, scratch)                           \
    template <typename T, bool isReuseSource = false, bool isBasicBlock = false,                  \
              bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>     \
    __aicore__ inline void name(                                                                  \
        const LocalTensor<data>& dstTensor, const LocalTensor<stat>& sumTensor,                   \
        const LocalTensor<stat>& maxTensor, const LocalTensor<data>& srcTensor temporary,         \
        const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {             \
        isa::IssueSoftmax<data, stat>(scratch, isa::SoftmaxKind::kind, isDataFormatNZ, dstTensor, \
                                      sumTensor, maxTensor, srcTensor, tiling, softmaxShapeInfo,  \
                                      config);                                                    \
    }
#define ASCENDC_ADV_NONE
#define ASCENDC_ADV_TEMPORARY , const LocalTensor<uint8_t>& sharedTmpBuffer
ASCENDC_ADV_SOFTMAX(SoftMax, kNormal, T, T, ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_SOFTMAX(SoftMax, kNormal, half, float, ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_SOFTMAX(SoftMax, kNormal, T, T, ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)
ASCENDC_ADV_SOFTMAX(SoftMax, kNormal, half, float, ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)
ASCENDC_ADV_SOFTMAX(SimpleSoftMax, kSimple, T, T, ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_SOFTMAX(SimpleSoftMax, kSimple, half, float, ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_SOFTMAX(SimpleSoftMax, kSimple, T, T, ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)
ASCENDC_ADV_SOFTMAX(SimpleSoftMax, kSimple, half, float, ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)
#undef ASCENDC_ADV_SOFTMAX

/// Without row statistics.
template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
__aicore__ inline void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                               const SoftMaxTiling& tiling,
                               const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    isa::IssueSoftmax<T, T>(LocalTensor<uint8_t>(), isa::SoftmaxKind::kNormal, false, dstTensor,
                            LocalTensor<T>(), LocalTensor<T>(), srcTensor, tiling, softmaxShapeInfo,
                            config);
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
__aicore__ inline void SoftMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                               const LocalTensor<uint8_t>& sharedTmpBuffer,
                               const SoftMaxTiling& tiling,
                               const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    isa::IssueSoftmax<T, T>(sharedTmpBuffer, isa::SoftmaxKind::kNormal, false, dstTensor,
                            LocalTensor<T>(), LocalTensor<T>(), srcTensor, tiling, softmaxShapeInfo,
                            config);
}

/// Softmax carried on over blocks of columns; dst is divided by the sum so far.
#define ASCENDC_ADV_FLASH(data, stat, temporary, scratch)                                  \
    template <typename T, bool isReuseSource = false, bool isBasicBlock = false>           \
    __aicore__ inline void SoftmaxFlash(                                                   \
        const LocalTensor<data>& dstTensor, const LocalTensor<stat>& sumTensor,            \
        const LocalTensor<stat>& maxTensor, const LocalTensor<data>& srcTensor,            \
        const LocalTensor<data>& expMaxTensor, const LocalTensor<stat>& inSumTensor,       \
        const LocalTensor<stat>& inMaxTensor temporary, const SoftMaxTiling& tiling,       \
        bool isUpdate = false, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {            \
        isa::RequireTypeOf<isa::LibraryApi::kSoftmaxFlash, data>();                        \
        const isa::SoftmaxRows rows = isa::SoftmaxRowsOf(false, tiling, softmaxShapeInfo); \
        isa::NoteSoftmaxScratch<data, data>(                                               \
            "SoftmaxFlash", scratch,                                                       \
            isUpdate ? isa::SoftmaxRow::kFlashUpdate : isa::SoftmaxRow::kPlain, rows);     \
        isa::Issue(isa::SoftmaxFlashRecord<data, stat>(                                    \
            isa::SoftmaxKind::kFlash, isUpdate, rows, dstTensor, srcTensor, expMaxTensor,  \
            {sumTensor, maxTensor}, {inSumTensor, inMaxTensor}));                          \
    }
ASCENDC_ADV_FLASH(T, T, ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_FLASH(half, float, ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_FLASH(T, T, ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)
ASCENDC_ADV_FLASH(half, float, ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)
#undef ASCENDC_ADV_FLASH

/// The same, dst not divided.
#define ASCENDC_ADV_FLASH_V2(data, stat, temporary, scratch)                                \
    template <typename T, bool isUpdate = false, bool isReuseSource = false,                \
              bool isBasicBlock = false, bool isDataFormatNZ = false,                       \
              const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                            \
    __aicore__ inline void SoftmaxFlashV2(                                                  \
        const LocalTensor<data>& dstTensor, const LocalTensor<stat>& expSumTensor,          \
        const LocalTensor<stat>& maxTensor, const LocalTensor<data>& srcTensor,             \
        const LocalTensor<data>& expMaxTensor, const LocalTensor<stat>& inExpSumTensor,     \
        const LocalTensor<stat>& inMaxTensor temporary, const SoftMaxTiling& tiling,        \
        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                                    \
        isa::RequireTypeOf<isa::LibraryApi::kSoftmaxFlashV2, data>();                       \
        const isa::SoftmaxRows rows =                                                       \
            isa::SoftmaxRowsOf(isDataFormatNZ, tiling, softmaxShapeInfo, config);           \
        if (!isDataFormatNZ) {                                                              \
            isa::NoteSoftmaxScratch<data, stat>("SoftmaxFlashV2", scratch,                  \
                                                isa::SoftmaxRow::kFlashV2, rows);           \
        }                                                                                   \
        isa::VecSoftmax record = isa::SoftmaxFlashRecord<data, stat>(                       \
            isa::SoftmaxKind::kFlashV2, isUpdate, rows, dstTensor, srcTensor, expMaxTensor, \
            {expSumTensor, maxTensor}, {inExpSumTensor, inMaxTensor});                      \
        record.single = config.mode == SoftmaxMode::SOFTMAX_OUTPUT_WITHOUT_BRC;             \
        isa::Issue(record);                                                                 \
    }
ASCENDC_ADV_FLASH_V2(T, T, ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_FLASH_V2(half, float, ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_FLASH_V2(T, T, ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)
ASCENDC_ADV_FLASH_V2(half, float, ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)

/// Of CANN 8.5: with isUpdate also the maxima of these columns alone, one element per row.
#define ASCENDC_ADV_FLASH_V2_MAX(temporary, scratch)                                               \
    template <typename T, bool isUpdate = false, bool isReuseSource = false,                       \
              bool isBasicBlock = false, bool isDataFormatNZ = false,                              \
              const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                                   \
    __aicore__ inline void SoftmaxFlashV2(                                                         \
        const LocalTensor<T>& dstTensor, const LocalTensor<T>& outReduceMax,                       \
        const LocalTensor<T>& outExpSum, const LocalTensor<T>& outMax,                             \
        const LocalTensor<T>& srcTensor, const LocalTensor<T>& outExpMax,                          \
        const LocalTensor<T>& inExpSum, const LocalTensor<T>& inMax temporary,                     \
        const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {              \
        if (isDataFormatNZ || config.mode != SoftmaxMode::SOFTMAX_OUTPUT_WITHOUT_BRC) {            \
            aicore_trap(                                                                           \
                "SoftmaxFlashV2 with outReduceMax takes ND and SOFTMAX_OUTPUT_WITHOUT_BRC");       \
        }                                                                                          \
        isa::RequireTypeOf<isa::LibraryApi::kSoftmaxFlashV2, T>();                                 \
        const isa::SoftmaxRows rows = isa::SoftmaxRowsOf(false, tiling, softmaxShapeInfo, config); \
        isa::NoteSoftmaxScratch<T, T>("SoftmaxFlashV2", scratch, isa::SoftmaxRow::kFlashV2, rows); \
        isa::VecSoftmax record = isa::SoftmaxFlashRecord<T, T>(                                    \
            isa::SoftmaxKind::kFlashV2, isUpdate, rows, dstTensor, srcTensor, outExpMax,           \
            {outExpSum, outMax}, {inExpSum, inMax});                                               \
        record.single = true;                                                                      \
        record.row_max = isUpdate ? outReduceMax.Data() : nullptr;                                 \
        isa::Issue(record);                                                                        \
    }
ASCENDC_ADV_FLASH_V2_MAX(ASCENDC_ADV_NONE, LocalTensor<uint8_t>())
ASCENDC_ADV_FLASH_V2_MAX(ASCENDC_ADV_TEMPORARY, sharedTmpBuffer)
#undef ASCENDC_ADV_FLASH_V2_MAX
#undef ASCENDC_ADV_FLASH_V2
#undef ASCENDC_ADV_NONE
#undef ASCENDC_ADV_TEMPORARY

/// The tiling of SoftmaxFlashV2, computed in the kernel. `localWorkSpaceSize`: bytes.
__aicore__ inline constexpr SoftMaxTiling SoftMaxFlashV2TilingFunc(
    const SoftMaxShapeInfo& shapeInfo, const uint32_t dataTypeSize1, const uint32_t dataTypeSize2,
    const uint32_t localWorkSpaceSize, const bool isUpdate = false, const bool isBasicBlock = false,
    const bool isDataFormatNZ = false, const bool isFlashOutputBrc = false) {
    return SoftMaxFlashV2TilingFuncImpl(shapeInfo.srcM, shapeInfo.srcK, dataTypeSize1,
                                        dataTypeSize2,
                                        localWorkSpaceSize / static_cast<uint32_t>(sizeof(float)),
                                        isUpdate, isBasicBlock, isDataFormatNZ, isFlashOutputBrc);
}

/// As SoftmaxFlashV2 on rows that were moved towards their mean (PASA), which half needs.
template <typename T, typename U, bool isUpdate = false, bool isReuseSource = false,
          bool isBasicBlock = false, bool isDataFormatNZ = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
__aicore__ inline void SoftmaxFlashV3(
    const LocalTensor<T>& dstTensor, const LocalTensor<U>& meanTensor,
    const LocalTensor<U>& expSumTensor, const LocalTensor<U>& maxTensor,
    const LocalTensor<T>& srcTensor, const LocalTensor<T>& expMaxTensor,
    const LocalTensor<U>& inMeanTensor, const LocalTensor<U>& inExpSumTensor,
    const LocalTensor<U>& inMaxTensor, const LocalTensor<uint8_t>& sharedTmpBuffer,
    const SoftMaxTiling& tiling, const SoftMaxParams& params) {
    static_assert(std::is_same_v<T, half> && std::is_same_v<U, float>,
                  "SoftmaxFlashV3 works on half, with its state in float");
    const isa::SoftmaxRows rows = isa::SoftmaxRowsOf(false, tiling, params);
    isa::NoteSoftmaxScratch<T, U>("SoftmaxFlashV3", sharedTmpBuffer, isa::SoftmaxRow::kFlashV3,
                                  rows);
    isa::VecSoftmax record = isa::SoftmaxFlashRecord<T, U>(
        isa::SoftmaxKind::kFlashV3, isUpdate, rows, dstTensor, srcTensor, expMaxTensor,
        {expSumTensor, maxTensor}, {inExpSumTensor, inMaxTensor});
    record.mean = meanTensor.Data();
    record.in_mean = inMeanTensor.Data();
    record.shift_scale = params.alpha / (1.0f - params.alpha);
    record.loops = params.loopCnt;
    isa::Issue(record);
}
template <typename T, typename U, bool isUpdate = false, bool isReuseSource = false,
          bool isBasicBlock = false, bool isDataFormatNZ = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
__aicore__ inline void SoftmaxFlashV3(
    const LocalTensor<T>& dstTensor, const LocalTensor<U>& meanTensor,
    const LocalTensor<U>& expSumTensor, const LocalTensor<U>& maxTensor,
    const LocalTensor<T>& srcTensor, const LocalTensor<T>& expMaxTensor,
    const LocalTensor<U>& inMeanTensor, const LocalTensor<U>& inExpSumTensor,
    const LocalTensor<U>& inMaxTensor, const SoftMaxTiling& tiling, const SoftMaxParams& params) {
    SoftmaxFlashV3<T, U, isUpdate>(dstTensor, meanTensor, expSumTensor, maxTensor, srcTensor,
                                   expMaxTensor, inMeanTensor, inExpSumTensor, inMaxTensor,
                                   LocalTensor<uint8_t>(), tiling, params);
}

/// Decimal logarithm of the softmax; sum and max are stored.
template <typename T, bool isReuseSource = false, bool isDataFormatNZ = false>
__aicore__ inline void LogSoftMax(const LocalTensor<T>& dst, const LocalTensor<T>& sumTensor,
                                  const LocalTensor<T>& maxTensor, const LocalTensor<T>& src,
                                  const LocalTensor<uint8_t>& sharedTmpBuffer,
                                  const LogSoftMaxTiling& tiling,
                                  const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    isa::RequireTypeOf<isa::LibraryApi::kLogSoftMax, T>();
    const isa::SoftmaxRows rows = isa::SoftmaxRowsOf(isDataFormatNZ, tiling, softmaxShapeInfo);
    if (!isDataFormatNZ) {
        isa::NoteSoftmaxScratch<T, T>("LogSoftMax", sharedTmpBuffer, isa::SoftmaxRow::kPlain, rows);
    }
    isa::VecSoftmax record = isa::SoftmaxRecord<T, T>(isa::SoftmaxKind::kLog, rows, dst, src);
    record.sum = sumTensor.Data();
    record.max = maxTensor.Data();
    isa::Issue(record);
}

/// Fills the rows of a softmax whose maximum has the bits `from` with `to`; true if there is one.
/// A row's maximum is one block, or with stepSizeMode one element.
template <typename T1, typename T2, bool isDataFormatNZ = false, uint8_t stepSizeMode = 0>
__aicore__ inline bool AdjustSoftMaxRes(const LocalTensor<T1>& softMaxRes,
                                        const LocalTensor<T2>& maxTensor, const uint32_t from,
                                        const T1 to, const SoftMaxShapeInfo& softmaxShapeInfo) {
    bool has_match = false;
    isa::TakeCount(0);
    isa::Issue(isa::VecSoftmaxAdjust{
        isa::DTypeOf<T1>,
        isa::DTypeOf<T2>,
        stepSizeMode != 0,
        {softmaxShapeInfo.srcM, softmaxShapeInfo.srcK, softmaxShapeInfo.srcK, isDataFormatNZ},
        softMaxRes.Data(),
        maxTensor.Data(),
        sizeof(T2) == sizeof(float) ? from : from & 0xffffU,
        static_cast<float>(to),
        &has_match});
    isa::Note(isa::RegisterEvent{"AdjustSoftMaxRes"});
    return has_match;
}

namespace isa {
template <typename T>
ASCENDC_ALWAYS_INLINE void IssueSoftmaxGrad(const LocalTensor<uint8_t>& temporary, bool front_only,
                                            bool nz, const LocalTensor<T>& dst,
                                            const LocalTensor<T>& grad, const LocalTensor<T>& src,
                                            const SoftMaxTiling& tiling,
                                            const SoftMaxShapeInfo& info) {
    RequireTypeOf<LibraryApi::kSoftmaxGrad, T>();
    const SoftmaxRows rows = SoftmaxRowsOf(nz, tiling, info);
    if (!nz) {
        NoteSoftmaxScratch<T, T>(front_only ? "SoftmaxGradFront" : "SoftmaxGrad", temporary,
                                 front_only ? SoftmaxRow::kGradFront : SoftmaxRow::kGrad, rows);
    }
    TakeCount(0);
    Issue(VecSoftmaxGrad{DTypeOf<T>, front_only, rows, dst.Data(), grad.Data(), src.Data()});
}
}  // namespace isa

/// (grad - row sum of grad * src) * src, or with isFront only the row sums.
template <typename T, bool isReuseSource = false, bool isDataFormatNZ = false>
__aicore__ inline void SoftmaxGrad(const LocalTensor<T>& dstTensor,
                                   const LocalTensor<T>& gradTensor,
                                   const LocalTensor<T>& srcTensor, const SoftMaxTiling& tiling,
                                   bool isFront = false,
                                   const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    isa::IssueSoftmaxGrad<T>(LocalTensor<uint8_t>(), isFront, isDataFormatNZ, dstTensor, gradTensor,
                             srcTensor, tiling, softmaxShapeInfo);
}
template <typename T, bool isReuseSource = false, bool isDataFormatNZ = false>
__aicore__ inline void SoftmaxGrad(const LocalTensor<T>& dstTensor,
                                   const LocalTensor<T>& gradTensor,
                                   const LocalTensor<T>& srcTensor,
                                   const LocalTensor<uint8_t>& sharedTmpBuffer,
                                   const SoftMaxTiling& tiling, bool isFront = false,
                                   const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    isa::IssueSoftmaxGrad<T>(sharedTmpBuffer, isFront, isDataFormatNZ, dstTensor, gradTensor,
                             srcTensor, tiling, softmaxShapeInfo);
}
template <typename T, bool isBasicBlock = false, bool isDataFormatNZ = false>
__aicore__ inline void SoftmaxGradFront(const LocalTensor<T>& dstTensor,
                                        const LocalTensor<T>& gradTensor,
                                        const LocalTensor<T>& srcTensor,
                                        const SoftMaxTiling& tiling,
                                        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    isa::IssueSoftmaxGrad<T>(LocalTensor<uint8_t>(), true, isDataFormatNZ, dstTensor, gradTensor,
                             srcTensor, tiling, softmaxShapeInfo);
}
template <typename T, bool isBasicBlock = false, bool isDataFormatNZ = false>
__aicore__ inline void SoftmaxGradFront(const LocalTensor<T>& dstTensor,
                                        const LocalTensor<T>& gradTensor,
                                        const LocalTensor<T>& srcTensor,
                                        const LocalTensor<uint8_t>& sharedTmpBuffer,
                                        const SoftMaxTiling& tiling,
                                        const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    isa::IssueSoftmaxGrad<T>(sharedTmpBuffer, true, isDataFormatNZ, dstTensor, gradTensor,
                             srcTensor, tiling, softmaxShapeInfo);
}

}  // namespace AscendC
