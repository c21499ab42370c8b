// Element-wise update of memory: the arithmetic of atomic stores.
#include <algorithm>
#include <type_traits>

#include "aicore/instruction_executor.h"
#include "detail/types/bfloat16.h"
#include "isa/move.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

template <typename T>
inline constexpr bool kIs16BitFloat = std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>;

/// Type that elements are computed in.
template <typename T>
using Wide = std::conditional_t<kIs16BitFloat<T>, float, T>;

struct AddOp {
    template <typename W>
    static W Apply(W a, W b) {
        if constexpr (std::is_integral_v<W>) {
            using U = std::make_unsigned_t<W>;
            return static_cast<W>(static_cast<U>(a) + static_cast<U>(b));  // wraps
        } else {
            return a + b;
        }
    }
};
struct MaxOp {
    template <typename W>
    static W Apply(W a, W b) {
        return a < b ? b : a;
    }
};
struct MinOp {
    template <typename W>
    static W Apply(W a, W b) {
        return b < a ? b : a;
    }
};

/// Updates whole vectors of half; returns how many elements that were.
template <typename Op>
uint64_t UpdateHalfVectors(half* dst, const half* src, uint64_t count) {
    uint64_t done = 0;
#if defined(__F16C__)
    for (; done + 8 <= count; done += 8) {
        __m128i* target = reinterpret_cast<__m128i*>(dst + done);
        const __m128i* source = reinterpret_cast<const __m128i*>(src + done);
        const __m256 a = _mm256_cvtph_ps(_mm_loadu_si128(target));
        const __m256 b = _mm256_cvtph_ps(_mm_loadu_si128(source));
        float left[8], right[8];
        _mm256_storeu_ps(left, a);
        _mm256_storeu_ps(right, b);
        for (int lane = 0; lane < 8; ++lane) {
            left[lane] = Op::template Apply<float>(left[lane], right[lane]);
        }
        _mm_storeu_si128(target, _mm256_cvtps_ph(_mm256_loadu_ps(left), _MM_FROUND_TO_NEAREST_INT));
    }
#else
    (void)dst;
    (void)src;
    (void)count;
#endif
    return done;
}

template <typename T, typename Op>
void Update(const AccumulateRecord& record) {
    T* dst = reinterpret_cast<T*>(record.dst);
    const T* src = reinterpret_cast<const T*>(record.src);
    const uint64_t count = record.bytes / sizeof(T);
    uint64_t first = 0;
    if constexpr (std::is_same_v<T, half>) {
        first = UpdateHalfVectors<Op>(dst, src, count);
    }
    for (uint64_t i = first; i < count; ++i) {
        const auto a = static_cast<Wide<T>>(dst[i]);
        const auto b = static_cast<Wide<T>>(src[i]);
        dst[i] = static_cast<T>(Op::template Apply<Wide<T>>(a, b));
    }
}

template <typename T>
void UpdateBy(const AccumulateRecord& record) {
    switch (record.op) {
        case AtomicOp::kAdd:
            Update<T, AddOp>(record);
            break;
        case AtomicOp::kMax:
            Update<T, MaxOp>(record);
            break;
        case AtomicOp::kMin:
            Update<T, MinOp>(record);
            break;
        case AtomicOp::kNone:
            break;
    }
}

void RunAccumulate(const AccumulateRecord* record) {
    switch (record->dtype) {
        case DType::kF32:
            return UpdateBy<float>(*record);
        case DType::kF16:
            return UpdateBy<half>(*record);
        case DType::kBF16:
            return UpdateBy<bfloat16_t>(*record);
        case DType::kI8:
            return UpdateBy<int8_t>(*record);
        case DType::kI16:
            return UpdateBy<int16_t>(*record);
        case DType::kI32:
            return UpdateBy<int32_t>(*record);
        case DType::kI64:
            return UpdateBy<int64_t>(*record);
        case DType::kU8:
            return UpdateBy<uint8_t>(*record);
        case DType::kU16:
            return UpdateBy<uint16_t>(*record);
        case DType::kU32:
            return UpdateBy<uint32_t>(*record);
        case DType::kU64:
            return UpdateBy<uint64_t>(*record);
        default:
            break;
    }
}

}  // namespace
AICORE_PART(aicore_accumulate, AccumulateRecord, RunAccumulate)
}  // namespace AscendC::isa::exec::AICORE_ISA_NS
