// Template parameters of a Matmul object: its matrices, user functions and policy.
#pragma once

#include "detail/matmul/config.h"
#include "detail/memory/tensor.h"

namespace AscendC {

/// `value` rounded up to a multiple of the one number that follows. Kernels have functions of this
/// name, too, which CANN 8.1 leaves it to: theirs are called where both fit.
template <typename T, typename... To>
constexpr T Align(T value, To... multiple) {
    static_assert(sizeof...(To) == 1, "Align takes a value and what it is a multiple of");
    const T step = static_cast<T>((multiple + ...));
    return (value + step - 1) / step * step;
}

enum class InputTypeTag : uint8_t { A = 0, B = 1, C = 2 };

/// A matrix of a Matmul: where it lies, its layout and its element type. With ISTRANS the object
/// may be given the transposed matrix. SRCPOS: where the contents of a TSCM tensor came from.
template <TPosition POSITION, CubeFormat FORMAT, typename TYPE, bool ISTRANS = false,
          LayoutMode LAYOUT = LayoutMode::NONE, bool IBSHARE = false,
          TPosition SRCPOS = TPosition::GM>
struct MatmulType {
    constexpr static TPosition pos = POSITION;
    constexpr static CubeFormat format = FORMAT;
    using T = TYPE;
    constexpr static bool isTrans = ISTRANS;
    constexpr static LayoutMode layout = LAYOUT;
    constexpr static bool ibShare = IBSHARE;
    constexpr static TPosition srcPos = SRCPOS;
};

/// A matrix B of which each four elements along K keep two; which ones is said by SetSparseIndex().
template <TPosition POSITION, TPosition INDEX_POSITION, CubeFormat FORMAT, typename TYPE,
          bool ISTRANS = false, LayoutMode LAYOUT = LayoutMode::NONE, bool IBSHARE = false>
struct SparseMatmulType : MatmulType<POSITION, FORMAT, TYPE, ISTRANS, LAYOUT, IBSHARE> {
    constexpr static TPosition indexPosition = INDEX_POSITION;
};

template <class INPUT_TYPE, typename TRANS_TYPE = typename INPUT_TYPE::T>
struct MatmulInputAType : INPUT_TYPE {
    using TRANS_T = TRANS_TYPE;
    constexpr static InputTypeTag TAG = InputTypeTag::A;
};
template <class INPUT_TYPE, typename TRANS_TYPE = typename INPUT_TYPE::T>
struct MatmulInputBType : INPUT_TYPE {
    using TRANS_T = TRANS_TYPE;
    constexpr static InputTypeTag TAG = InputTypeTag::B;
};
template <class INPUT_TYPE, typename TRANS_TYPE = typename INPUT_TYPE::T>
struct MatmulInputCType : INPUT_TYPE {
    using TRANS_T = TRANS_TYPE;
    constexpr static InputTypeTag TAG = InputTypeTag::C;
};

/// The arguments of a user's function that carries a tile out of L0C. Lengths and strides as those
/// of DataCopyCO12Dst; curM and curN count tiles.
struct DataCopyOutParams {
    DataCopyOutParams() {}
    DataCopyOutParams(const uint16_t count, const uint16_t len, const uint16_t srcStrideIn,
                      const uint32_t dstStrideIn, const uint16_t nSize, const bool unitFlag,
                      const int curMPos, const int curNPos)
        : cBurstNum(count),
          burstLen(len),
          srcStride(srcStrideIn),
          dstStride(dstStrideIn),
          oriNSize(nSize),
          enUnitFlag(unitFlag),
          curM(curMPos),
          curN(curNPos) {}

    uint8_t quantMode = 0;
    uint16_t cBurstNum = 0;
    uint16_t burstLen = 0;
    uint16_t srcStride = 0;
    uint32_t dstStride = 0;
    uint16_t oriNSize = 0;
    bool enUnitFlag = false;
    uint64_t quantScalar = 0;
    int curM = 0;
    int curN = 0;
    uint64_t cbufWorkspaceAddr = 0;
};

namespace isa {
using MatmulCopyOut = void (*)(const __gm__ void* gm, const LocalTensor<int8_t>& co1Local,
                               const void* dataCopyOutParams, const uint64_t tilingPtr,
                               const uint64_t dataPtr);
using MatmulCopyIn = void (*)(const LocalTensor<int8_t>& matrix, const __gm__ void* gm, int row,
                              int col, int useRows, int useColumns, const uint64_t tilingPtr,
                              const uint64_t dataPtr);
}  // namespace isa

/// User functions that replace the copy of a tile out of L0C, and of a block of A or B into L1.
/// `row` and `col` number the block; the sizes are in elements.
template <
    void (*DataCopyOut)(const __gm__ void* gm, const LocalTensor<int8_t>& co1Local,
                        const void* dataCopyOutParams, const uint64_t tilingPtr,
                        const uint64_t dataPtr) = nullptr,
    void (*CopyA1)(const LocalTensor<int8_t>& aMatrix, const __gm__ void* gm, int row, int col,
                   int useM, int useK, const uint64_t tilingPtr, const uint64_t dataPtr) = nullptr,
    void (*CopyB1)(const LocalTensor<int8_t>& bMatrix, const __gm__ void* gm, int row, int col,
                   int useK, int useN, const uint64_t tilingPtr, const uint64_t dataPtr) = nullptr>
struct MatmulCallBackFunc {
    constexpr static isa::MatmulCopyOut DataCopyOutPtr = DataCopyOut;
    constexpr static isa::MatmulCopyIn CopyA1Ptr = CopyA1;
    constexpr static isa::MatmulCopyIn CopyB1Ptr = CopyB1;
};

namespace isa {
/// Which tiles of the result a Matmul computes.
enum class MatmulRegion : uint8_t { kAll, kUpper, kLower, kHalves };
}  // namespace isa

namespace Impl {
constexpr int32_t QUEUE_DEPTH = 1;
}  // namespace Impl

namespace Impl::Detail {
template <const auto& MM_CFG, typename...>
struct MatmulPolicy {
    static constexpr isa::MatmulRegion region = isa::MatmulRegion::kAll;
    static constexpr bool keeps_a = false;
};
/// Only tiles in the upper (lower) triangle, diagonal included, of the result as a matrix of tiles.
template <const auto& MM_CFG, typename...>
struct TrianUpperMatmulPolicy {
    static constexpr isa::MatmulRegion region = isa::MatmulRegion::kUpper;
    static constexpr bool keeps_a = false;
};
template <const auto& MM_CFG, typename...>
struct TrianLowerMatmulPolicy {
    static constexpr isa::MatmulRegion region = isa::MatmulRegion::kLower;
    static constexpr bool keeps_a = false;
};
/// Differs from MatmulPolicy in which data stays in L1, not in the result.
template <const auto& MM_CFG, typename...>
struct NBuffer33MatmulPolicy : MatmulPolicy<MM_CFG> {
    static constexpr bool keeps_a = true;
};
/// Each of two vector cores gets half of a tile, of Ascend 950: MatmulBase rejects them.
template <const auto& MM_CFG, typename...>
struct SplitMMatmulPolicy {
    static constexpr isa::MatmulRegion region = isa::MatmulRegion::kHalves;
    static constexpr bool keeps_a = false;
};
template <const auto& MM_CFG, typename...>
struct SplitNMatmulPolicy : SplitMMatmulPolicy<MM_CFG> {};
}  // namespace Impl::Detail

/// Element type of the result in L0C.
template <typename T>
struct GetDstType {
    using Type = T;
};
template <>
struct GetDstType<half> {
    using Type = float;
};
template <>
struct GetDstType<bfloat16_t> {
    using Type = float;
};
template <>
struct GetDstType<int8_t> {
    using Type = int32_t;
};
template <>
struct GetDstType<int4b_t> {
    using Type = int32_t;
};

/// Its name in newer versions of CANN.
template <typename T>
struct GetMmDstType : GetDstType<T> {};

}  // namespace AscendC
