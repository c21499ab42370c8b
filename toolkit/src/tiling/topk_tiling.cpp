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

bool IsSortable(uint32_t type_size) {
    return type_size == 2 || type_size == 4;
}

/// Bytes of a row (of all rows in small mode): two sorted copies, the negated source, and the
/// indices if they are not given.
struct Parts {
    uint64_t sorted, source, index;

    uint64_t Bytes() const { return 2 * sorted + source + index; }
};

Parts PartsOf(const platform_ascendc::PlatformAscendC& platform, uint64_t count, uint32_t type_size,
              bool has_index) {
    const auto n = static_cast<uint32_t>(count);
    return {GetSortTmpSize(platform, n, type_size),
            tmp_size::AlignUp(count * type_size, tmp_size::kBlockBytes),
            has_index ? 0 : tmp_size::AlignUp(count * kIndexBytes, tmp_size::kBlockBytes)};
}

int32_t AlignTo(int32_t value, int32_t unit) {
    return (value + unit - 1) / unit * unit;
}

template <typename Tiling>
bool Fill(const platform_ascendc::PlatformAscendC& platform, int32_t inner, int32_t outter,
          int32_t k, uint32_t type_size, bool has_index, TopKMode mode, Tiling* tiling) {
    const bool small = mode == TopKMode::TOPK_NSMALL;
    if (!IsSortable(type_size) || outter <= 0 || inner <= 0 || inner % kSmallInner != 0 || k < 1 ||
        k > inner || inner > (small ? kSmallInner : kLargestInner)) {
        return false;
    }
    const int32_t count = small ? inner * outter : inner;
    const Parts parts = PartsOf(platform, static_cast<uint64_t>(count), type_size, has_index);
    const auto elements = [type_size](uint64_t bytes) {
        return static_cast<int32_t>(bytes / type_size);
    };
    tiling::TopkTiling plain;
    plain.tmpLocalSize = elements(parts.Bytes());
    plain.allDataSize = inner * outter;
    plain.innerDataSize = elements(parts.sorted);
    plain.sortRepeat = static_cast<uint32_t>(count) / kSortedAtOnce;
    for (int32_t lists = inner / kSmallInner; lists > 1; lists = (lists + 3) / 4) {
        ++plain.mrgSortRepeat;
    }
    plain.kAlignFourBytes = AlignTo(k, tmp_size::kBlockBytes / 4);
    plain.kAlignTwoBytes = AlignTo(k, tmp_size::kBlockBytes / 2);
    plain.maskOffset = small ? k * outter : k;
    plain.srcIndexOffset = elements(2 * parts.sorted + parts.source);
    plain.topkNSmallSrcIndexOffset = plain.srcIndexOffset;
    plain.copyUbToUbBlockCount = static_cast<uint32_t>(inner) * kIndexBytes / tmp_size::kBlockBytes;
    api_tiling::Assign(plain, tiling);
    return true;
}

}  // namespace

bool GetTopKMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                          const int32_t inner, const int32_t outter, const bool,
                          const bool isInitIndex, enum TopKMode mode, const bool,
                          const uint32_t dataTypeSize, uint32_t& maxValue, uint32_t& minValue) {
    if (!IsSortable(dataTypeSize) || inner <= 0 || outter <= 0) {
        return false;
    }
    const uint64_t rows = mode == TopKMode::TOPK_NSMALL ? static_cast<uint64_t>(outter) : 1;
    const Parts parts =
        PartsOf(ascendcPlatform, static_cast<uint64_t>(inner) * rows, dataTypeSize, isInitIndex);
    minValue = tmp_size::Saturate(parts.Bytes());
    maxValue = minValue;
    return true;
}
bool TopKTilingFunc(const platform_ascendc::PlatformAscendC& ascendcPlatform, const int32_t inner,
                    const int32_t outter, const int32_t k, const uint32_t dataTypeSize,
                    const bool isInitIndex, enum TopKMode mode, const bool,
                    optiling::TopkTiling& topKTiling) {
    return Fill(ascendcPlatform, inner, outter, k, dataTypeSize, isInitIndex, mode, &topKTiling);
}
bool TopKTilingFunc(const platform_ascendc::PlatformAscendC& ascendcPlatform, const int32_t inner,
                    const int32_t outter, const int32_t k, const uint32_t dataTypeSize,
                    const bool isInitIndex, enum TopKMode mode, const bool,
                    AscendC::tiling::TopkTiling& topKTiling) {
    return Fill(ascendcPlatform, inner, outter, k, dataTypeSize, isInitIndex, mode, &topKTiling);
}

}  // namespace AscendC
