// Conversion intrinsics of the device compiler: lanes from the mask registers.
#pragma once

#include "detail/types/raw_address.h"
#include "detail/vector/binary.h"
#include "detail/vector/cast.h"

namespace AscendC::isa {
template <typename To, typename From>
ASCENDC_ALWAYS_INLINE void RawCast(RoundMode mode, To* dst, From* src, uint8_t repeat,
                                   uint16_t dstBlk, uint16_t srcBlk, uint16_t dstRep,
                                   uint16_t srcRep) {
    IssueConversion<To, From>(mode, RegisterShape(repeat), StridedAt(dst, dstBlk, dstRep),
                              StridedAt(src, srcBlk, srcRep));
}
}  // namespace AscendC::isa

#define ASCENDC_RAW_CONVERT(name, to, from, mode)                                                 \
    inline void name(to* dst, from* src, uint8_t repeat, uint16_t dstBlk, uint16_t srcBlk,        \
                     uint16_t dstRep, uint16_t srcRep) {                                          \
        ASCENDC_LACKS_API(#name, 310);                                                            \
        AscendC::isa::RawCast(AscendC::RoundMode::mode, dst, src, repeat, dstBlk, srcBlk, dstRep, \
                              srcRep);                                                            \
    }
/// One name per rounding: to the nearest even, down, up, away from zero, to zero.
#define ASCENDC_RAW_ROUND(name, to, from)              \
    ASCENDC_RAW_CONVERT(name##r, to, from, CAST_RINT)  \
    ASCENDC_RAW_CONVERT(name##f, to, from, CAST_FLOOR) \
    ASCENDC_RAW_CONVERT(name##c, to, from, CAST_CEIL)  \
    ASCENDC_RAW_CONVERT(name##a, to, from, CAST_ROUND) \
    ASCENDC_RAW_CONVERT(name##z, to, from, CAST_TRUNC)
/// Those, and one that rounds as the conversion does by itself.
#define ASCENDC_RAW_ROUND_OR_NOT(name, to, from)   \
    ASCENDC_RAW_CONVERT(name, to, from, CAST_NONE) \
    ASCENDC_RAW_ROUND(name, to, from)

ASCENDC_RAW_CONVERT(vconv_s42f16, AscendC::half, AscendC::int4b_t, CAST_NONE)
ASCENDC_RAW_CONVERT(vconv_s82f16, AscendC::half, int8_t, CAST_NONE)
ASCENDC_RAW_CONVERT(vconv_u82f16, AscendC::half, uint8_t, CAST_NONE)
ASCENDC_RAW_CONVERT(vconv_f162f32, float, AscendC::half, CAST_NONE)
ASCENDC_RAW_CONVERT(vconv_bf162f32, float, AscendC::bfloat16_t, CAST_NONE)
ASCENDC_RAW_CONVERT(vconv_s162f32, float, int16_t, CAST_NONE)
ASCENDC_RAW_CONVERT(vconv_s322s16, int16_t, int32_t, CAST_NONE)
ASCENDC_RAW_CONVERT(vconv_s322s64, int64_t, int32_t, CAST_NONE)
ASCENDC_RAW_CONVERT(vconv_s642s32, int32_t, int64_t, CAST_NONE)
ASCENDC_RAW_CONVERT(vconv_f322f16o, AscendC::half, float, CAST_ODD)
ASCENDC_RAW_ROUND_OR_NOT(vconv_f162s4, AscendC::int4b_t, AscendC::half)
ASCENDC_RAW_ROUND_OR_NOT(vconv_f162s8, int8_t, AscendC::half)
ASCENDC_RAW_ROUND_OR_NOT(vconv_f162u8, uint8_t, AscendC::half)
ASCENDC_RAW_ROUND_OR_NOT(vconv_f322f16, AscendC::half, float)
ASCENDC_RAW_ROUND_OR_NOT(vconv_s162f16, AscendC::half, int16_t)
ASCENDC_RAW_ROUND_OR_NOT(vconv_s322f32, float, int32_t)
ASCENDC_RAW_ROUND(vconv_f162s16, int16_t, AscendC::half)
ASCENDC_RAW_ROUND(vconv_f162s32, int32_t, AscendC::half)
ASCENDC_RAW_ROUND(vconv_bf162s32, int32_t, AscendC::bfloat16_t)
ASCENDC_RAW_ROUND(vconv_f322bf16, AscendC::bfloat16_t, float)
ASCENDC_RAW_ROUND(vconv_f322f32, float, float)
ASCENDC_RAW_ROUND(vconv_f322s16, int16_t, float)
ASCENDC_RAW_ROUND(vconv_f322s32, int32_t, float)
ASCENDC_RAW_ROUND(vconv_f322s64, int64_t, float)
ASCENDC_RAW_ROUND(vconv_s642f32, float, int64_t)
#undef ASCENDC_RAW_ROUND_OR_NOT
#undef ASCENDC_RAW_ROUND

/// Scaled by the register of set_deqscale.
ASCENDC_RAW_CONVERT(vconv_deq, AscendC::half, int32_t, CAST_NONE)
#undef ASCENDC_RAW_CONVERT

inline void set_deqscale(AscendC::half scale) {
    AscendC::SetDeqScale(scale);
}

/// The fused operations with 8-bit or 16-bit results; lanes are counted by the wider type.
#define ASCENDC_RAW_BINARY_CONVERT(name, op, to, from)                                             \
    template <typename... Half>                                                                    \
    inline void name(to* dst, from* src0, from* src1, uint8_t repeat, uint8_t dstBlk,              \
                     uint8_t src0Blk, uint8_t src1Blk, uint8_t dstRep, uint8_t src0Rep,            \
                     uint8_t src1Rep, Half...) {                                                   \
        ASCENDC_LACKS_API(#name, 310);                                                             \
        using namespace AscendC::isa;                                                              \
        IssueBinary<BinaryOp::op, to, from>(RegisterShape(repeat), StridedAt(dst, dstBlk, dstRep), \
                                            StridedAt(src0, src0Blk, src0Rep),                     \
                                            StridedAt(src1, src1Blk, src1Rep));                    \
    }
ASCENDC_RAW_BINARY_CONVERT(vmulconv_f162s8, kMul, int8_t, AscendC::half)
ASCENDC_RAW_BINARY_CONVERT(vmulconv_f162u8, kMul, uint8_t, AscendC::half)
ASCENDC_RAW_BINARY_CONVERT(vaddreluconv_f162s8, kAddRelu, int8_t, AscendC::half)
ASCENDC_RAW_BINARY_CONVERT(vaddreluconv_f322f16, kAddRelu, AscendC::half, float)
ASCENDC_RAW_BINARY_CONVERT(vaddreluconv_s162s8, kAddRelu, int8_t, int16_t)
ASCENDC_RAW_BINARY_CONVERT(vsubreluconv_f162s8, kSubRelu, int8_t, AscendC::half)
ASCENDC_RAW_BINARY_CONVERT(vsubreluconv_f322f16, kSubRelu, AscendC::half, float)
ASCENDC_RAW_BINARY_CONVERT(vsubreluconv_s162s8, kSubRelu, int8_t, int16_t)
#undef ASCENDC_RAW_BINARY_CONVERT
