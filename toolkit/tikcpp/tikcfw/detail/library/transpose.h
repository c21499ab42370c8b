// Library functions that change layouts.
#pragma once

#include "detail/library/scratch.h"
#include "detail/vector/transpose.h"
#include "kernel_tiling/kernel_tiling.h"

namespace AscendC {
namespace isa {

constexpr uint32_t kFractalColumns = 16;

/// Where the elements [b][n][s][d] of a tensor lie: in matrices of `rows` x `cols`, row-major (rows
/// padded to 16 columns) or fractal (groups of 16 columns, rows padded to 16).
struct HeadLayout {
    bool nz;
    uint32_t rows, cols;
    uint32_t b_step, n_step;  ///< matrices from one b or n to the next
    uint32_t n_rows;          ///< rows from one n to the next
    uint32_t n_cols;          ///< columns from one n to the next

    ASCENDC_ALWAYS_INLINE int64_t Pitch() const {
        return nz ? kFractalColumns
                  : (cols + kFractalColumns - 1) / kFractalColumns * int64_t{kFractalColumns};
    }
    /// Elements of a group of 16 columns (fractal), or 16.
    ASCENDC_ALWAYS_INLINE int64_t Group() const {
        return nz ? (rows + kFractalColumns - 1) / kFractalColumns * kFractalColumns *
                        int64_t{kFractalColumns}
                  : kFractalColumns;
    }
    ASCENDC_ALWAYS_INLINE int64_t Matrix() const {
        return nz ? (cols + kFractalColumns - 1) / kFractalColumns * Group() : rows * Pitch();
    }
    ASCENDC_ALWAYS_INLINE int64_t Offset(uint32_t n, uint32_t d) const {
        const uint32_t col = n * n_cols + d;
        return n * (n_step * Matrix() + n_rows * Pitch()) + col / kFractalColumns * Group() +
               col % kFractalColumns;
    }
};

enum class HeadOrder : uint8_t {
    kSplit,    ///< [b, n][s][d]
    kSwapped,  ///< [b, s][n][d]
    kMerged,   ///< [b][s][n * d]
};

ASCENDC_ALWAYS_INLINE HeadLayout LayoutOf(HeadOrder order, bool nz, uint32_t n, uint32_t s,
                                          uint32_t d) {
    switch (order) {
        case HeadOrder::kSplit:
            return {nz, s, d, n, 1, 0, 0};
        case HeadOrder::kSwapped:
            return {nz, n, d, s, 0, 1, 0};
        default:
            return {nz, s, n * d, 1, 0, 0, d};
    }
}

/// Copies [b][n][s][d] from one layout to another. Columns that stay neighbours in both are moved
/// by one instruction for all b and s.
template <typename T>
ASCENDC_ALWAYS_INLINE void IssueHeads(const LocalTensor<T>& dst, HeadOrder dst_order, bool dst_nz,
                                      const LocalTensor<T>& src, HeadOrder src_order,
                                      const ConfusionTransposeTiling& tiling) {
    const uint32_t b = tiling.param0, n = tiling.param1, s = tiling.param2, d = tiling.param3;
    const HeadLayout to = LayoutOf(dst_order, dst_nz, n, s, d);
    const HeadLayout from = LayoutOf(src_order, true, n, s, d);
    const int64_t to_s = dst_order == HeadOrder::kSwapped ? to.Matrix() : to.Pitch();
    for (uint32_t head = 0; head < n; ++head) {
        for (uint32_t col = 0; col < d;) {
            const uint32_t to_left = kFractalColumns - (head * to.n_cols + col) % kFractalColumns;
            const uint32_t from_left =
                kFractalColumns - (head * from.n_cols + col) % kFractalColumns;
            uint32_t run = to_left < from_left ? to_left : from_left;
            run = run < d - col ? run : d - col;
            Issue(VecPermute{sizeof(PrimT<T>),
                             3,
                             {b, s, run},
                             {to.b_step * to.Matrix(), to_s, 1},
                             {from.b_step * from.Matrix(), from.Pitch(), 1},
                             dst.Data() + to.Offset(head, col),
                             src.Data() + from.Offset(head, col)});
            col += run;
        }
    }
}

}  // namespace isa

/// Rearranges a tensor as `transposeType` says. The tiling holds the extents [B, N, S, H / N], or
/// [H, W] for TRANSPOSE_ND2ND_ONLY; the types after that are faults.
template <typename T>
__aicore__ inline void ConfusionTranspose(const LocalTensor<T>& dstTensor,
                                          const LocalTensor<T>& srcTensor,
                                          const LocalTensor<uint8_t>& sharedTmpBuffer,
                                          TransposeType transposeType,
                                          ConfusionTransposeTiling& tiling) {
    using isa::HeadOrder;
    isa::RequireTypeOf<isa::LibraryApi::kConfusionTranspose, PrimT<T>>();
    isa::NoteScratch("ConfusionTranspose", sharedTmpBuffer,
                     isa::TransposeScratch(static_cast<uint32_t>(transposeType), sizeof(PrimT<T>)));
    isa::TakeCount(0);
    switch (transposeType) {
        case TransposeType::TRANSPOSE_NZ2ND_0213:
        case TransposeType::TRANSPOSE_NZ2NZ_0213:
            isa::IssueHeads<T>(dstTensor, HeadOrder::kSwapped,
                               transposeType == TransposeType::TRANSPOSE_NZ2NZ_0213, srcTensor,
                               HeadOrder::kSplit, tiling);
            break;
        case TransposeType::TRANSPOSE_NZ2NZ_012_WITH_N:
        case TransposeType::TRANSPOSE_NZ2ND_012_WITH_N:
            isa::IssueHeads<T>(dstTensor, HeadOrder::kSplit,
                               transposeType == TransposeType::TRANSPOSE_NZ2NZ_012_WITH_N,
                               srcTensor, HeadOrder::kMerged, tiling);
            break;
        case TransposeType::TRANSPOSE_NZ2NZ_012_WITHOUT_N:
        case TransposeType::TRANSPOSE_NZ2ND_012_WITHOUT_N:
            isa::IssueHeads<T>(dstTensor, HeadOrder::kMerged,
                               transposeType == TransposeType::TRANSPOSE_NZ2NZ_012_WITHOUT_N,
                               srcTensor, HeadOrder::kSplit, tiling);
            break;
        case TransposeType::TRANSPOSE_ND2ND_ONLY:
            isa::Issue(isa::VecPermute{sizeof(PrimT<T>),
                                       2,
                                       {tiling.param0, tiling.param1},
                                       {1, tiling.param0},
                                       {tiling.param1, 1},
                                       dstTensor.Data(),
                                       srcTensor.Data()});
            break;
        default:
            aicore_trap("ConfusionTranspose has TransposeTypes 1 to 7");
    }
}
template <typename T>
__aicore__ inline void ConfusionTranspose(const LocalTensor<T>& dstTensor,
                                          const LocalTensor<T>& srcTensor,
                                          TransposeType transposeType,
                                          ConfusionTransposeTiling& tiling) {
    ConfusionTranspose<T>(dstTensor, srcTensor, LocalTensor<uint8_t>(), transposeType, tiling);
}

/// The newer name.
template <typename T>
__aicore__ inline void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                 TransposeType transposeType, ConfusionTransposeTiling& tiling) {
    ConfusionTranspose<T>(dst, src, transposeType, tiling);
}
template <typename T>
__aicore__ inline void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                 const LocalTensor<uint8_t>& sharedTmpBuffer,
                                 TransposeType transposeType, ConfusionTransposeTiling& tiling) {
    ConfusionTranspose<T>(dst, src, sharedTmpBuffer, transposeType, tiling);
}

}  // namespace AscendC
