// Temporary memory and tiling of TopK: every row is sorted completely.
#include "lib/sort/topk_tiling.h"

#include "lib/sort/sort_tiling_intf.h"
#include "tiling/assign.h"
#include "tiling/tmp_size.h"

namespace AscendC {
namespace {

constexpr uint32_t kSortedAtOnce = 32;  // elements of a sort instruction
constexpr int32_t kSmallInner = 32;
constexpr int32_t kLargestInner = 4096;
constexpr uint32_t kIndexBytes = 4;
constexpr uint32_t kPairBytes = 8;  // a value and its index, sorted
constexpr uint32_t kMaskBytes = 8;  // a bit for each word of a sorted row
constexpr auto kBlock = static_cast<int32_t>(tmp_size::kBlockBytes);

bool IsSortable(uint32_t type_size) {
    return type_size == 2 || type_size == 4;
}

/// What lies in the temporary memory, in bytes. Rows are sorted one after another, in small mode
/// all at once; 310P sorts region proposals.
struct Parts {
    uint64_t sorted = 0;    ///< values with their indices, of which there are two copies
    uint64_t negated = 0;   ///< the source with its sign changed, to find the smallest
    uint64_t selected = 0;  ///< masks that take values and indices of the sorted pairs
    uint64_t index = 0;     ///< indices that are not given

    uint64_t Selected() const { return sorted + negated; }
    uint64_t Bytes() const { return Selected() + selected + index; }
};

struct TopKCall {
    bool proposals, small, has_index, largest;
};

Parts PartsOf(const platform_ascendc::PlatformAscendC& platform, uint64_t count, uint32_t type_size,
              const TopKCall& call) {
    Parts parts;
    parts.sorted = GetSortTmpSize(platform, static_cast<uint32_t>(count), type_size);
    const uint64_t index = tmp_size::AlignUp(count * kIndexBytes, tmp_size::kBlockBytes);
    if (!call.small) {
        parts.sorted *= 2;
        parts.index = call.has_index ? 0 : index;
    } else if (call.proposals) {
        parts.sorted *= 2;  // the second copy also holds the indices
    } else {
        parts.negated =
            call.largest ? 0 : tmp_size::AlignUp(count * type_size, tmp_size::kBlockBytes);
        const uint64_t rows = count / kSortedAtOnce;
        parts.selected = 2 * tmp_size::AlignUp(rows * kMaskBytes, tmp_size::kBlockBytes);
        parts.index = call.has_index ? 0 : index;
    }
    return parts;
}

/// The lowest `count` bits.
uint32_t LowBits(uint32_t count) {
    return count >= 32 ? 0xFFFFFFFFU : (1U << count) - 1;
}

int32_t AlignTo(int32_t value, int32_t unit) {
    return (value + unit - 1) / unit * unit;
}

template <typename Tiling>
bool Fill(const platform_ascendc::PlatformAscendC& platform, int32_t inner, int32_t outter,
          int32_t k, uint32_t type_size, bool has_index, bool largest, TopKMode mode,
          Tiling* tiling) {
    const bool small = mode == TopKMode::TOPK_NSMALL;
    if (!IsSortable(type_size) || outter <= 0 || inner <= 0 || inner % kSmallInner != 0 || k < 1 ||
        k > inner || inner > (small ? kSmallInner : kLargestInner)) {
        return false;
    }
    const bool proposals = tmp_size::ArchOf(platform) < 220;
    const int32_t count = small ? inner * outter : inner;
    const Parts parts = PartsOf(platform, static_cast<uint64_t>(count), type_size,
                                {proposals, small, has_index, largest});
    const auto elements = [type_size](uint64_t bytes) {
        return static_cast<int32_t>(bytes / type_size);
    };
    const bool half = type_size == 2;
    const int32_t pair = proposals ? 8 : elements(kPairBytes);  // elements of a value and its index
    const uint32_t at_once = proposals ? kSortedAtOnce / 2 : kSortedAtOnce;
    tiling::TopkTiling plain;
    plain.tmpLocalSize = elements(parts.Bytes());
    plain.allDataSize = inner * outter;
    plain.innerDataSize = count * pair;
    plain.sortRepeat = static_cast<uint32_t>(count) / at_once;
    plain.mrgSortRepeat = inner * static_cast<int32_t>(kPairBytes) / kBlock;
    plain.kAlignFourBytes = AlignTo(k, tmp_size::kBlockBytes / 4);
    plain.kAlignTwoBytes = AlignTo(k, tmp_size::kBlockBytes / 2);
    plain.maskOffset = small ? k * outter : half ? plain.kAlignTwoBytes : plain.kAlignFourBytes;
    // Values are every second word of the sorted pairs, or every fourth half.
    plain.maskVreducev2FourBytes = 2 * k;
    plain.maskVreducev2TwoBytes = 4 * k;
    plain.mrgSortSrc1offset = small && proposals ? plain.innerDataSize : pair;
    plain.mrgSortSrc2offset = 2 * pair;
    plain.mrgSortSrc3offset = 3 * pair;
    plain.mrgSortTwoQueueSrc1Offset = pair;
    plain.mrgFourQueueTailPara1 = inner * 2;
    plain.mrgFourQueueTailPara2 = half ? 2 : 1;
    plain.topkMrgSrc1MaskSizeOffset = elements(parts.Selected());
    plain.topkNSmallSrcIndexOffset = elements(parts.Selected() + parts.selected);
    plain.srcIndexOffset =
        small && proposals
            ? plain.innerDataSize + elements(static_cast<uint64_t>(count) * kIndexBytes)
            : plain.topkNSmallSrcIndexOffset;
    plain.copyUbToUbBlockCount = static_cast<uint32_t>(plain.innerDataSize) * type_size /
                                 static_cast<uint32_t>(tmp_size::kBlockBytes);
    const auto selected = static_cast<uint32_t>(k);
    plain.vreduceIdxMask0 = LowBits(selected);
    plain.vreduceValMask0 = half ? LowBits(selected) & 0xFFFFU : LowBits(selected);
    plain.vreduceValMask1 = half ? LowBits(selected) >> 16U : 0;
    api_tiling::Assign(plain, tiling);
    return true;
}

}  // namespace

bool GetTopKMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                          const int32_t inner, const int32_t outter, const bool,
                          const bool isInitIndex, enum TopKMode mode, const bool isLargest,
                          const uint32_t dataTypeSize, uint32_t& maxValue, uint32_t& minValue) {
    if (!IsSortable(dataTypeSize) || inner <= 0 || outter <= 0) {
        return false;
    }
    const bool small = mode == TopKMode::TOPK_NSMALL;
    const uint64_t rows = small ? static_cast<uint64_t>(outter) : 1;
    const TopKCall call{tmp_size::ArchOf(ascendcPlatform) < 220, small, isInitIndex, isLargest};
    const Parts parts =
        PartsOf(ascendcPlatform, static_cast<uint64_t>(inner) * rows, dataTypeSize, call);
    minValue = tmp_size::Saturate(parts.Bytes());
    maxValue = minValue;
    return true;
}
bool TopKTilingFunc(const platform_ascendc::PlatformAscendC& ascendcPlatform, const int32_t inner,
                    const int32_t outter, const int32_t k, const uint32_t dataTypeSize,
                    const bool isInitIndex, enum TopKMode mode, const bool isLargest,
                    optiling::TopkTiling& topKTiling) {
    return Fill(ascendcPlatform, inner, outter, k, dataTypeSize, isInitIndex, isLargest, mode,
                &topKTiling);
}
bool TopKTilingFunc(const platform_ascendc::PlatformAscendC& ascendcPlatform, const int32_t inner,
                    const int32_t outter, const int32_t k, const uint32_t dataTypeSize,
                    const bool isInitIndex, enum TopKMode mode, const bool isLargest,
                    AscendC::tiling::TopkTiling& topKTiling) {
    return Fill(ascendcPlatform, inner, outter, k, dataTypeSize, isInitIndex, isLargest, mode,
                &topKTiling);
}

}  // namespace AscendC
