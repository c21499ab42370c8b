// Library functions that change shapes: broadcast, progressions.
#pragma once

#include "detail/vec_mask.h"
#include "isa/vec_fill.h"

namespace AscendC {
namespace isa {

template <typename T>
ASCENDC_ALWAYS_INLINE void IssueBroadcast(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                          uint32_t rank, const uint32_t* dstShape,
                                          const uint32_t* srcShape) {
    VecBroadcast record = {};
    record.size = sizeof(PrimT<T>);
    record.rank = rank;
    record.dst = dst.GetPhyAddr();
    record.src = src.GetPhyAddr();
    for (uint32_t i = 0; i < rank; ++i) {
        record.dst_dims[i] = dstShape[i];
        record.src_dims[i] = srcShape[i];
    }
    TakeCount(0);
    Issue(record);
}

}  // namespace isa

/// dst (dstShape) = src (srcShape) repeated along the axes where srcShape is 1.
#define ASCENDC_ADV_BROADCAST(name)                                                             \
    template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>                \
    __aicore__ inline void name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, \
                                const uint32_t dstShape[dim], const uint32_t srcShape[dim],     \
                                LocalTensor<uint8_t>&) {                                        \
        isa::IssueBroadcast<T>(dstLocal, srcLocal, dim, dstShape, srcShape);                    \
    }                                                                                           \
    template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>                \
    __aicore__ inline void name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, \
                                const uint32_t dstShape[dim], const uint32_t srcShape[dim]) {   \
        isa::IssueBroadcast<T>(dstLocal, srcLocal, dim, dstShape, srcShape);                    \
    }
ASCENDC_ADV_BROADCAST(BroadCast)
ASCENDC_ADV_BROADCAST(Broadcast)
#undef ASCENDC_ADV_BROADCAST

/// dst = firstValue, firstValue + diffValue, ...; `Arange` is the newer name.
template <typename T>
__aicore__ inline void ArithProgression(const LocalTensor<T>& dstLocal, const T firstValue,
                                        const T diffValue, const int32_t count) {
    isa::TakeCount(0);
    isa::Issue(isa::VecProgression{isa::DTypeOf<T>, static_cast<uint32_t>(count),
                                   dstLocal.GetPhyAddr(), isa::ScalarBits(firstValue),
                                   isa::ScalarBits(diffValue)});
}
template <typename T>
__aicore__ inline void Arange(const LocalTensor<T>& dstLocal, const T firstValue, const T diffValue,
                              const int32_t count) {
    ArithProgression<T>(dstLocal, firstValue, diffValue, count);
}

}  // namespace AscendC
