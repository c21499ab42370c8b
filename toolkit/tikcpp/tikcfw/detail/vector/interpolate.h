// BilinearInterpolation.
#pragma once

#include "detail/vector/binary.h"
#include "detail/vector/fill.h"
#include "detail/vector/gather.h"
#include "detail/vector/scalar.h"

namespace AscendC {
namespace isa {

/// Calls run(first, count) for the repeats that single instructions can take.
template <typename Run>
inline void InRepeats(uint32_t repeats, const Run& run) {
    constexpr uint32_t kMost = 254;  // even: eight weights of half are half a block
    for (uint32_t first = 0; first < repeats; first += kMost) {
        run(first, static_cast<uint8_t>(repeats - first < kMost ? repeats - first : kMost));
    }
}

/// sharedTmp holds the gathered blocks, then one block per weight.
template <typename T, typename Mask>
inline void Interpolate(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                        const LocalTensor<uint32_t>& offsets, const LocalTensor<T>& weights,
                        Mask mask, uint8_t hRepeat, bool repeatMode, uint16_t dstBlkStride,
                        uint16_t vROffset, uint8_t vRepeat, const LocalTensor<T>& sharedTmp) {
    static_assert(std::is_same_v<PrimT<T>, half>, "BilinearInterpolation works on half");
    constexpr uint32_t kLanes = kRepeatBytes / sizeof(T), kBlock = kBlockBytes / sizeof(T);
    const uint32_t repeats = uint32_t{hRepeat} * vRepeat;
    // Without repeatMode one weight serves all blocks of a repeat.
    const uint32_t weights_of_repeat = repeatMode ? 8 : 1;
    const LocalTensor<T> spread = sharedTmp[repeats * kLanes];
    InRepeats(repeats, [&](uint32_t first, uint8_t count) {
        GatherBlocks(sharedTmp[first * kLanes], src0, offsets[first * 8], count,
                     GatherRepeatParams());
    });
    InRepeats((repeats * weights_of_repeat + 7) / 8, [&](uint32_t first, uint8_t count) {
        Brcb(spread[first * 8 * kBlock], weights[first * 8], count, BrcbRepeatParams());
    });
    InRepeats(repeats, [&](uint32_t first, uint8_t count) {
        const LocalTensor<T> blocks = sharedTmp[first * kLanes];
        Mul(blocks, spread[first * weights_of_repeat * kBlock], blocks, uint64_t{kLanes}, count,
            repeatMode ? BinaryRepeatParams(1, 1, 1, 8, 8, 8)
                       : BinaryRepeatParams(1, 0, 1, 8, 1, 8));
    });
    for (uint32_t row = 0; row < vRepeat; ++row) {
        const LocalTensor<T> sum = sharedTmp[row * hRepeat * kLanes];
        if (hRepeat > 1) {
            Add(sum, sum[kLanes], sum, mask, static_cast<uint8_t>(hRepeat - 1),
                BinaryRepeatParams(1, 1, 1, 0, 8, 0));
        }
        Adds(dst[row * vROffset], sum, T(0), mask, 1, UnaryRepeatParams(dstBlkStride, 1, 8, 8));
    }
}

}  // namespace isa

/// vRepeat results of a repeat each, vROffset elements apart: sums over hRepeat of the blocks of
/// src0 at byte offsets `src0OffsetLocal`, times weights. With repeatMode every block has its own
/// weight, else every repeat.
template <typename T>
__aicore__ inline void BilinearInterpolation(
    const LocalTensor<T>& dstLocal, const LocalTensor<T>& src0Local,
    const LocalTensor<uint32_t>& src0OffsetLocal, const LocalTensor<T>& src1Local, uint64_t mask,
    uint8_t hRepeat, bool repeatMode, uint16_t dstBlkStride, uint16_t vROffset, uint8_t vRepeat,
    const LocalTensor<uint8_t>& sharedTmpBuffer) {
    isa::Interpolate(dstLocal, src0Local, src0OffsetLocal, src1Local, mask, hRepeat, repeatMode,
                     dstBlkStride, vROffset, vRepeat,
                     sharedTmpBuffer.template ReinterpretCast<T>());
}
template <typename T>
__aicore__ inline void BilinearInterpolation(
    const LocalTensor<T>& dstLocal, const LocalTensor<T>& src0Local,
    const LocalTensor<uint32_t>& src0OffsetLocal, const LocalTensor<T>& src1Local, uint64_t mask[],
    uint8_t hRepeat, bool repeatMode, uint16_t dstBlkStride, uint16_t vROffset, uint8_t vRepeat,
    const LocalTensor<uint8_t>& sharedTmpBuffer) {
    isa::Interpolate(dstLocal, src0Local, src0OffsetLocal, src1Local, mask, hRepeat, repeatMode,
                     dstBlkStride, vROffset, vRepeat,
                     sharedTmpBuffer.template ReinterpretCast<T>());
}

}  // namespace AscendC
