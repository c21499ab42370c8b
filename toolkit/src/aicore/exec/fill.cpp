#include "aicore/exec/engine.h"
#include "aicore/exec/types.h"
#include "aicore/instruction_executor.h"
#include "isa/vec_fill.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

/// A type of `size` bytes, for the walks that only move raw elements.
DType RawType(uint32_t size) {
    switch (size) {
        case 1:
            return DType::kU8;
        case 2:
            return DType::kU16;
        case 4:
            return DType::kU32;
        default:
            return DType::kU64;
    }
}

template <typename T>
void FillLoop(T* dst, T value, size_t n) {
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        dst[i] = value;
    }
}

void RunDuplicate(const VecDuplicate* record) {
    const VecDuplicate& r = *record;
    VisitSize(r.size, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T value = FromBits<T>(r.scalar);
        if (r.shape.mode == VecMode::kCount) {
            FillLoop<T>(static_cast<T*>(r.dst.addr), value, r.shape.count);
            return;
        }
        constexpr uint32_t kLanes = kRepeatBytes / sizeof(T);
        T packed[kLanes];
        FillLoop<T>(packed, value, kLanes);
        const uint32_t repeats = RepeatsOf(r.shape, kLanes);
        for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
            UnpackRepeat(r.dst, packed, repeat, RawType(r.size), kLanes,
                         LanesOfRepeat(r.shape, repeat, kLanes));
        }
    });
}

/// first + i for i = start .. start + n, in the type's own arithmetic.
void IndexBlock(DType type, void* dst, uint64_t first, size_t start, size_t n) {
    if (ComputeType(type) == DType::kF32) {
        const float base = FromBits<float>(LoadScalar(type, first));
        for (size_t i = 0; i < n; ++i) {
            const float value = base + static_cast<float>(start + i);
            StoreBlock(DType::kF32, type, static_cast<uint8_t*>(dst) + BytesFor(type, i), &value,
                       1);
        }
        return;
    }
    VisitSize(BitsOf(type) / 8, [&](auto tag) {
        using T = typename decltype(tag)::type;
        for (size_t i = 0; i < n; ++i) {
            static_cast<T*>(dst)[i] =
                static_cast<T>(FromBits<T>(first) + static_cast<T>(start + i));
        }
    });
}

void RunIndex(const VecIndex* record) {
    const VecIndex& r = *record;
    if (r.shape.mode == VecMode::kCount) {
        IndexBlock(r.type, r.dst.addr, r.first, 0, r.shape.count);
        return;
    }
    const uint32_t lanes = kRepeatBytes * 8 / BitsOf(r.type);
    alignas(64) uint8_t packed[kRepeatBytes];
    const uint32_t repeats = RepeatsOf(r.shape, lanes);
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        IndexBlock(r.type, packed, r.first, size_t{repeat} * lanes, lanes);
        UnpackRepeat(r.dst, packed, repeat, r.type, lanes, LanesOfRepeat(r.shape, repeat, lanes));
    }
}

/// dst[i] = dst[i - distance] + step for i = start .. end, in the type's arithmetic.
template <typename T>
void Extend(T* values, size_t start, size_t end, size_t distance, T step) {
    for (size_t i = start; i < end; ++i) {
        values[i] = static_cast<T>(values[i - distance] + step);
    }
}

/// Half: every sum is rounded.
void ExtendHalf(uint16_t* values, size_t start, size_t end, size_t distance, float step) {
    const float rounded = HalfToFloat(FloatToHalf(step));
    for (size_t i = start; i < end; ++i) {
        values[i] = FloatToHalf(HalfToFloat(values[i - distance]) + rounded);
    }
}

void RunProgression(const VecProgression* record) {
    const VecProgression& r = *record;
    const size_t block = kBlockBytes * 8 / BitsOf(r.type);
    const size_t repeat = 8 * block;
    const size_t total = (size_t{r.count} + block - 1) / block * block;
    const size_t head = total < repeat ? total : repeat;
    if (r.type == DType::kF16) {
        uint16_t* dst = static_cast<uint16_t*>(r.dst);
        const float first = HalfToFloat(static_cast<uint16_t>(r.first));
        const float step = HalfToFloat(static_cast<uint16_t>(r.step));
        for (size_t i = 0; i < block && i < total; ++i) {
            dst[i] = FloatToHalf(first + step * static_cast<float>(i));
        }
        ExtendHalf(dst, block, head, block, step * static_cast<float>(block));
        ExtendHalf(dst, repeat, total, repeat, step * static_cast<float>(repeat));
        return;
    }
    VisitType(r.type, [&](auto tag) {
        using T = typename decltype(tag)::type;
        T* dst = static_cast<T*>(r.dst);
        const T first = FromBits<T>(r.first);
        const T step = FromBits<T>(r.step);
        for (size_t i = 0; i < block && i < total; ++i) {
            dst[i] = static_cast<T>(first + static_cast<T>(i) * step);
        }
        Extend<T>(dst, block, head, block, static_cast<T>(static_cast<T>(block) * step));
        Extend<T>(dst, repeat, total, repeat, static_cast<T>(static_cast<T>(repeat) * step));
        return 0;
    });
}

void RunCopy(const VecCopy* record) {
    const VecCopy& r = *record;
    const uint32_t lanes = kRepeatBytes / r.size;
    const DType type = RawType(r.size);
    alignas(64) uint8_t packed[kRepeatBytes];
    const uint32_t repeats = RepeatsOf(r.shape, lanes);
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        const LaneSet set = LanesOfRepeat(r.shape, repeat, lanes);
        PackRepeat(packed, r.src, repeat, type, lanes, set);
        UnpackRepeat(r.dst, packed, repeat, type, lanes, set);
    }
}

void RunBrcb(const VecBrcb* record) {
    const VecBrcb& r = *record;
    VisitSize(r.size, [&](auto tag) {
        using T = typename decltype(tag)::type;
        constexpr size_t kPerBlock = kBlockBytes / sizeof(T);
        const T* src = static_cast<const T*>(r.src);
        for (uint32_t repeat = 0; repeat < r.repeat; ++repeat) {
            T values[8];
            std::memcpy(values, src + size_t{repeat} * 8, sizeof(values));
            for (uint32_t block = 0; block < 8; ++block) {
                const size_t offset =
                    size_t{repeat} * r.dst.rep_stride + size_t{block} * r.dst.blk_stride;
                T* dst =
                    reinterpret_cast<T*>(static_cast<uint8_t*>(r.dst.addr) + offset * kBlockBytes);
                FillLoop<T>(dst, values[block], kPerBlock);
            }
        }
    });
}

template <typename T>
void BroadcastAxis(const VecBroadcast& r, uint32_t axis, T*& dst, const T* src) {
    const uint32_t extent = r.dst_dims[axis];
    const bool repeated = r.src_dims[axis] == 1;
    if (axis + 1 == r.rank) {
        if (repeated) {
            FillLoop<T>(dst, src[0], extent);
        } else {
            std::memcpy(dst, src, extent * sizeof(T));
        }
        dst += extent;
        return;
    }
    size_t step = 1;
    for (uint32_t i = axis + 1; i < r.rank; ++i) {
        step *= r.src_dims[i];
    }
    for (uint32_t i = 0; i < extent; ++i) {
        BroadcastAxis<T>(r, axis + 1, dst, src + (repeated ? 0 : i * step));
    }
}

void RunBroadcast(const VecBroadcast* record) {
    VisitSize(record->size, [&](auto tag) {
        using T = typename decltype(tag)::type;
        T* dst = static_cast<T*>(record->dst);
        BroadcastAxis<T>(*record, 0, dst, static_cast<const T*>(record->src));
    });
}

void RunPad(const VecPad* record) {
    const VecPad& r = *record;
    VisitSize(r.size, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T value = FromBits<T>(r.value);
        for (uint32_t row = 0; row < r.rows; ++row) {
            T* dst = static_cast<T*>(r.dst) + size_t{row} * r.dst_cols;
            const T* src = static_cast<const T*>(r.src) + size_t{row} * r.src_cols;
            std::memmove(dst + r.left, src, r.valid * sizeof(T));
            FillLoop<T>(dst, value, r.left);
            FillLoop<T>(dst + r.left + r.valid, value, r.dst_cols - r.left - r.valid);
        }
    });
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_duplicate, VecDuplicate, RunDuplicate)
AICORE_EXECUTOR(aicore_vec_index, VecIndex, RunIndex)
AICORE_EXECUTOR(aicore_vec_progression, VecProgression, RunProgression)
AICORE_EXECUTOR(aicore_vec_copy, VecCopy, RunCopy)
AICORE_EXECUTOR(aicore_vec_brcb, VecBrcb, RunBrcb)
AICORE_EXECUTOR(aicore_vec_broadcast, VecBroadcast, RunBroadcast)
AICORE_EXECUTOR(aicore_vec_pad, VecPad, RunPad)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
