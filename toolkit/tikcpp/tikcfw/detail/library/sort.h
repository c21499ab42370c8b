// The k largest or smallest values of rows.
#pragma once

#include "detail/library/scratch.h"
#include "detail/vector/mask.h"
#include "isa/vec_sort.h"
#include "kernel_tiling/kernel_tiling.h"
#include "kernel_tiling/tiling_enums.h"

namespace AscendC {

constexpr uint32_t TWO = 2;  ///< a name from inside CANN's TopK that kernels take

/// `outter` rows of `inner` elements (a multiple of 32); the caller fills those after the first
/// `n` so that they do not come out first.
struct TopKInfo {
    int32_t outter = 1;
    int32_t inner;
    int32_t n;
};

/// The first k values of each sorted row and their indices (positions, or those given with
/// isInitIndex). Rows of results are padded to whole blocks, in small mode they are not. Rows that
/// finishLocal marks get the index n (not in small mode). NaN comes first; equal values keep their
/// order.
template <typename T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false,
          enum TopKMode topkMode = TopKMode::TOPK_NORMAL>
__aicore__ inline void TopK(
    const LocalTensor<T>& dstValueLocal, const LocalTensor<int32_t>& dstIndexLocal,
    const LocalTensor<T>& srcLocal, const LocalTensor<int32_t>& srcIndexLocal,
    const LocalTensor<bool>& finishLocal, const LocalTensor<uint8_t>& tmpLocal, const int32_t k,
    const TopkTiling& tilling, const TopKInfo& topKInfo, const bool isLargest = true) {
    isa::RequireTypeOf<isa::LibraryApi::kTopK, T>();
    isa::NoteScratch("TopK", tmpLocal, static_cast<uint32_t>(tilling.tmpLocalSize) * sizeof(T));
    constexpr bool kSmall = topkMode == TopKMode::TOPK_NSMALL;
    constexpr uint32_t kPerBlock = isa::kBlockBytes / sizeof(T);
    constexpr uint32_t kIndicesPerBlock = isa::kBlockBytes / sizeof(int32_t);
    const uint32_t count = static_cast<uint32_t>(k);
    isa::VecTopK record = {};
    record.type = isa::DTypeOf<T>;
    record.largest = isLargest;
    record.rows = static_cast<uint32_t>(topKInfo.outter);
    record.pitch = record.valid = static_cast<uint32_t>(topKInfo.inner);
    record.k = count;
    record.dst_pitch = kSmall ? count : (count + kPerBlock - 1) / kPerBlock * kPerBlock;
    record.index_pitch =
        kSmall ? count : (count + kIndicesPerBlock - 1) / kIndicesPerBlock * kIndicesPerBlock;
    record.values = dstValueLocal.Data();
    record.indices = dstIndexLocal.Data();
    record.src = srcLocal.Data();
    record.src_indices = isInitIndex ? srcIndexLocal.Data() : nullptr;
    record.src_index_pitch = kSmall ? record.pitch : 0;
    record.finished = isHasfinish && !kSmall ? finishLocal.Data() : nullptr;
    record.finished_index = topKInfo.n;
    isa::TakeCount(0);
    isa::Issue(record);
}
template <typename T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false,
          enum TopKMode topkMode = TopKMode::TOPK_NORMAL>
__aicore__ inline void TopK(const LocalTensor<T>& dstValueLocal,
                            const LocalTensor<int32_t>& dstIndexLocal,
                            const LocalTensor<T>& srcLocal,
                            const LocalTensor<int32_t>& srcIndexLocal,
                            const LocalTensor<bool>& finishLocal, const int32_t k,
                            const TopkTiling& tilling, const TopKInfo& topKInfo,
                            const bool isLargest = true) {
    TopK<T, isInitIndex, isHasfinish, isReuseSrc, topkMode>(
        dstValueLocal, dstIndexLocal, srcLocal, srcIndexLocal, finishLocal, LocalTensor<uint8_t>(),
        k, tilling, topKInfo, isLargest);
}

}  // namespace AscendC
