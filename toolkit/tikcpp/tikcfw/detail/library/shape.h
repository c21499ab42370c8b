// Library functions that change shapes: broadcast, progressions, padding.
#pragma once

#include "detail/library/scratch.h"
#include "detail/vector/mask.h"
#include "isa/vec_fill.h"
#include "kernel_tiling/kernel_tiling.h"

namespace AscendC {
namespace isa {

template <typename T>
ASCENDC_ALWAYS_INLINE void IssueBroadcast(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                          uint32_t rank, const uint32_t* dstShape,
                                          const uint32_t* srcShape) {
    RequireTypeOf<VecApi::kBroadcast, PrimT<T>>();
    VecBroadcast record = {};
    record.size = sizeof(PrimT<T>);
    record.rank = rank;
    record.dst = dst.Data();
    record.src = src.Data();
    for (uint32_t i = 0; i < rank; ++i) {
        record.dst_dims[i] = dstShape[i];
        record.src_dims[i] = srcShape[i];
    }
    TakeCount(0);
    Issue(record);
}

}  // namespace isa

namespace isa {
/// What BroadCast needs of a matrix, or of a vector as a row; 0 for shapes that it is not known of.
template <uint32_t size, int32_t dim>
inline uint64_t SpreadScratch(const uint32_t* dst, const uint32_t* src) {
    const uint32_t row[2] = {dim == 2 ? src[0] : 1, src[dim == 2 ? 1 : 0]};
    const uint32_t target[2] = {dim == 2 ? dst[0] : 1, dst[dim == 2 ? 1 : 0]};
    return dim > 2
               ? 0
               : BroadcastScratch(CurrentCore().arch, {row[0], row[1], target[0], target[1], size});
}
}  // namespace isa

/// dst (dstShape) = src (srcShape) repeated along the axes where srcShape is 1.
#define ASCENDC_ADV_BROADCAST(name)                                                             \
    template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>                \
    __aicore__ inline void name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, \
                                const uint32_t dstShape[dim], const uint32_t srcShape[dim],     \
                                LocalTensor<uint8_t>& sharedTmpBuffer) {                        \
        isa::NoteScratch(#name, sharedTmpBuffer,                                                \
                         isa::SpreadScratch<sizeof(PrimT<T>), dim>(dstShape, srcShape));        \
        isa::IssueBroadcast<T>(dstLocal, srcLocal, dim, dstShape, srcShape);                    \
    }                                                                                           \
    template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>                \
    __aicore__ inline void name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, \
                                const uint32_t dstShape[dim], const uint32_t srcShape[dim]) {   \
        LocalTensor<uint8_t> none;                                                              \
        name<T, dim, axis, isReuseSource>(dstLocal, srcLocal, dstShape, srcShape, none);        \
    }
ASCENDC_ADV_BROADCAST(BroadCast)
ASCENDC_ADV_BROADCAST(Broadcast)
#undef ASCENDC_ADV_BROADCAST

/// dst = firstValue, firstValue + diffValue, ...; `Arange` is the newer name.
template <typename T>
__aicore__ inline void ArithProgression(const LocalTensor<T>& dstLocal, const T firstValue,
                                        const T diffValue, const int32_t count) {
    isa::RequireTypeOf<isa::VecApi::kArithProgression, PrimT<T>>();
    isa::TakeCount(0);
    isa::Issue(isa::VecProgression{isa::DTypeOf<T>, static_cast<uint32_t>(count), dstLocal.Data(),
                                   isa::ScalarBits(firstValue), isa::ScalarBits(diffValue)});
}
template <typename T>
__aicore__ inline void Arange(const LocalTensor<T>& dstLocal, const T firstValue, const T diffValue,
                              const int32_t count) {
    ArithProgression<T>(dstLocal, firstValue, diffValue, count);
}

/// Columns to add on both sides, and their value.
struct PadParams {
    __aicore__ PadParams() {}
    __aicore__ PadParams(const uint16_t left, const uint16_t right, const int32_t value)
        : leftPad(left), rightPad(right), padValue(value) {}

    uint16_t leftPad = 0;
    uint16_t rightPad = 0;
    int32_t padValue = 0;
};

/// Columns to take away; leftPad has no effect.
struct UnPadParams {
    __aicore__ UnPadParams() {}
    __aicore__ UnPadParams(const uint16_t left, const uint16_t right)
        : leftPad(left), rightPad(right) {}

    uint16_t leftPad = 0;
    uint16_t rightPad = 0;
};

/// Pads the rows of a matrix to whole blocks. Rows that have whole blocks already get their last
/// rightPad columns overwritten.
template <typename T>
__aicore__ inline void Pad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                           PadParams& padParams, const LocalTensor<uint8_t>& sharedTmpBuffer,
                           PadTiling& tiling) {
    const bool whole = tiling.srcWidth * sizeof(T) % isa::kBlockBytes == 0;
    isa::RequireTypeOf<isa::LibraryApi::kPad, PrimT<T>>();
    isa::NoteScratch("Pad", sharedTmpBuffer, whole ? 0 : isa::kPadScratch);
    const uint32_t left = whole ? 0 : padParams.leftPad;
    const uint32_t width = whole ? tiling.srcWidth : left + tiling.srcWidth + padParams.rightPad;
    const uint32_t valid = whole ? tiling.srcWidth - padParams.rightPad : tiling.srcWidth;
    isa::TakeCount(0);
    isa::Issue(isa::VecPad{sizeof(T), tiling.srcHeight, tiling.srcWidth, width, left, valid,
                           dstTensor.Data(), srcTensor.Data(),
                           isa::ScalarBits(static_cast<T>(padParams.padValue))});
}
template <typename T>
__aicore__ inline void Pad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                           PadParams& padParams, PadTiling& tiling) {
    Pad<T>(dstTensor, srcTensor, padParams, LocalTensor<uint8_t>(), tiling);
}

/// Takes the last rightPad columns away from a matrix.
template <typename T>
__aicore__ inline void UnPad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                             UnPadParams& unPadParams, const LocalTensor<uint8_t>& sharedTmpBuffer,
                             UnPadTiling& tiling) {
    isa::RequireTypeOf<isa::LibraryApi::kUnPad, PrimT<T>>();
    isa::NoteScratch("UnPad", sharedTmpBuffer, isa::UnPadScratch(isa::CurrentCore().arch));
    const uint32_t width = tiling.srcWidth - unPadParams.rightPad;
    isa::TakeCount(0);
    isa::Issue(isa::VecPad{sizeof(T), tiling.srcHeight, tiling.srcWidth, width, 0, width,
                           dstTensor.Data(), srcTensor.Data(), 0});
}
template <typename T>
__aicore__ inline void UnPad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                             UnPadParams& unPadParams, UnPadTiling& tiling) {
    UnPad<T>(dstTensor, srcTensor, unPadParams, LocalTensor<uint8_t>(), tiling);
}

}  // namespace AscendC
