// Intrinsics of the device compiler that compare, select, gather and sort: lanes from the mask
// registers.
#pragma once

#include <type_traits>

#include "detail/memory/data_copy.h"
#include "detail/types/raw_address.h"
#include "detail/vector/gather.h"
#include "detail/vector/select.h"
#include "detail/vector/sort.h"

// --- comparisons: bits to the compare-mask register (vcmp), or consecutively to dst

#define ASCENDC_RAW_COMPARE(suffix, mode)                                                          \
    template <typename T>                                                                          \
    inline void vcmp_##suffix(T* src0, T* src1, uint8_t, uint8_t, uint8_t src0Blk,                 \
                              uint8_t src1Blk, uint8_t, uint8_t src0Rep, uint8_t src1Rep) {        \
        ASCENDC_LACKS_API("vcmp_" #suffix, 310);                                                   \
        AscendC::isa::IssueCompare<T>(AscendC::CMPMODE::mode, AscendC::isa::RegisterShape(1),      \
                                      AscendC::LocalTensor<uint8_t>(),                             \
                                      AscendC::isa::StridedAt(src0, src0Blk, src0Rep),             \
                                      AscendC::isa::StridedAt(src1, src1Blk, src1Rep));            \
    }                                                                                              \
    template <typename T, typename U>                                                              \
    inline void vcmpv_##suffix(U* dst, T* src0, T* src1, uint8_t repeat, uint8_t, uint8_t src0Blk, \
                               uint8_t src1Blk, uint8_t, uint8_t src0Rep, uint8_t src1Rep) {       \
        ASCENDC_LACKS_API("vcmpv_" #suffix, 310);                                                  \
        AscendC::isa::IssueCompare<T>(AscendC::CMPMODE::mode, AscendC::isa::RegisterShape(repeat), \
                                      AscendC::isa::LocalAt(dst),                                  \
                                      AscendC::isa::StridedAt(src0, src0Blk, src0Rep),             \
                                      AscendC::isa::StridedAt(src1, src1Blk, src1Rep));            \
    }                                                                                              \
    template <typename T, typename U, typename V>                                                  \
    inline void vcmpvs_##suffix(U* dst, T* src, V value, uint8_t repeat, uint16_t,                 \
                                uint16_t srcBlk, uint16_t, uint16_t srcRep) {                      \
        ASCENDC_LACKS_API("vcmpvs_" #suffix, 310);                                                 \
        AscendC::isa::IssueCompareScalar<T>(                                                       \
            AscendC::CMPMODE::mode, AscendC::isa::RegisterShape(repeat),                           \
            AscendC::isa::LocalAt(dst), AscendC::isa::StridedAt(src, srcBlk, srcRep),              \
            static_cast<T>(value));                                                                \
    }
ASCENDC_RAW_COMPARE(lt, LT)
ASCENDC_RAW_COMPARE(gt, GT)
ASCENDC_RAW_COMPARE(eq, EQ)
ASCENDC_RAW_COMPARE(le, LE)
ASCENDC_RAW_COMPARE(ge, GE)
ASCENDC_RAW_COMPARE(ne, NE)
#undef ASCENDC_RAW_COMPARE

template <typename T>
inline void set_cmpmask(T* src) {
    ASCENDC_LACKS_API("set_cmpmask", 310);
    AscendC::isa::Issue(AscendC::isa::VecCompareMask{true, AscendC::isa::ResolveAddress(src)});
}
template <typename T>
inline void get_cmpmask(T* dst) {
    ASCENDC_LACKS_API("get_cmpmask", 310);
    AscendC::isa::Issue(AscendC::isa::VecCompareMask{false, AscendC::isa::ResolveAddress(dst)});
}

/// dst = bit ? src0 : src1. Mode 0: the bits of the compare-mask register, again in each repeat;
/// 1: src1 is where the bits lie and the register holds the scalar; 2: the register holds the
/// address of the bits.
template <typename T, typename U>
inline void vsel(T* dst, T* src0, U* src1, uint8_t repeat, uint8_t dstBlk, uint8_t src0Blk,
                 uint8_t src1Blk, uint8_t dstRep, uint8_t src0Rep, uint8_t src1Rep,
                 uint8_t mode = 0) {
    ASCENDC_LACKS_API("vsel", 310);
    using AscendC::SELMODE;
    const AscendC::BinaryRepeatParams params(dstBlk, src0Blk, src1Blk, dstRep, src0Rep, src1Rep);
    const auto to = AscendC::isa::LocalAt(dst);
    const auto from = AscendC::isa::LocalAt(src0);
    if (mode == 1) {
        AscendC::Select(to, AscendC::isa::LocalAt(src1), from, repeat, params);
        return;
    }
    const auto other = AscendC::isa::LocalAt(reinterpret_cast<T*>(src1));
    if (mode == 0) {
        AscendC::Select<T, SELMODE::VSEL_CMPMASK_SPR>(to, from, other, repeat, params);
    } else {
        AscendC::Select<T, SELMODE::VSEL_TENSOR_TENSOR_MODE>(to, from, other, repeat, params);
    }
}

// --- gathers: places in the unified buffer as addresses of 32 bits

/// dst[i] = the element at byte `base` + offsets[i] of the unified buffer.
template <typename T>
inline void vgather(T* dst, uint32_t* offsets, uint32_t base, uint16_t dstRep, uint8_t repeat) {
    ASCENDC_LACKS_API("vgather", 310);
    AscendC::isa::Issue(AscendC::isa::VecGather{
        sizeof(T), AscendC::isa::RegisterShape(repeat), AscendC::isa::StridedAt(dst, 1, dstRep),
        AscendC::isa::LocalAddress(base), 0, AscendC::isa::ResolveAddress(offsets)});
}
/// One block of 32 bytes per offset.
template <typename T>
inline void vgatherb(T* dst, uint32_t* offsets, uint32_t base, uint16_t dstRep, uint16_t dstBlk,
                     uint8_t repeat) {
    ASCENDC_LACKS_API("vgatherb", 310);
    AscendC::isa::Issue(AscendC::isa::VecGatherBlocks{
        repeat, AscendC::isa::StridedAt(dst, dstBlk, dstRep), AscendC::isa::LocalAddress(base),
        AscendC::isa::ResolveAddress(offsets)});
}

/// Writes the elements that `pattern` (0: the bits at src1) selects consecutively. In
/// counter mode the mask counts the elements of a repeat. src1 may be nullptr for other patterns.
template <typename T>
inline void vreducev2(T* dst, T* src0, std::common_type_t<T>* src1, uint16_t repeat,
                      uint8_t src0Blk, uint8_t pattern, uint16_t src0Rep, uint8_t src1Rep) {
    ASCENDC_LACKS_API("vreducev2", 310);
    using namespace AscendC::isa;
    const Core& core = CurrentCore();
    const bool counts = core.mask_mode == MaskMode::kCounter;
    const uint32_t per_repeat = counts ? static_cast<uint32_t>(core.mask[0])
                                       : kRepeatBytes / static_cast<uint32_t>(sizeof(T));
    uint64_t gathered = 0;
    Issue(VecGatherMask{sizeof(T), pattern, per_repeat, repeat, per_repeat, src1Rep,
                        ResolveAddress(dst), StridedAt(src0, src0Blk, src0Rep),
                        ResolveAddress(src1), &gathered});
}
/// Elements that the last vreducev2 wrote.
inline int64_t get_rsvd_cnt() {
    AscendC::isa::Note(AscendC::isa::RegisterEvent{"RSVD_CNT"});
    return static_cast<int64_t>(AscendC::isa::CurrentCore().gather_count);
}

/// Records of the four lists that the last merge took, 16 bits each.
inline int64_t get_vms4_sr() {
    AscendC::isa::Note(AscendC::isa::RegisterEvent{"VMS4_SR"});
    const auto& counts = AscendC::isa::CurrentCore().sort_counts;
    return static_cast<int64_t>(uint64_t{counts[3]} << 48 | uint64_t{counts[2]} << 32 |
                                uint64_t{counts[1]} << 16 | counts[0]);
}

/// Per repeat: 32 scores with their indices become 32 records, by descending score.
template <typename T>
inline void vbitsort(T* dst, T* scores, uint32_t* indices, uint8_t repeat) {
    ASCENDC_LACKS_API("vbitsort", 310);
    AscendC::Sort32(AscendC::isa::LocalAt(dst), AscendC::isa::LocalAt(scores),
                    AscendC::isa::LocalAt(indices), repeat);
}
