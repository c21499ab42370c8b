#include "aicore/exec/engine.h"
#include "aicore/exec/types.h"
#include "aicore/executor.h"
#include "isa/core.h"
#include "isa/vec_reduce.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr size_t kBatch = 2048;  // elements summed at a time

/// Rounds sums kept in float to the precision of `type`.
void RoundSums(DType type, float* values, size_t n) {
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

uint32_t WidthOf(DType type) {
    return kRepeatBytes * 8 / BitsOf(type);
}

VecOperand SourceOf(const VecShape& shape, const VecOperand& src) {
    return shape.mode == VecMode::kCount ? Strided(src.addr, 1, 8) : src;
}

/// True when the selected repeats form one contiguous array of whole repeats.
bool IsDense(const VecShape& shape, const VecOperand& src, uint32_t width) {
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

template <typename T>
void SumRepeats(const VecReduce& r, uint32_t width, uint32_t span) {
    const VecOperand src = SourceOf(r.shape, r.src);
    const uint32_t repeats = RepeatsOf(r.shape, width);
    // Results may overwrite sources of later repeats, unless dst lies apart from or at the start of
    // src.
    const uint8_t* dst_begin = static_cast<const uint8_t*>(r.dst);
    const uint8_t* src_begin = static_cast<const uint8_t*>(src.addr);
    const size_t src_bytes =
        size_t{repeats} * (size_t{src.rep_stride} + 8 * src.blk_stride) * kBlockBytes;
    const bool ahead = dst_begin > src_begin && dst_begin < src_begin + src_bytes;
    const uint32_t batch = ahead ? 1 : kBatch / width;
    alignas(64) T values[kBatch];
    alignas(64) uint8_t stored[kBatch * sizeof(T)];
    const uint32_t per_repeat = width / span;
    const size_t bytes = BitsOf(r.type) / 8;
    for (uint32_t first = 0; first < repeats; first += batch) {
        const uint32_t count = repeats - first < batch ? repeats - first : batch;
        LoadRepeats<T>(r.type, values, r.shape, src, first, count, width);
        TreeSums<T>(r.type, values, size_t{count} * width, span);
        StoreBlock(ComputeType(r.type), r.type, stored, values, size_t{count} * per_repeat);
        for (uint32_t i = 0; i < count; ++i) {
            const LaneSet lanes = LanesOfRepeat(r.shape, first + i, width);
            uint8_t* dst = static_cast<uint8_t*>(r.dst) + size_t{first + i} * r.dst_step;
            for (uint32_t k = 0; k < per_repeat; ++k) {
                bool any = lanes.is_prefix && lanes.prefix > k * span;
                for (uint32_t lane = k * span; !any && !lanes.is_prefix && lane < (k + 1) * span;
                     ++lane) {
                    any = HasLane(lanes, lane);
                }
                if (any) {
                    std::memcpy(dst + k * bytes, stored + (size_t{i} * per_repeat + k) * bytes,
                                bytes);
                }
            }
        }
    }
    if (repeats != 0) {
        std::memcpy(&CurrentCore().acc_val,
                    static_cast<uint8_t*>(r.dst) + size_t{repeats - 1} * r.dst_step, bytes);
    }
}

template <typename T>
struct Extreme {
    T value;
    uint32_t lane;
    bool found;
};

/// Largest or smallest of n > 0 values. Sixteen running results, because compilers do not reorder
/// float comparisons themselves.
template <typename T, bool Largest>
T ExtremeOf(const T* values, uint32_t n) {
    constexpr uint32_t kWays = 16;
    T best[kWays];
    for (uint32_t way = 0; way < kWays; ++way) {
        best[way] = values[0];
    }
    const uint32_t whole = n / kWays * kWays;
    for (uint32_t i = 0; i < whole; i += kWays) {
        for (uint32_t way = 0; way < kWays; ++way) {
            const T value = values[i + way];
            const bool better = Largest ? value > best[way] : value < best[way];
            best[way] = better ? value : best[way];
        }
    }
    T result = best[0];
    for (uint32_t way = 1; way < kWays; ++way) {
        const bool better = Largest ? best[way] > result : best[way] < result;
        result = better ? best[way] : result;
    }
    for (uint32_t i = whole; i < n; ++i) {
        const bool better = Largest ? values[i] > result : values[i] < result;
        result = better ? values[i] : result;
    }
    return result;
}

/// Largest or smallest of the selected lanes [begin, end); the first one wins ties.
template <typename T>
Extreme<T> FindExtreme(ReduceOp op, const T* values, const LaneSet& lanes, uint32_t begin,
                       uint32_t end) {
    Extreme<T> best = {T{0}, 0, false};
    if (lanes.is_prefix) {
        end = end < lanes.prefix ? end : lanes.prefix;
        if (begin >= end) {
            return best;
        }
        const T extreme = op == ReduceOp::kMax ? ExtremeOf<T, true>(values + begin, end - begin)
                                               : ExtremeOf<T, false>(values + begin, end - begin);
        uint32_t lane = begin;
        while (lane + 1 < end && !(values[lane] == extreme)) {
            ++lane;
        }
        return {values[lane], lane, true};
    }
    for (uint32_t lane = begin; lane < end; ++lane) {
        if (!HasLane(lanes, lane)) {
            continue;
        }
        const bool better =
            op == ReduceOp::kMax ? values[lane] > best.value : values[lane] < best.value;
        if (!best.found || better) {
            best = {values[lane], lane, true};
        }
    }
    return best;
}

void StoreIndex(void* dst, uint32_t index, size_t bytes) {
    std::memcpy(dst, &index, bytes);
}

/// Writes what `layout` asks for of one repeat's result.
template <typename T>
void StoreExtreme(const VecReduce& r, uint8_t* dst, const Extreme<T>& best) {
    const size_t bytes = BitsOf(r.type) / 8;
    switch (r.layout) {
        case ReduceLayout::kValueIndex:
            StoreBlock(ComputeType(r.type), r.type, dst, &best.value, 1);
            StoreIndex(dst + bytes, best.lane, bytes < 4 ? bytes : 4);
            break;
        case ReduceLayout::kIndexValue:
            StoreIndex(dst, best.lane, bytes < 4 ? bytes : 4);
            StoreBlock(ComputeType(r.type), r.type, dst + bytes, &best.value, 1);
            break;
        case ReduceLayout::kIndex:
            StoreIndex(dst, best.lane, 4);
            break;
        default:
            StoreBlock(ComputeType(r.type), r.type, dst, &best.value, 1);
            break;
    }
}

template <typename T>
void ExtremeRepeats(const VecReduce& r, uint32_t width, uint32_t span) {
    const VecOperand src = SourceOf(r.shape, r.src);
    const uint32_t repeats = RepeatsOf(r.shape, width);
    const size_t bytes = BitsOf(r.type) / 8;
    alignas(64) T values[kRepeatBytes];
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        const LaneSet lanes = LanesOfRepeat(r.shape, repeat, width);
        LoadRepeat<T>(r.type, values, src, repeat, width, lanes, T{0});
        uint8_t* dst = static_cast<uint8_t*>(r.dst) + size_t{repeat} * r.dst_step;
        for (uint32_t k = 0; k * span < width; ++k) {
            const Extreme<T> best = FindExtreme<T>(r.op, values, lanes, k * span, (k + 1) * span);
            if (!best.found) {
                continue;
            }
            StoreExtreme<T>(r, dst + k * bytes, best);
            if (r.span == ReduceSpan::kRepeat) {
                Core& core = CurrentCore();
                core.max_min_value = core.max_min_index = 0;
                StoreBlock(ComputeType(r.type), r.type, &core.max_min_value, &best.value, 1);
                core.max_min_index = best.lane;
            }
        }
    }
}

void RunReduce(const VecReduce* record) {
    const VecReduce& r = *record;
    const uint32_t width = WidthOf(r.type);
    const uint32_t span =
        r.span == ReduceSpan::kRepeat ? width : (r.span == ReduceSpan::kBlock ? width / 8 : 2);
    VisitType(ComputeType(r.type), [&](auto tag) {
        using T = typename decltype(tag)::type;
        if (r.op == ReduceOp::kSum) {
            SumRepeats<T>(r, width, span);
        } else {
            ExtremeRepeats<T>(r, width, span);
        }
        return 0;
    });
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

/// Sum of everything: a tree inside each repeat; the repeats' sums one after the other, or as a
/// tree of repeats again.
template <typename T>
T SumAll(DType type, const VecShape& shape, const VecOperand& src, bool tree) {
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

template <typename T>
void RunSumAll(const VecReduceAll& r, const VecOperand& src) {
    if (RepeatsOf(r.shape, WidthOf(r.type)) == 0) {
        return;
    }
    const T total = SumAll<T>(r.type, r.shape, src, r.tree);
    StoreBlock(ComputeType(r.type), r.type, r.dst, &total, 1);
    CurrentCore().acc_val = 0;
    std::memcpy(&CurrentCore().acc_val, r.dst, BitsOf(r.type) / 8);
}

template <typename T>
void RunExtremeAll(const VecReduceAll& r, const VecOperand& src) {
    const uint32_t width = WidthOf(r.type);
    const uint32_t repeats = RepeatsOf(r.shape, width);
    const uint32_t per_block = kBlockBytes * 8 / BitsOf(r.type);
    alignas(64) T values[kRepeatBytes];
    Extreme<T> best = {T{0}, 0, false};
    const bool dense = IsDense(r.shape, src, width);
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        const LaneSet lanes = LanesOfRepeat(r.shape, repeat, width);
        if (dense) {
            LoadBlock(r.type, values,
                      static_cast<const uint8_t*>(src.addr) + size_t{repeat} * kRepeatBytes,
                      lanes.prefix);
            const T extreme = r.op == ReduceOp::kMax ? ExtremeOf<T, true>(values, lanes.prefix)
                                                     : ExtremeOf<T, false>(values, lanes.prefix);
            const bool worse =
                r.op == ReduceOp::kMax ? extreme <= best.value : extreme >= best.value;
            if (best.found && worse) {
                continue;
            }
        } else {
            LoadRepeat<T>(r.type, values, src, repeat, width, lanes, T{0});
        }
        const Extreme<T> found = FindExtreme<T>(r.op, values, lanes, 0, width);
        const bool better =
            r.op == ReduceOp::kMax ? found.value > best.value : found.value < best.value;
        if (found.found && (!best.found || better)) {
            best = {found.value, repeat * src.rep_stride * per_block + found.lane, true};
        }
    }
    if (!best.found) {
        return;
    }
    const size_t bytes = BitsOf(r.type) / 8;
    Core& core = CurrentCore();
    core.max_min_value = 0;
    StoreBlock(ComputeType(r.type), r.type, &core.max_min_value, &best.value, 1);
    core.max_min_index = best.lane;
    std::memcpy(r.dst, &core.max_min_value, bytes);
    if (r.with_index) {
        StoreIndex(static_cast<uint8_t*>(r.dst) + bytes, best.lane, bytes < 4 ? bytes : 4);
    }
}

void RunReduceAll(const VecReduceAll* record) {
    const VecReduceAll& r = *record;
    const VecOperand src = SourceOf(r.shape, r.src);
    VisitType(ComputeType(r.type), [&](auto tag) {
        using T = typename decltype(tag)::type;
        if (r.op == ReduceOp::kSum) {
            RunSumAll<T>(r, src);
        } else {
            RunExtremeAll<T>(r, src);
        }
        return 0;
    });
}

void RunRowSum(const VecRowSum* record) {
    const VecRowSum& r = *record;
    const size_t pitch = BytesFor(r.type, r.cols);
    const size_t bytes = BitsOf(r.type) / 8;
    for (uint32_t row = 0; row < r.rows; ++row) {
        const uint8_t* src = static_cast<const uint8_t*>(r.src) + row * pitch;
        uint8_t* dst = static_cast<uint8_t*>(r.dst) + row * bytes;
        VisitType(ComputeType(r.type), [&](auto tag) {
            using T = typename decltype(tag)::type;
            T total;
            if (r.acc_type != r.type) {
                // Sums of half in float: widen the row first.
                alignas(64) float wide[kBatch];
                float sum = 0.0F;
                for (uint32_t start = 0; start < r.valid; start += kBatch) {
                    const uint32_t count = r.valid - start < kBatch ? r.valid - start : kBatch;
                    LoadBlock(r.type, wide, src + BytesFor(r.type, start), count);
                    sum += SumAll<float>(DType::kF32, CountShape(count), Flat(wide), true);
                }
                total = static_cast<T>(sum);
            } else {
                total = SumAll<T>(r.type, CountShape(r.valid), Flat(src), true);
            }
            if (r.scale != 1.0F) {
                total = static_cast<T>(total * r.scale);
            }
            StoreBlock(ComputeType(r.type), r.type, dst, &total, 1);
            return 0;
        });
    }
}

template <typename T>
T Combine(ReduceOp op, DType type, T a, T b) {
    switch (op) {
        case ReduceOp::kSum:
            return AddRounded<T>(type, a, b);
        case ReduceOp::kMax:
            return a > b || a != a ? a : b;
        default:
            return a < b || a != a ? a : b;
    }
}

void RunReduceAxis(const VecReduceAxis* record) {
    const VecReduceAxis& r = *record;
    const size_t pitch = BytesFor(r.type, r.pitch);
    const size_t bytes = BitsOf(r.type) / 8;
    VisitType(ComputeType(r.type), [&](auto tag) {
        using T = typename decltype(tag)::type;
        const uint8_t* src = static_cast<const uint8_t*>(r.src);
        uint8_t* dst = static_cast<uint8_t*>(r.dst);
        if (!r.along_columns) {
            for (uint32_t row = 0; row < r.rows; ++row) {
                VecReduceAll all = {r.op,
                                    false,
                                    true,
                                    r.type,
                                    CountShape(r.cols),
                                    dst + row * bytes,
                                    Flat(src + row * pitch)};
                RunReduceAll(&all);
            }
            return 0;
        }
        for (uint32_t col = 0; col < r.cols; ++col) {
            T total;
            LoadBlock(r.type, &total, src + col * bytes, 1);
            for (uint32_t row = 1; row < r.rows; ++row) {
                T value;
                LoadBlock(r.type, &value, src + row * pitch + col * bytes, 1);
                total = Combine<T>(r.op, r.type, total, value);
            }
            StoreBlock(ComputeType(r.type), r.type, dst + col * bytes, &total, 1);
        }
        return 0;
    });
}

/// Adds row after row: dst[c] of a row = src[c] + dst[c] of the row before.
template <typename T>
void SumDown(const VecCumSum& r) {
    alignas(64) T sums[kBatch];
    alignas(64) T row_values[kBatch];
    for (uint32_t start = 0; start < r.cols; start += kBatch) {
        const uint32_t count = r.cols - start < kBatch ? r.cols - start : kBatch;
        std::memset(sums, 0, sizeof(sums));
        for (uint32_t row = 0; row < r.rows; ++row) {
            const size_t offset = BytesFor(r.type, size_t{row} * r.cols + start);
            LoadBlock(r.type, row_values, static_cast<const uint8_t*>(r.src) + offset, count);
            AICORE_IVDEP
            for (uint32_t i = 0; i < count; ++i) {
                sums[i] = static_cast<T>(sums[i] + row_values[i]);
            }
            StoreBlock(ComputeType(r.type), r.type, static_cast<uint8_t*>(r.dst) + offset, sums,
                       count);
        }
    }
}

template <typename T>
void SumAlong(const VecCumSum& r) {
    alignas(64) T values[kBatch];
    for (uint32_t row = 0; row < r.rows; ++row) {
        T sum = T{0};
        for (uint32_t start = 0; start < r.cols; start += kBatch) {
            const uint32_t count = r.cols - start < kBatch ? r.cols - start : kBatch;
            const size_t offset = BytesFor(r.type, size_t{row} * r.cols + start);
            LoadBlock(r.type, values, static_cast<const uint8_t*>(r.src) + offset, count);
            for (uint32_t i = 0; i < count; ++i) {
                sum = static_cast<T>(sum + values[i]);
                values[i] = sum;
            }
            StoreBlock(ComputeType(r.type), r.type, static_cast<uint8_t*>(r.dst) + offset, values,
                       count);
        }
    }
}

void RunCumSum(const VecCumSum* record) {
    const VecCumSum& r = *record;
    VisitType(ComputeType(r.type), [&](auto tag) {
        using T = typename decltype(tag)::type;
        if (r.along_rows) {
            SumAlong<T>(r);
        } else {
            SumDown<T>(r);
        }
        return 0;
    });
    if (r.last_row != nullptr && r.rows != 0) {
        const size_t bytes = BytesFor(r.type, r.cols);
        std::memcpy(r.last_row, static_cast<const uint8_t*>(r.dst) + (r.rows - 1) * bytes, bytes);
    }
}

void RunXorSum(const VecXorSum* record) {
    uint16_t sum = 0;
    for (uint32_t i = 0; i < record->count; ++i) {
        sum = static_cast<uint16_t>(sum + static_cast<uint16_t>(record->src0[i] ^ record->src1[i]));
    }
    std::memcpy(record->dst, &sum, sizeof(sum));
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_cum_sum, VecCumSum, RunCumSum)
AICORE_EXECUTOR(aicore_vec_xor_sum, VecXorSum, RunXorSum)
AICORE_EXECUTOR(aicore_vec_reduce, VecReduce, RunReduce)
AICORE_EXECUTOR(aicore_vec_reduce_all, VecReduceAll, RunReduceAll)
AICORE_EXECUTOR(aicore_vec_row_sum, VecRowSum, RunRowSum)
AICORE_EXECUTOR(aicore_vec_reduce_axis, VecReduceAxis, RunReduceAxis)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
