// The mask registers, and how the call forms of the vector API use them.
#pragma once

#include "detail/vector/params.h"
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

/// Form "count": leaves all lanes and Normal mode in the registers.
ASCENDC_ALWAYS_INLINE VecShape TakeCount(int64_t count) {
    Core& core = CurrentCore();
    ResetMask(core);
    core.mask_mode = MaskMode::kNormal;
    return CountShape(count);
}

/// Form "count" of the functions that can leave the mask to the caller: count is ignored then.
template <bool isSetMask>
ASCENDC_ALWAYS_INLINE VecShape TakeCountOrRegister(int64_t count) {
    if constexpr (isSetMask) {
        return TakeCount(count);
    } else {
        return RegisterShape(1);
    }
}

/// Form "mask, repeat"; `bits` is the width of the widest element type.
template <bool isSetMask>
ASCENDC_ALWAYS_INLINE VecShape TakeLanes(uint64_t lanes, uint32_t bits, uint32_t repeat) {
    if constexpr (isSetMask) {
        SetLaneCount(lanes, kRepeatBytes * 8 / bits);
    }
    return RegisterShape(repeat);
}

/// Form "bit mask, repeat"; one word for elements of 32 bits and more, else two.
template <bool isSetMask>
ASCENDC_ALWAYS_INLINE VecShape TakeBits(const uint64_t* mask, uint32_t bits, uint32_t repeat) {
    if constexpr (isSetMask) {
        Core& core = CurrentCore();
        core.mask[0] = mask[0];
        core.mask[1] = bits >= 32 ? 0 : mask[1];
    }
    return RegisterShape(repeat);
}

template <typename T>
inline constexpr uint32_t kBitsOf = BitsOf(DTypeOf<PrimT<T>>);

template <typename T, typename U>
inline constexpr uint32_t kWiderBits = kBitsOf<T> > kBitsOf<U> ? kBitsOf<T> : kBitsOf<U>;

template <typename T>
ASCENDC_ALWAYS_INLINE VecOperand Flat(const LocalTensor<T>& tensor) {
    return Flat(static_cast<const void*>(tensor.Data()));
}

template <typename T>
ASCENDC_ALWAYS_INLINE VecOperand Strided(const LocalTensor<T>& tensor, uint32_t blk, uint32_t rep) {
    return Strided(static_cast<const void*>(tensor.Data()), blk, rep);
}

}  // namespace isa

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
