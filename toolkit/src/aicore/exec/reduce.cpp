#include "aicore/exec/sums.h"
#include "aicore/instruction_executor.h"
#include "isa/core.h"
#include "isa/vec_reduce.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

/// Blocks and pairs without a selected lane have results, too: of sums 0, of extremes the value
/// that loses against all others. Other cores do not write their location.
bool FillsSpans(const VecReduce& r) {
    return r.span != ReduceSpan::kRepeat && CurrentCore().arch >= 300;
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
    const bool fills = FillsSpans(r);
    for (uint32_t first = 0; first < repeats; first += batch) {
        const uint32_t count = repeats - first < batch ? repeats - first : batch;
        LoadRepeats<T>(r.type, values, r.shape, src, first, count, width);
        TreeSums<T>(r.type, values, size_t{count} * width, span);
        StoreBlock(ComputeType(r.type), r.type, stored, values, size_t{count} * per_repeat);
        for (uint32_t i = 0; i < count; ++i) {
            const LaneSet lanes = LanesOfRepeat(r.shape, first + i, width);
            uint8_t* dst = static_cast<uint8_t*>(r.dst) + size_t{first + i} * r.dst_step;
            for (uint32_t k = 0; k < per_repeat; ++k) {
                bool any = fills || (lanes.is_prefix && lanes.prefix > k * span);
                for (uint32_t lane = k * span; !any && !lanes.is_prefix && lane < (k + 1) * span;
                     ++lane) {
                    any = HasLane(lanes, lane);
                }
                if (any) {
                    std::memcpy(dst + k * bytes, stored + (size_t{i} * per_repeat + k) * bytes,
                                bytes);
                }
            }
            if (!lanes.is_prefix || lanes.prefix != 0) {
                std::memcpy(&CurrentCore().acc_val, stored + size_t{i} * per_repeat * bytes, bytes);
            }
        }
    }
}

template <typename T>
struct Extreme {
    T value;
    uint32_t lane;
    bool is_valid;
};

/// Largest or smallest of n > 0 values. Sixteen running results, because compilers do not reorder
/// float comparisons themselves.
template <typename T, bool Largest>
T ExtremeOf(const T* values, uint32_t n) {
    constexpr uint32_t kPartials = 16;
    T best[kPartials];
    for (uint32_t partial = 0; partial < kPartials; ++partial) {
        best[partial] = values[0];
    }
    const uint32_t whole = n / kPartials * kPartials;
    for (uint32_t i = 0; i < whole; i += kPartials) {
        for (uint32_t partial = 0; partial < kPartials; ++partial) {
            const T value = values[i + partial];
            const bool better = Largest ? value > best[partial] : value < best[partial];
            best[partial] = better ? value : best[partial];
        }
    }
    T result = best[0];
    for (uint32_t partial = 1; partial < kPartials; ++partial) {
        const bool better = Largest ? best[partial] > result : best[partial] < result;
        result = better ? best[partial] : result;
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
        if (!best.is_valid || better) {
            best = {values[lane], lane, true};
        }
    }
    return best;
}

/// What loses against every value: of half on 310B the largest finite one.
template <typename T>
T WorstOf(ReduceOp op, DType type) {
    if constexpr (std::is_same_v<T, float>) {
        const bool finite = type == DType::kF16 && CurrentCore().arch == 300;
        const float worst = finite ? 65504.0F : __builtin_inff();
        return op == ReduceOp::kMax ? -worst : worst;
    } else {
        return op == ReduceOp::kMax ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    }
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

/// The register of the last extreme: that of all repeats, and its place among their lanes.
template <typename T>
void NoteExtreme(DType type, const Extreme<T>& best) {
    Core& core = CurrentCore();
    core.max_min_value = 0;
    StoreBlock(ComputeType(type), type, &core.max_min_value, &best.value, 1);
    core.max_min_index = best.lane;
}

template <typename T>
void ExtremeRepeats(const VecReduce& r, uint32_t width, uint32_t span) {
    const VecOperand src = SourceOf(r.shape, r.src);
    const uint32_t repeats = RepeatsOf(r.shape, width);
    const size_t bytes = BitsOf(r.type) / 8;
    alignas(64) T values[kRepeatBytes];
    Extreme<T> overall = {T{0}, 0, false};
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        const LaneSet lanes = LanesOfRepeat(r.shape, repeat, width);
        LoadRepeat<T>(r.type, values, src, repeat, width, lanes, T{0});
        uint8_t* dst = static_cast<uint8_t*>(r.dst) + size_t{repeat} * r.dst_step;
        for (uint32_t k = 0; k * span < width; ++k) {
            Extreme<T> best = FindExtreme<T>(r.op, values, lanes, k * span, (k + 1) * span);
            if (!best.is_valid) {
                if (!FillsSpans(r)) {
                    continue;
                }
                best.value = WorstOf<T>(r.op, r.type);
            }
            StoreExtreme<T>(r, dst + k * bytes, best);
            const bool better =
                r.op == ReduceOp::kMax ? best.value > overall.value : best.value < overall.value;
            if (!overall.is_valid || better) {
                overall = {best.value, repeat * width + best.lane, true};
            }
        }
    }
    if (overall.is_valid && r.span == ReduceSpan::kRepeat) {
        NoteExtreme(r.type, overall);
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

template <typename T>
void RunSumAll(const VecReduceAll& r, const VecOperand& src) {
    if (RepeatsOf(r.shape, WidthOf(r.type)) == 0) {
        return;
    }
    const T total = SumAll<T>(r.type, r.shape, src, r.order);
    Core& core = CurrentCore();
    core.acc_val = 0;
    StoreBlock(ComputeType(r.type), r.type, &core.acc_val, &total, 1);
    if (r.dst != nullptr) {
        std::memcpy(r.dst, &core.acc_val, BitsOf(r.type) / 8);
    }
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
            if (best.is_valid && worse) {
                continue;
            }
        } else {
            LoadRepeat<T>(r.type, values, src, repeat, width, lanes, T{0});
        }
        const Extreme<T> extreme = FindExtreme<T>(r.op, values, lanes, 0, width);
        const bool better =
            r.op == ReduceOp::kMax ? extreme.value > best.value : extreme.value < best.value;
        if (extreme.is_valid && (!best.is_valid || better)) {
            best = {extreme.value, repeat * src.rep_stride * per_block + extreme.lane, true};
        }
    }
    if (!best.is_valid) {
        return;
    }
    const size_t bytes = BitsOf(r.type) / 8;
    NoteExtreme(r.type, best);
    std::memcpy(r.dst, &CurrentCore().max_min_value, bytes);
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

}  // namespace

AICORE_EXECUTOR(aicore_vec_reduce, VecReduce, RunReduce)
AICORE_EXECUTOR(aicore_vec_reduce_all, VecReduceAll, RunReduceAll)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
