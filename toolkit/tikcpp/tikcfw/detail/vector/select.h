// Comparisons and selections.
#pragma once

#include "detail/types/raw_address.h"
#include "detail/vector/mask.h"
#include "isa/lacks.h"
#include "isa/vec_select.h"

namespace AscendC {
namespace isa {

/// On 220 a comparison of `count` elements works on whole repeats; the rest is left alone.
template <typename T>
ASCENDC_ALWAYS_INLINE VecShape TakeCompared(const Parameter<uint32_t>& count,
                                            const char* api = __builtin_FUNCTION()) {
    constexpr uint32_t kLanes = kRepeatBytes * 8 / kBitsOf<T>;
    VecShape shape = TakeCount(count, api);
    if (CurrentCore().arch == 220) {
        shape.count = shape.count / kLanes * kLanes;
    }
    return shape;
}

/// On 220 integers are compared for equality, whatever a kernel asks for. Rejects another
/// comparison that the compiler knows, and tells observers of one that only run time knows.
template <VecApi api, typename T>
ASCENDC_ALWAYS_INLINE void RequireRelation(CMPMODE mode) {
    constexpr DType kType = DTypeOf<PrimT<T>>;
    if constexpr (kType == DType::kI32) {
        if (mode == CMPMODE::EQ) {
            return;
        }
        constexpr PackedName name = TraitsOf(api).name;
        if (__builtin_constant_p(mode)) {
            constexpr uint32_t facts =
                LackFacts(ArchBits<220>(), kType, DType::kNone, ASCENDC_LACK_NOT_EQ);
            ASCENDC_LACKS(facts, name);
        }
        if constexpr (kObserved) {
            if (CurrentCore().arch == 220) {
                RejectParameter(api == VecApi::kCompare ? "Compare" : "CompareScalar", "cmpMode",
                                static_cast<int64_t>(mode),
                                "must be EQ for int32_t; the core compares for equality");
            }
        }
    }
}

template <typename T, typename U>
ASCENDC_ALWAYS_INLINE void IssueCompare(CMPMODE mode, const VecShape& shape,
                                        const LocalTensor<U>& dst, const VecOperand& src0,
                                        const VecOperand& src1) {
    RequireTypeOf<VecApi::kCompare, PrimT<T>>();
    RequireRelation<VecApi::kCompare, T>(mode);
    Issue(VecCompare{static_cast<Relation>(mode), DTypeOf<PrimT<T>>, false, shape, dst.Data(), src0,
                     src1, 0});
}

/// The form whose bits go to the register has fewer types.
template <typename T>
ASCENDC_ALWAYS_INLINE void RequireRegisterCompare() {
    static_assert(std::is_same_v<PrimT<T>, half> || std::is_same_v<PrimT<T>, float>,
                  "Compare to the compare-mask register takes half and float");
}

template <typename T, typename U>
ASCENDC_ALWAYS_INLINE void IssueCompareScalar(CMPMODE mode, const VecShape& shape,
                                              const LocalTensor<U>& dst, const VecOperand& src,
                                              const PrimT<T>& scalar) {
    RequireTypeOf<VecApi::kCompareScalar, PrimT<T>>();
    RequireRelation<VecApi::kCompareScalar, T>(mode);
    Issue(VecCompare{static_cast<Relation>(mode), DTypeOf<PrimT<T>>, true, shape, dst.Data(), src,
                     src, ScalarBits(scalar)});
}

template <typename T>
ASCENDC_ALWAYS_INLINE void IssueSelect(SELMODE mode, const VecShape& shape, const void* bits,
                                       const VecOperand& dst, const VecOperand& src0,
                                       const VecOperand& src1) {
    RequireTypeOf<VecApi::kSelect, PrimT<T>>();
    Issue(VecSelect{DTypeOf<PrimT<T>>, false, mode == SELMODE::VSEL_CMPMASK_SPR, shape, bits, dst,
                    src0, src1, 0});
}

template <typename T>
ASCENDC_ALWAYS_INLINE void IssueSelectScalar(SELMODE mode, const VecShape& shape, const void* bits,
                                             const VecOperand& dst, const VecOperand& src0,
                                             const PrimT<T>& scalar) {
    RequireTypeOf<VecApi::kSelect, PrimT<T>>();
    Issue(VecSelect{DTypeOf<PrimT<T>>, true, mode == SELMODE::VSEL_CMPMASK_SPR, shape, bits, dst,
                    src0, src0, ScalarBits(scalar)});
}

/// The place in the unified buffer that the compare-mask register names: kernels store addresses of
/// 32 bits there, as the hardware has.
inline const void* CompareMaskPointer() {
    return LocalAddress(CurrentCore().cmp_mask[0]);
}

}  // namespace isa

/// Bit i of dst (LSB first) = src0[i] cmpMode src1[i]. The high-dimensional forms write the bits of
/// each repeat after those of the one before; the mask does not filter them.
template <typename T, typename U, bool isSetMask = true>
__aicore__ ASCENDC_ALWAYS_INLINE void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                                              const LocalTensor<T>& src1, CMPMODE cmpMode,
                                              const uint64_t mask[],
                                              isa::Parameter<uint8_t> repeatTimes,
                                              const BinaryRepeatParams& repeatParams) {
    isa::RequireRepeats<isa::VecApi::kCompare, PrimT<T>>();
    isa::IssueCompare<T>(
        cmpMode, isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst,
        isa::Strided(src0, repeatParams.src0BlkStride, repeatParams.src0RepStride),
        isa::Strided(src1, repeatParams.src1BlkStride, repeatParams.src1RepStride));
}
template <typename T, typename U, bool isSetMask = true>
__aicore__ ASCENDC_ALWAYS_INLINE void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                                              const LocalTensor<T>& src1, CMPMODE cmpMode,
                                              const uint64_t mask,
                                              isa::Parameter<uint8_t> repeatTimes,
                                              const BinaryRepeatParams& repeatParams) {
    isa::RequireRepeats<isa::VecApi::kCompare, PrimT<T>>();
    isa::IssueCompare<T>(
        cmpMode, isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst,
        isa::Strided(src0, repeatParams.src0BlkStride, repeatParams.src0RepStride),
        isa::Strided(src1, repeatParams.src1BlkStride, repeatParams.src1RepStride));
}
template <typename T, typename U>
__aicore__ ASCENDC_ALWAYS_INLINE void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                                              const LocalTensor<T>& src1, CMPMODE cmpMode,
                                              isa::Parameter<uint32_t> calCount) {
    isa::IssueCompare<T>(cmpMode, isa::TakeCompared<T>(calCount), dst, isa::Flat(src0),
                         isa::Flat(src1));
}

/// One repeat; the bits go to the compare-mask register.
template <typename T, bool isSetMask = true>
__aicore__ ASCENDC_ALWAYS_INLINE void Compare(const LocalTensor<T>& src0,
                                              const LocalTensor<T>& src1, CMPMODE cmpMode,
                                              const uint64_t mask[],
                                              const BinaryRepeatParams& repeatParams) {
    isa::RequireRegisterCompare<T>();
    isa::IssueCompare<T>(
        cmpMode, isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, 1), LocalTensor<uint8_t>(),
        isa::Strided(src0, repeatParams.src0BlkStride, repeatParams.src0RepStride),
        isa::Strided(src1, repeatParams.src1BlkStride, repeatParams.src1RepStride));
}
template <typename T, bool isSetMask = true>
__aicore__ ASCENDC_ALWAYS_INLINE void Compare(const LocalTensor<T>& src0,
                                              const LocalTensor<T>& src1, CMPMODE cmpMode,
                                              const uint64_t mask,
                                              const BinaryRepeatParams& repeatParams) {
    isa::RequireRegisterCompare<T>();
    isa::IssueCompare<T>(
        cmpMode, isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, 1), LocalTensor<uint8_t>(),
        isa::Strided(src0, repeatParams.src0BlkStride, repeatParams.src0RepStride),
        isa::Strided(src1, repeatParams.src1BlkStride, repeatParams.src1RepStride));
}

/// Stores the compare-mask register to 16 bytes of `dst`, or loads it from there.
template <typename T>
__aicore__ inline void GetCmpMask(const LocalTensor<T>& dst) {
    ASCENDC_REQUIRE_API("GetCmpMask", 100);
    isa::Issue(isa::VecCompareMask{false, dst.Data()});
}
template <typename T>
__aicore__ inline void SetCmpMask(const LocalTensor<T>& src) {
    isa::Issue(isa::VecCompareMask{true, src.Data()});
}

/// Bit i of dst = src0[i] cmpMode src1Scalar. `Compares` is the newer name.
#define ASCENDC_VEC_COMPARE_SCALAR(name)                                                           \
    template <typename T, typename U, bool isSetMask = true>                                       \
    __aicore__ ASCENDC_ALWAYS_INLINE void name(                                                    \
        const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T src1Scalar,                 \
        CMPMODE cmpMode, const uint64_t mask[], isa::Parameter<uint8_t> repeatTimes,               \
        const UnaryRepeatParams& repeatParams) {                                                   \
        isa::RequireRepeats<isa::VecApi::kCompareScalar, PrimT<T>>();                              \
        isa::IssueCompareScalar<T>(                                                                \
            cmpMode, isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst,            \
            isa::Strided(src0, repeatParams.srcBlkStride, repeatParams.srcRepStride), src1Scalar); \
    }                                                                                              \
    template <typename T, typename U, bool isSetMask = true>                                       \
    __aicore__ ASCENDC_ALWAYS_INLINE void name(                                                    \
        const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T src1Scalar,                 \
        CMPMODE cmpMode, const uint64_t mask, isa::Parameter<uint8_t> repeatTimes,                 \
        const UnaryRepeatParams& repeatParams) {                                                   \
        isa::RequireRepeats<isa::VecApi::kCompareScalar, PrimT<T>>();                              \
        isa::IssueCompareScalar<T>(                                                                \
            cmpMode, isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst,           \
            isa::Strided(src0, repeatParams.srcBlkStride, repeatParams.srcRepStride), src1Scalar); \
    }                                                                                              \
    template <typename T, typename U>                                                              \
    __aicore__ ASCENDC_ALWAYS_INLINE void name(                                                    \
        const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T src1Scalar,                 \
        CMPMODE cmpMode, isa::Parameter<uint32_t> calCount) {                                      \
        isa::IssueCompareScalar<T>(cmpMode, isa::TakeCompared<T>(calCount), dst, isa::Flat(src0),  \
                                   src1Scalar);                                                    \
    }
ASCENDC_VEC_COMPARE_SCALAR(CompareScalar)
ASCENDC_VEC_COMPARE_SCALAR(Compares)
#undef ASCENDC_VEC_COMPARE_SCALAR

/// dst = bit ? src0 : src1. Lanes that the mask leaves out keep the old dst.
template <typename T, typename U, bool isSetMask = true>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                              SELMODE selMode, uint64_t mask[], isa::Parameter<uint8_t> repeatTimes,
                              const BinaryRepeatParams& repeatParams) {
    isa::RequireRepeats<isa::VecApi::kSelect, PrimT<T>>();
    isa::IssueSelect<T>(selMode, isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes),
                        selMask.Data(),
                        isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
                        isa::Strided(src0, repeatParams.src0BlkStride, repeatParams.src0RepStride),
                        isa::Strided(src1, repeatParams.src1BlkStride, repeatParams.src1RepStride));
}
template <typename T, typename U, bool isSetMask = true>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                              SELMODE selMode, uint64_t mask, isa::Parameter<uint8_t> repeatTimes,
                              const BinaryRepeatParams& repeatParams) {
    isa::RequireRepeats<isa::VecApi::kSelect, PrimT<T>>();
    isa::IssueSelect<T>(selMode, isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes),
                        selMask.Data(),
                        isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
                        isa::Strided(src0, repeatParams.src0BlkStride, repeatParams.src0RepStride),
                        isa::Strided(src1, repeatParams.src1BlkStride, repeatParams.src1RepStride));
}
template <typename T, typename U>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                              SELMODE selMode, isa::Parameter<uint32_t> calCount) {
    isa::IssueSelect<T>(selMode, isa::TakeCount(calCount), selMask.Data(), isa::Flat(dst),
                        isa::Flat(src0), isa::Flat(src1));
}

/// Selection without a mask argument: lanes by the mask register. The bits are those of the
/// compare-mask register (VSEL_CMPMASK_SPR), or lie where its first word points to.
template <typename T, SELMODE selMode>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                              const LocalTensor<T>& src1, isa::Parameter<uint8_t> repeatTimes,
                              const BinaryRepeatParams& repeatParams) {
    isa::RequireRepeats<isa::VecApi::kSelect, PrimT<T>>();
    isa::IssueSelect<T>(selMode, isa::TakeRegisters(repeatTimes),
                        selMode == SELMODE::VSEL_CMPMASK_SPR ? nullptr : isa::CompareMaskPointer(),
                        isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
                        isa::Strided(src0, repeatParams.src0BlkStride, repeatParams.src0RepStride),
                        isa::Strided(src1, repeatParams.src1BlkStride, repeatParams.src1RepStride));
}

/// The same with running bits, and in place of src1 the scalar in the first element of the
/// compare-mask register.
template <typename T, typename U>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, isa::Parameter<uint8_t> repeatTimes,
                              const BinaryRepeatParams& repeatParams) {
    PrimT<T> scalar;
    __builtin_memcpy(&scalar, isa::CurrentCore().cmp_mask, sizeof(scalar));
    isa::RequireRepeats<isa::VecApi::kSelect, PrimT<T>>();
    isa::IssueSelectScalar<T>(
        SELMODE::VSEL_TENSOR_SCALAR_MODE, isa::TakeRegisters(repeatTimes), selMask.Data(),
        isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
        isa::Strided(src0, repeatParams.src0BlkStride, repeatParams.src0RepStride), scalar);
}

/// dst = bit ? src0 : scalar.
template <typename T, typename U, bool isSetMask = true>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, T src1, SELMODE selMode, uint64_t mask[],
                              isa::Parameter<uint8_t> repeatTimes,
                              const BinaryRepeatParams& repeatParams) {
    isa::RequireRepeats<isa::VecApi::kSelect, PrimT<T>>();
    isa::IssueSelectScalar<T>(
        selMode, isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), selMask.Data(),
        isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
        isa::Strided(src0, repeatParams.src0BlkStride, repeatParams.src0RepStride), src1);
}
template <typename T, typename U, bool isSetMask = true>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, T src1, SELMODE selMode, uint64_t mask,
                              isa::Parameter<uint8_t> repeatTimes,
                              const BinaryRepeatParams& repeatParams) {
    isa::RequireRepeats<isa::VecApi::kSelect, PrimT<T>>();
    isa::IssueSelectScalar<T>(
        selMode, isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), selMask.Data(),
        isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
        isa::Strided(src0, repeatParams.src0BlkStride, repeatParams.src0RepStride), src1);
}
template <typename T, typename U>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, T src1, SELMODE selMode,
                              isa::Parameter<uint32_t> calCount) {
    isa::IssueSelectScalar<T>(selMode, isa::TakeCount(calCount), selMask.Data(), isa::Flat(dst),
                              isa::Flat(src0), src1);
}

}  // namespace AscendC
