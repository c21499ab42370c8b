// Sums of repeats in the order of the hardware, shared by the reductions.
#pragma once

#include "aicore/exec/engine.h"
#include "aicore/exec/half_blocks.h"
#include "aicore/exec/types.h"
#include "isa/vec_reduce.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

constexpr size_t kBatch = 2048;  // elements summed at a time

/// Rounds sums stored as float to the precision of `type`.
inline void RoundSums(DType type, float* values, size_t n) {
    uint16_t narrow[kBatch / 2];
    if (type == DType::kF16) {
        FloatToHalfBlock(narrow, values, n);
        HalfToFloatBlock(values, narrow, n);
    } else if (type == DType::kBF16) {
        FloatToBfloatBlock(narrow, values, n);
        BfloatToFloatBlock(values, narrow, n);
    }
}

template <typename T>
void AddPairs(T* dst, const T* src, size_t n) {
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        dst[i] = static_cast<T>(src[2 * i] + src[2 * i + 1]);
    }
}

/// Adds neighbours until each run of `span` values has become one; the n / span sums end up in
/// `values`. n <= kBatch; half and bfloat16 round after every addition.
template <typename T>
void TreeSums(DType type, T* values, size_t n, uint32_t span) {
    alignas(64) T other[kBatch / 2];
    T* from = values;
    T* to = other;
    for (uint32_t width = span; width > 1; width /= 2) {
        n /= 2;
        AddPairs<T>(to, from, n);
        if constexpr (std::is_same_v<T, float>) {
            RoundSums(type, to, n);
        }
        T* const swapped = from;
        from = to;
        to = swapped;
    }
    if (from != values) {
        std::memcpy(values, from, n * sizeof(T));
    }
}

/// One repeat in arithmetic type T; lanes that are not selected become `filler`.
template <typename T>
void LoadRepeat(DType type, T* values, const VecOperand& src, uint32_t repeat, uint32_t width,
                const LaneSet& lanes, T filler) {
    alignas(64) uint8_t packed[kRepeatBytes] = {};
    PackRepeat(packed, src, repeat, type, width, lanes);
    LoadBlock(type, values, packed, width);
    for (uint32_t lane = lanes.is_prefix ? lanes.prefix : 0; lane < width; ++lane) {
        values[lane] = HasLane(lanes, lane) ? values[lane] : filler;
    }
}

inline uint32_t WidthOf(DType type) {
    return kRepeatBytes * 8 / BitsOf(type);
}

inline VecOperand SourceOf(const VecShape& shape, const VecOperand& src) {
    return shape.mode == VecMode::kCount ? Strided(src.addr, 1, 8) : src;
}

/// True when the selected repeats form one contiguous array of whole repeats.
inline bool IsDense(const VecShape& shape, const VecOperand& src, uint32_t width) {
    return src.blk_stride == 1 && src.rep_stride == 8 && IsFull(shape, width);
}

/// Loads `count` repeats from `first` on, masked lanes as 0.
template <typename T>
void LoadRepeats(DType type, T* values, const VecShape& shape, const VecOperand& src,
                 uint32_t first, uint32_t count, uint32_t width) {
    if (IsDense(shape, src, width)) {
        const uint8_t* at = static_cast<const uint8_t*>(src.addr) + size_t{first} * kRepeatBytes;
        const LaneSet last = LanesOfRepeat(shape, first + count - 1, width);
        const size_t n = size_t{count - 1} * width + last.prefix;
        LoadBlock(type, values, at, n);
        std::memset(values + n, 0, (size_t{count} * width - n) * sizeof(T));
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        LoadRepeat<T>(type, values + size_t{i} * width, src, first + i, width,
                      LanesOfRepeat(shape, first + i, width), T{0});
    }
}

/// a + b in the precision of `type`.
template <typename T>
T AddRounded(DType type, T a, T b) {
    T sum = static_cast<T>(a + b);
    if constexpr (std::is_same_v<T, float>) {
        RoundSums(type, &sum, 1);
    }
    return sum;
}

/// Sum of everything: repeats are added to the first lane by lane, and what results as a tree.
template <typename T>
T SumMerged(DType type, const VecShape& shape, const VecOperand& src) {
    const uint32_t width = WidthOf(type);
    const uint32_t repeats = RepeatsOf(shape, width);
    alignas(64) T merged[kBatch];
    alignas(64) T values[kRepeatBytes];
    LoadRepeats<T>(type, merged, shape, src, 0, 1, width);
    for (uint32_t repeat = 1; repeat < repeats; ++repeat) {
        LoadRepeats<T>(type, values, shape, src, repeat, 1, width);
        for (uint32_t lane = 0; lane < width; ++lane) {
            merged[lane] = AddRounded<T>(type, merged[lane], values[lane]);
        }
    }
    TreeSums<T>(type, merged, width, width);
    return merged[0];
}

/// Sum of everything: a tree inside each repeat, whose sums are added up in `order`.
template <typename T>
T SumAll(DType type, const VecShape& shape, const VecOperand& src, SumOrder order) {
    if (order == SumOrder::kMerged) {
        return SumMerged<T>(type, shape, src);
    }
    const bool tree = order == SumOrder::kTree;
    const uint32_t width = WidthOf(type);
    const uint32_t repeats = RepeatsOf(shape, width);
    const uint32_t batch = kBatch / width;
    alignas(64) T values[kBatch];
    T total = T{0};
    T level[256];  // sums of the repeats of one more level of the tree
    uint32_t waiting = 0;
    for (uint32_t first = 0; first < repeats; first += batch) {
        const uint32_t count = repeats - first < batch ? repeats - first : batch;
        LoadRepeats<T>(type, values, shape, src, first, count, width);
        TreeSums<T>(type, values, size_t{count} * width, width);
        for (uint32_t i = 0; i < count; ++i) {
            if (!tree) {
                total = AddRounded<T>(type, total, values[i]);
                continue;
            }
            level[waiting++] = values[i];
            if (waiting == width) {
                TreeSums<T>(type, level, width, width);
                total = AddRounded<T>(type, total, level[0]);
                waiting = 0;
            }
        }
    }
    if (waiting != 0) {
        for (uint32_t i = waiting; i < width; ++i) {
            level[i] = T{0};
        }
        TreeSums<T>(type, level, width, width);
        total = AddRounded<T>(type, total, level[0]);
    }
    return total;
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
