// Vector intrinsics of the device compiler that operators call: the same instructions, strides
// flattened, lanes from the mask registers.
#pragma once

#include "detail/memory/data_copy.h"
#include "detail/types/raw_address.h"
#include "detail/vector/binary.h"
#include "detail/vector/fill.h"
#include "detail/vector/reduce.h"
#include "detail/vector/scalar.h"
#include "detail/vector/transpose.h"
#include "detail/vector/unary.h"

/// Address registers of scatter_vnchwconv: eight addresses each.
enum ub_addr8_t { VA0 = 0, VA1, VA2, VA3, VA4, VA5, VA6, VA7 };

inline void set_va_reg_sb(ub_addr8_t reg, const uint64_t* addresses) {
    for (int i = 0; i < 8; ++i) {
        AscendC::isa::CurrentCore().va[reg][i] = addresses[i];
    }
}

namespace AscendC::isa {
inline uint64_t AddressOfRegister(int reg, int i) {
    auto* address = reinterpret_cast<uint8_t*>(CurrentCore().va[reg][i]);
    return reinterpret_cast<uint64_t>(ResolveAddress(address));
}
/// Two consecutive registers make a list of 16 addresses.
template <typename T>
ASCENDC_ALWAYS_INLINE void IssueConvRegisters(ub_addr8_t dst, ub_addr8_t src,
                                              const TransDataTo5HDParams& params) {
    uint64_t to[NCHW_CONV_ADDR_LIST_SIZE];
    uint64_t from[NCHW_CONV_ADDR_LIST_SIZE];
    for (int i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        to[i] = AddressOfRegister(dst + i / 8, i % 8);
        from[i] = AddressOfRegister(src + i / 8, i % 8);
    }
    IssueConv5Hd<T>(to, from, params);
}
}  // namespace AscendC::isa

inline void scatter_vnchwconv_b16(ub_addr8_t dst, ub_addr8_t src, uint8_t repeat,
                                  uint16_t dstStride, uint16_t srcStride) {
    ASCENDC_LACKS_API("scatter_vnchwconv_b16", 310);
    AscendC::isa::IssueConvRegisters<uint16_t>(dst, src,
                                               {false, false, repeat, dstStride, srcStride});
}
inline void scatter_vnchwconv_b32(ub_addr8_t dst, ub_addr8_t src, uint8_t repeat,
                                  uint16_t dstStride, uint16_t srcStride) {
    ASCENDC_LACKS_API("scatter_vnchwconv_b32", 310);
    AscendC::isa::IssueConvRegisters<uint32_t>(dst, src,
                                               {false, false, repeat, dstStride, srcStride});
}
inline void scatter_vnchwconv_b8(ub_addr8_t dst, ub_addr8_t src, uint8_t repeat, uint16_t dstStride,
                                 uint16_t srcStride, bool dstHighHalf, bool srcHighHalf) {
    ASCENDC_LACKS_API("scatter_vnchwconv_b8", 310);
    AscendC::isa::IssueConvRegisters<uint8_t>(
        dst, src, {dstHighHalf, srcHighHalf, repeat, dstStride, srcStride});
}

/// 16x16 matrix of 2-byte elements.
inline void vtranspose(uint16_t* dst, uint16_t* src) {
    ASCENDC_LACKS_API("vtranspose", 310);
    AscendC::isa::Issue(AscendC::isa::VecTranspose16{AscendC::isa::ResolveAddress(dst),
                                                     AscendC::isa::ResolveAddress(src)});
}

/// `channels` planes of `pixels` elements to interleaved channels (mode 0), or back (mode 1).
template <typename T>
inline void v4dtrans(T* dst, T* src, uint16_t pixels, uint16_t channels, bool mode) {
    ASCENDC_LACKS_API("v4dtrans", 310);
    const int64_t plane = pixels, pixel = channels;
    AscendC::isa::VecPermute record = {sizeof(T),
                                       2,
                                       {channels, pixels},
                                       {},
                                       {},
                                       AscendC::isa::ResolveAddress(dst),
                                       AscendC::isa::ResolveAddress(src)};
    record.src_strides[0] = mode ? 1 : plane;
    record.src_strides[1] = mode ? pixel : 1;
    record.dst_strides[0] = mode ? plane : 1;
    record.dst_strides[1] = mode ? 1 : pixel;
    AscendC::isa::Issue(record);
}

inline void set_vector_mask(uint64_t high, uint64_t low) {
    AscendC::isa::SetMask(AscendC::isa::CurrentCore(), high, low);
}
inline void set_mask_count() {
    AscendC::SetMaskCount();
}
inline void set_mask_norm() {
    AscendC::SetMaskNorm();
}

template <typename T, typename U>
inline void vector_dup(T* dst, U value, uint8_t repeat, uint16_t dstBlk, uint16_t, uint8_t dstRep,
                       uint8_t) {
    ASCENDC_LACKS_API("vector_dup", 310);
    AscendC::isa::IssueDuplicate<T>(AscendC::isa::RegisterShape(repeat),
                                    AscendC::isa::StridedAt(dst, dstBlk, dstRep),
                                    static_cast<T>(value));
}

#define ASCENDC_RAW_BINARY(name, op)                                                            \
    template <typename T>                                                                       \
    inline void name(T* dst, T* src0, T* src1, uint8_t repeat, uint8_t dstBlk, uint8_t src0Blk, \
                     uint8_t src1Blk, uint8_t dstRep, uint8_t src0Rep, uint8_t src1Rep) {       \
        ASCENDC_LACKS_API(#name, 310);                                                          \
        AscendC::isa::IssueBinary<AscendC::isa::BinaryOp::op, T>(                               \
            AscendC::isa::RegisterShape(repeat), AscendC::isa::StridedAt(dst, dstBlk, dstRep),  \
            AscendC::isa::StridedAt(src0, src0Blk, src0Rep),                                    \
            AscendC::isa::StridedAt(src1, src1Blk, src1Rep));                                   \
    }
ASCENDC_RAW_BINARY(vadd, kAdd)
ASCENDC_RAW_BINARY(vsub, kSub)
ASCENDC_RAW_BINARY(vmul, kMul)
ASCENDC_RAW_BINARY(vdiv, kDiv)
ASCENDC_RAW_BINARY(vmax, kMax)
ASCENDC_RAW_BINARY(vmin, kMin)
ASCENDC_RAW_BINARY(vand, kAnd)
ASCENDC_RAW_BINARY(vor, kOr)
ASCENDC_RAW_BINARY(vaddrelu, kAddRelu)
ASCENDC_RAW_BINARY(vsubrelu, kSubRelu)
ASCENDC_RAW_BINARY(vmadd, kFusedMulAdd)
ASCENDC_RAW_BINARY(vmaddrelu, kFusedMulAddRelu)
#undef ASCENDC_RAW_BINARY

/// dst += src0 * src1; dst float may take half sources.
template <typename T, typename U>
inline void vmla(T* dst, U* src0, U* src1, uint8_t repeat, uint8_t dstBlk, uint8_t src0Blk,
                 uint8_t src1Blk, uint8_t dstRep, uint8_t src0Rep, uint8_t src1Rep) {
    ASCENDC_LACKS_API("vmla", 310);
    AscendC::isa::IssueBinary<AscendC::isa::BinaryOp::kMulAddDst, T, U>(
        AscendC::isa::RegisterShape(repeat), AscendC::isa::StridedAt(dst, dstBlk, dstRep),
        AscendC::isa::StridedAt(src0, src0Blk, src0Rep),
        AscendC::isa::StridedAt(src1, src1Blk, src1Rep));
}

#define ASCENDC_RAW_UNARY(name, op)                                                            \
    template <typename T>                                                                      \
    inline void name(T* dst, T* src, uint8_t repeat, uint16_t dstBlk, uint16_t srcBlk,         \
                     uint8_t dstRep, uint8_t srcRep) {                                         \
        ASCENDC_LACKS_API(#name, 310);                                                         \
        AscendC::isa::IssueUnary<AscendC::isa::UnaryOp::op, T>(                                \
            AscendC::isa::RegisterShape(repeat), AscendC::isa::StridedAt(dst, dstBlk, dstRep), \
            AscendC::isa::StridedAt(src, srcBlk, srcRep));                                     \
    }
ASCENDC_RAW_UNARY(vexp, kExp)
ASCENDC_RAW_UNARY(vln, kLn)
ASCENDC_RAW_UNARY(vabs, kAbs)
ASCENDC_RAW_UNARY(vrec, kReciprocal)
ASCENDC_RAW_UNARY(vsqrt, kSqrt)
ASCENDC_RAW_UNARY(vrsqrt, kRsqrt)
ASCENDC_RAW_UNARY(vrelu, kRelu)
ASCENDC_RAW_UNARY(vnot, kNot)
#undef ASCENDC_RAW_UNARY

namespace AscendC::isa {
template <ScalarOp op, typename T, typename U>
ASCENDC_ALWAYS_INLINE void RawScalar(T* dst, U* src, U value, uint8_t repeat, uint16_t dstBlk,
                                     uint16_t srcBlk, uint16_t dstRep, uint16_t srcRep) {
    IssueScalar<op, T, U>(RegisterShape(repeat), StridedAt(dst, dstBlk, dstRep),
                          StridedAt(src, srcBlk, srcRep), value);
}
}  // namespace AscendC::isa

#define ASCENDC_RAW_SCALAR(name, op)                                                            \
    template <typename T, typename V>                                                           \
    inline void name(T* dst, T* src, V value, uint8_t repeat, uint16_t dstBlk, uint16_t srcBlk, \
                     uint16_t dstRep, uint16_t srcRep) {                                        \
        ASCENDC_LACKS_API(#name, 310);                                                          \
        AscendC::isa::RawScalar<AscendC::isa::ScalarOp::op>(                                    \
            dst, src, static_cast<T>(value), repeat, dstBlk, srcBlk, dstRep, srcRep);           \
    }
ASCENDC_RAW_SCALAR(vadds, kAdds)
ASCENDC_RAW_SCALAR(vmuls, kMuls)
ASCENDC_RAW_SCALAR(vmaxs, kMaxs)
ASCENDC_RAW_SCALAR(vmins, kMins)
ASCENDC_RAW_SCALAR(vlrelu, kLeakyRelu)
ASCENDC_RAW_SCALAR(vshl, kShiftLeft)
#undef ASCENDC_RAW_SCALAR

/// Arithmetic for signed types; `round` adds the last bit shifted out.
template <typename T>
inline void vshr(T* dst, T* src, int32_t distance, uint8_t repeat, uint16_t dstBlk, uint16_t srcBlk,
                 uint16_t dstRep, uint16_t srcRep, bool round = false) {
    ASCENDC_LACKS_API("vshr", 310);
    using AscendC::isa::ScalarOp;
    const T value = static_cast<T>(distance);
    if constexpr (std::is_signed_v<T>) {  // as ShiftRight
        if (round) {
            AscendC::isa::RawScalar<ScalarOp::kShiftRightRound>(dst, src, value, repeat, dstBlk,
                                                                srcBlk, dstRep, srcRep);
            return;
        }
    }
    AscendC::isa::RawScalar<ScalarOp::kShiftRight>(dst, src, value, repeat, dstBlk, srcBlk, dstRep,
                                                   srcRep);
}

/// dst += src * value; dst float may take half src.
template <typename T, typename U, typename V>
inline void vaxpy(T* dst, U* src, V value, uint8_t repeat, uint16_t dstBlk, uint16_t srcBlk,
                  uint16_t dstRep, uint16_t srcRep) {
    ASCENDC_LACKS_API("vaxpy", 310);
    AscendC::isa::RawScalar<AscendC::isa::ScalarOp::kAxpy>(dst, src, static_cast<U>(value), repeat,
                                                           dstBlk, srcBlk, dstRep, srcRep);
}

/// Copies lanes.
template <typename T>
inline void vcopy(T* dst, T* src, uint8_t repeat, uint16_t dstBlk, uint16_t srcBlk, uint16_t dstRep,
                  uint16_t srcRep) {
    ASCENDC_LACKS_API("vcopy", 310);
    AscendC::Copy<T, false>(AscendC::isa::LocalAt(dst), AscendC::isa::LocalAt(src),
                            AscendC::MASK_PLACEHOLDER, repeat,
                            AscendC::CopyRepeatParams(dstBlk, srcBlk, dstRep, srcRep));
}

/// Each repeat broadcasts 8 elements over 8 blocks.
template <typename T>
inline void vbrcb(T* dst, T* src, uint16_t dstBlk, uint16_t dstRep, uint8_t repeat) {
    ASCENDC_LACKS_API("vbrcb", 310);
    AscendC::isa::Issue(AscendC::isa::VecBrcb{sizeof(T), repeat,
                                              AscendC::isa::StridedAt(dst, dstBlk, dstRep),
                                              AscendC::isa::ResolveAddress(src)});
}

/// One sum per repeat, dstRep elements apart; with `accumulate` only the register receives the sum
/// of all.
template <typename T>
inline void vcadd(T* dst, T* src, uint8_t repeat, uint16_t dstRep, uint16_t srcBlk, uint16_t srcRep,
                  bool accumulate) {
    ASCENDC_LACKS_API("vcadd", 310);
    using namespace AscendC::isa;
    const VecOperand from = StridedAt(src, srcBlk, srcRep);
    if (accumulate) {
        Issue(VecReduceAll{ReduceOp::kSum, false, SumOrder::kInTurn, DTypeOf<T>,
                           RegisterShape(repeat), nullptr, from});
    } else {
        Issue(VecReduce{ReduceOp::kSum, ReduceSpan::kRepeat, ReduceLayout::kValue, DTypeOf<T>,
                        RegisterShape(repeat), ResolveAddress(dst),
                        static_cast<uint32_t>(dstRep * sizeof(T)), from});
    }
}

#define ASCENDC_RAW_REDUCE_PARTS(name, op, span)                                                  \
    template <typename T>                                                                         \
    inline void name(T* dst, T* src, uint8_t repeat, uint16_t dstRep, uint16_t srcBlk,            \
                     uint16_t srcRep) {                                                           \
        ASCENDC_LACKS_API(#name, 310);                                                            \
        using namespace AscendC::isa;                                                             \
        IssueParts<VecApi::kBlockReduceSum, T>(ReduceOp::op, ReduceSpan::span,                    \
                                               RegisterShape(repeat), LocalAt(dst), LocalAt(src), \
                                               dstRep, srcBlk, srcRep);                           \
    }
ASCENDC_RAW_REDUCE_PARTS(vcgadd, kSum, kBlock)
ASCENDC_RAW_REDUCE_PARTS(vcgmax, kMax, kBlock)
ASCENDC_RAW_REDUCE_PARTS(vcgmin, kMin, kBlock)
ASCENDC_RAW_REDUCE_PARTS(vcpadd, kSum, kPair)
#undef ASCENDC_RAW_REDUCE_PARTS

/// What vcmax and vcmin leave of each repeat.
enum Order_t : uint8_t { VALUE_INDEX = 0, INDEX_VALUE, ONLY_VALUE, ONLY_INDEX };

#define ASCENDC_RAW_REDUCE_WHOLE(name, op)                                                 \
    template <typename T>                                                                  \
    inline void name(T* dst, T* src, uint8_t repeat, uint16_t dstRep, uint16_t srcBlk,     \
                     uint16_t srcRep, Order_t order = Order_t::VALUE_INDEX) {              \
        ASCENDC_LACKS_API(#name, 310);                                                     \
        using namespace AscendC::isa;                                                      \
        IssueWhole<VecApi::kWholeReduceMax, T>(                                            \
            ReduceOp::op, static_cast<AscendC::ReduceOrder>(order), RegisterShape(repeat), \
            LocalAt(dst), LocalAt(src), dstRep, srcBlk, srcRep);                           \
    }
ASCENDC_RAW_REDUCE_WHOLE(vcmax, kMax)
ASCENDC_RAW_REDUCE_WHOLE(vcmin, kMin)
#undef ASCENDC_RAW_REDUCE_WHOLE
