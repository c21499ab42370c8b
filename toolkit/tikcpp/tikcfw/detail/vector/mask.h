// The mask registers, and how the call forms of the vector API use them.
#pragma once

#include "detail/vector/params.h"
#include "isa/parameter.h"
#include "isa/vec_shape.h"

namespace AscendC {
namespace isa {

/// Sets the first `lanes` lanes of a repeat of `width` lanes; an element count in counter mode.
ASCENDC_ALWAYS_INLINE void SetLaneCount(uint64_t lanes, uint32_t width) {
    Core& core = CurrentCore();
    if (core.mask_mode == MaskMode::kCounter) {
        core.mask[0] = lanes;
        core.mask[1] = 0;
    } else {
        PrefixMask(lanes, width, core.mask);
    }
}

/// The lanes that the mask registers ask for.
ASCENDC_ALWAYS_INLINE VecShape RegisterShape(uint32_t repeat) {
    const Core& core = CurrentCore();
    if (core.mask_mode == MaskMode::kCounter) {
        return VecShape{{0, 0}, static_cast<uint32_t>(core.mask[0]), 1, VecMode::kCounter};
    }
    return VecShape{{core.mask[0], core.mask[1]}, 0, repeat, VecMode::kMask};
}

/// Form "count": leaves all lanes and Normal mode in the registers. 950 computes it on vector
/// registers, with other masks, and does not change these.
template <typename Count>
ASCENDC_ALWAYS_INLINE VecShape TakeCount(const Count& count,
                                         const char* api = __builtin_FUNCTION()) {
    Expect(api, "count", count, 0, INT64_MAX, "must not be negative");
    Core& core = CurrentCore();
    if (core.arch != 310) {
        ResetMask(core);
        core.mask_mode = MaskMode::kNormal;
    }
    return CountShape(static_cast<int64_t>(count));
}

/// Form "count" of the functions that can leave the mask to the caller: count is ignored then. 950
/// has no such form, whatever isSetMask is.
template <bool isSetMask>
ASCENDC_ALWAYS_INLINE VecShape TakeCountOrRegister(int64_t count,
                                                   const char* api = __builtin_FUNCTION()) {
    if (isSetMask || CurrentCore().arch == 310) {
        return TakeCount(count, api);
    }
    return RegisterShape(1);
}

template <typename Repeat>
ASCENDC_ALWAYS_INLINE void ExpectRepeat(const char* api, const Repeat& repeat) {
    Expect(api, "repeatTimes", repeat, 0, 255, "must be 0..255");
}

/// Repeats of a function that may take more of them than one instruction can.
struct ManyRepeats {
    int32_t times;

    explicit operator uint32_t() const { return static_cast<uint32_t>(times); }
};
ASCENDC_ALWAYS_INLINE void ExpectRepeat(const char* api, const ManyRepeats& repeat) {
    Expect(api, "repeatTimes", repeat.times, 0, INT32_MAX, "must not be negative");
}

/// Form "mask, repeat"; `bits` is the width of the widest element type.
template <bool isSetMask, typename Repeat>
ASCENDC_ALWAYS_INLINE VecShape TakeLanes(uint64_t lanes, uint32_t bits, const Repeat& repeat,
                                         const char* api = __builtin_FUNCTION()) {
    ExpectRepeat(api, repeat);
    if constexpr (isSetMask) {
        const uint32_t width = kRepeatBytes * 8 / bits;
        if constexpr (kObserved) {
            if (CurrentCore().mask_mode != MaskMode::kCounter) {
                Expect(api, "mask", lanes, 0, width,
                       width == 128  ? "must be 0..128 for elements of 2 bytes"
                       : width == 64 ? "must be 0..64 for elements of 4 bytes"
                                     : "must not exceed the elements of 256 bytes");
            }
        }
        SetLaneCount(lanes, width);
    }
    return RegisterShape(static_cast<uint32_t>(repeat));
}

/// Form "bit mask, repeat"; one word for elements of 32 bits and more, else two.
template <bool isSetMask, typename Repeat>
ASCENDC_ALWAYS_INLINE VecShape TakeBits(const uint64_t* mask, uint32_t bits, const Repeat& repeat,
                                        const char* api = __builtin_FUNCTION()) {
    ExpectRepeat(api, repeat);
    if constexpr (isSetMask) {
        Core& core = CurrentCore();
        core.mask[0] = mask[0];
        core.mask[1] = bits >= 32 ? 0 : mask[1];
    }
    return RegisterShape(static_cast<uint32_t>(repeat));
}

/// Form "repeat": all lanes that the mask registers say.
template <typename Repeat>
ASCENDC_ALWAYS_INLINE VecShape TakeRegisters(const Repeat& repeat,
                                             const char* api = __builtin_FUNCTION()) {
    ExpectRepeat(api, repeat);
    return RegisterShape(static_cast<uint32_t>(repeat));
}

/// A type of numbers that a parameter of type uint8_t narrows.
template <typename Number>
using IfWide =
    std::enable_if_t<std::is_convertible_v<Number, uint8_t> && !std::is_same_v<Number, uint8_t>,
                     int>;

template <typename T>
inline constexpr uint32_t kBitsOf = BitsOf(DTypeOf<PrimT<T>>);

template <typename T, typename U>
inline constexpr uint32_t kWiderBits = kBitsOf<T> > kBitsOf<U> ? kBitsOf<T> : kBitsOf<U>;

template <typename T>
ASCENDC_ALWAYS_INLINE VecOperand Flat(const LocalTensor<T>& tensor) {
    return Flat(static_cast<const void*>(tensor.Data()));
}

/// `blk`, `rep`: strides of a parameter structure.
template <typename T, typename Blk, typename Rep>
ASCENDC_ALWAYS_INLINE VecOperand Strided(const LocalTensor<T>& tensor, const Blk& blk,
                                         const Rep& rep, const char* api = __builtin_FUNCTION()) {
    ExpectFits(api, "dataBlockStride", blk);
    ExpectFits(api, "repeatStride", rep);
    return Strided(static_cast<const void*>(tensor.Data()), static_cast<uint32_t>(blk),
                   static_cast<uint32_t>(rep));
}

}  // namespace isa

#define ASCENDC_ARGUMENTS(...) __VA_ARGS__
#if defined(ASCENDC_OBSERVED)
/// Overloads that see a repeat count before it becomes a uint8_t. (Not another parameter type:
/// kernels take the addresses of these functions.)
#define ASCENDC_WIDE_REPEATS(name, parameters, arguments, Params)                             \
    template <typename T, bool isSetMask = true, typename Repeat, isa::IfWide<Repeat> = 0>    \
    __aicore__ inline void name(parameters, uint64_t mask[], const Repeat& repeatTimes,       \
                                const Params& repeatParams) {                                 \
        isa::ExpectRepeat(#name, repeatTimes);                                                \
        name<T, isSetMask>(arguments, mask, static_cast<uint8_t>(repeatTimes), repeatParams); \
    }                                                                                         \
    template <typename T, bool isSetMask = true, typename Repeat, isa::IfWide<Repeat> = 0>    \
    __aicore__ inline void name(parameters, uint64_t mask, const Repeat& repeatTimes,         \
                                const Params& repeatParams) {                                 \
        isa::ExpectRepeat(#name, repeatTimes);                                                \
        name<T, isSetMask>(arguments, mask, static_cast<uint8_t>(repeatTimes), repeatParams); \
    }
#else
#define ASCENDC_WIDE_REPEATS(name, parameters, arguments, Params)
#endif

/// Sets the mask registers: bits per lane, or (0, n) elements in counter mode.
template <typename T, MaskMode mode = MaskMode::NORMAL>
__aicore__ static inline void SetVectorMask(const uint64_t maskHigh, const uint64_t maskLow) {
    isa::SetMask(isa::CurrentCore(), maskHigh, maskLow);
}

/// Selects the first `len` lanes of T; `len` elements with MaskMode::COUNTER.
template <typename T, MaskMode mode = MaskMode::NORMAL>
__aicore__ static inline void SetVectorMask(int32_t len) {
    if constexpr (mode == MaskMode::COUNTER) {
        isa::SetMask(isa::CurrentCore(), 0, static_cast<uint64_t>(len));
    } else {
        isa::PrefixMask(static_cast<uint64_t>(len), isa::kRepeatBytes * 8 / isa::kBitsOf<T>,
                        isa::CurrentCore().mask);
    }
}

/// Selects all lanes.
__aicore__ inline void ResetMask() {
    isa::ResetMask(isa::CurrentCore());
}

/// From now on the mask is the number of elements of an instruction.
__aicore__ inline void SetMaskCount() {
    isa::CurrentCore().mask_mode = isa::MaskMode::kCounter;
}

/// From now on the mask has a bit per lane of a repeat.
__aicore__ inline void SetMaskNorm() {
    isa::CurrentCore().mask_mode = isa::MaskMode::kNormal;
}

}  // namespace AscendC
