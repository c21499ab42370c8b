// Ascend C for C: functions on addresses of the unified buffer. Each instruction has a form with
// strides, whose lanes the mask registers choose; one for `count` elements; and the latter with
// `_sync`, which waits for its result.
#pragma once

#include "detail/core/c_registers.h"
#include "kernel_operator.h"

namespace AscendC::isa {
constexpr uint16_t kDefaultRepeatStride = 8;

/// Runs an instruction for `count` elements: the mask counts them.
template <typename Instruction>
ASCENDC_ALWAYS_INLINE void ForCount(uint32_t count, const Instruction& instruction) {
    SetMaskCount();
    set_vector_mask(0, count);
    instruction();
    SetMaskNorm();
    ResetMask(CurrentCore());
}

/// Stride of the repeats of To when an instruction has elements of To and From.
template <typename To, typename From>
constexpr uint16_t RepeatStride() {
    return kBitsOf<To> >= kBitsOf<From> ? kDefaultRepeatStride
                                        : kDefaultRepeatStride * kBitsOf<To> / kBitsOf<From>;
}
}  // namespace AscendC::isa

// --- the core

inline void asc_init() {
    AscendC::InitSocState();
}
inline int64_t asc_get_block_idx() {
    return AscendC::GetBlockIdx();
}
inline int64_t asc_get_block_num() {
    return AscendC::GetBlockNum();
}
inline int64_t asc_get_sub_block_id() {
    return AscendC::GetSubBlockIdx();
}
inline int64_t asc_get_sub_block_num() {
    return AscendC::GetSubBlockNum();
}
inline int64_t asc_get_system_cycle() {
    return AscendC::GetSystemCycle();
}
inline int64_t asc_get_ctrl() {
    return static_cast<int64_t>(get_ctrl());
}
inline void asc_set_ctrl(uint64_t config) {
    set_ctrl(config);
}
inline void asc_set_mask_count() {
    AscendC::SetMaskCount();
}
inline void asc_set_mask_norm() {
    AscendC::SetMaskNorm();
}
inline void asc_set_vector_mask(uint64_t mask1, uint64_t mask0) {
    set_vector_mask(mask1, mask0);
}

// --- synchronisation

inline void asc_sync() {
    pipe_barrier(PIPE_ALL);
}
inline void asc_sync_vec() {
    pipe_barrier(PIPE_V);
}
#define asc_sync_pipe(pipe) pipe_barrier(pipe)
#define asc_sync_notify(pipe, tpipe, id) set_flag(pipe, tpipe, id)
#define asc_sync_wait(pipe, tpipe, id) wait_flag(pipe, tpipe, id)

// --- moves: whole blocks of 32 bytes, sizes in bytes; `_align` ends at any byte

#define ASCENDC_C_COPY(name, intrinsic)                                                         \
    inline void name(void* dst, const void* src, uint16_t n_burst, uint16_t len_burst,          \
                     uint16_t src_gap, uint16_t dst_gap) {                                      \
        intrinsic(static_cast<uint8_t*>(dst), static_cast<uint8_t*>(const_cast<void*>(src)), 0, \
                  n_burst, len_burst, src_gap, dst_gap);                                        \
    }                                                                                           \
    inline void name(void* dst, const void* src, uint32_t size) {                               \
        name(dst, src, 1, static_cast<uint16_t>(size / AscendC::isa::kBlock), 0, 0);            \
    }                                                                                           \
    inline void name##_sync(void* dst, const void* src, uint32_t size) {                        \
        name(dst, src, size);                                                                   \
        asc_sync();                                                                             \
    }
ASCENDC_C_COPY(asc_copy_gm2ub, copy_gm_to_ubuf)
ASCENDC_C_COPY(asc_copy_ub2gm, copy_ubuf_to_gm)
ASCENDC_C_COPY(asc_copy_ub2ub, copy_ubuf_to_ubuf)
#undef ASCENDC_C_COPY

#define ASCENDC_C_ALIGN(name, issue)                         \
    template <typename T>                                    \
    inline void name(T* dst, T* src, uint32_t size) {        \
        AscendC::isa::issue;                                 \
    }                                                        \
    template <typename T>                                    \
    inline void name##_sync(T* dst, T* src, uint32_t size) { \
        name(dst, src, size);                                \
        asc_sync();                                          \
    }
ASCENDC_C_ALIGN(asc_copy_gm2ub_align, RawAlignIn<sizeof(T)>(dst, src, 1, size, 0, 0, 0, 0))
ASCENDC_C_ALIGN(asc_copy_ub2gm_align, RawAlignOut<sizeof(T)>(dst, src, 1, size, 0, 0))
#undef ASCENDC_C_ALIGN

// --- arithmetic

#define ASCENDC_C_BINARY(name, intrinsic)                                                          \
    template <typename T, typename U>                                                              \
    inline void name(T* dst, U* src0, U* src1, uint8_t repeat, uint8_t dst_blk, uint8_t src0_blk,  \
                     uint8_t src1_blk, uint8_t dst_rep, uint8_t src0_rep, uint8_t src1_rep) {      \
        intrinsic(dst, src0, src1, repeat, dst_blk, src0_blk, src1_blk, dst_rep, src0_rep,         \
                  src1_rep);                                                                       \
    }                                                                                              \
    template <typename T, typename U>                                                              \
    inline void name(T* dst, U* src0, U* src1, uint32_t count) {                                   \
        constexpr auto to = AscendC::isa::RepeatStride<T, U>();                                    \
        constexpr auto from = AscendC::isa::RepeatStride<U, T>();                                  \
        AscendC::isa::ForCount(count, [&] { name(dst, src0, src1, 1, 1, 1, 1, to, from, from); }); \
    }                                                                                              \
    template <typename T, typename U>                                                              \
    inline void name##_sync(T* dst, U* src0, U* src1, uint32_t count) {                            \
        name(dst, src0, src1, count);                                                              \
        asc_sync();                                                                                \
    }
ASCENDC_C_BINARY(asc_add, vadd)
ASCENDC_C_BINARY(asc_sub, vsub)
ASCENDC_C_BINARY(asc_mul, vmul)
ASCENDC_C_BINARY(asc_div, vdiv)
ASCENDC_C_BINARY(asc_max, vmax)
ASCENDC_C_BINARY(asc_min, vmin)
ASCENDC_C_BINARY(asc_and, vand)
ASCENDC_C_BINARY(asc_or, vor)
ASCENDC_C_BINARY(asc_add_relu, vaddrelu)
ASCENDC_C_BINARY(asc_sub_relu, vsubrelu)
ASCENDC_C_BINARY(asc_mul_add, vmadd)
ASCENDC_C_BINARY(asc_mul_add_relu, vmaddrelu)
ASCENDC_C_BINARY(asc_fma, vmla)
#undef ASCENDC_C_BINARY

#define ASCENDC_C_SCALAR(name, intrinsic, scalar)                                         \
    template <typename T, typename U>                                                     \
    inline void name(T* dst, U* src, scalar value, uint8_t repeat, uint16_t dst_blk,      \
                     uint16_t src_blk, uint16_t dst_rep, uint16_t src_rep) {              \
        intrinsic(dst, src, value, repeat, dst_blk, src_blk, dst_rep, src_rep);           \
    }                                                                                     \
    template <typename T, typename U>                                                     \
    inline void name(T* dst, U* src, scalar value, uint32_t count) {                      \
        constexpr auto to = AscendC::isa::RepeatStride<T, U>();                           \
        constexpr auto from = AscendC::isa::RepeatStride<U, T>();                         \
        AscendC::isa::ForCount(count, [&] { name(dst, src, value, 1, 1, 1, to, from); }); \
    }                                                                                     \
    template <typename T, typename U>                                                     \
    inline void name##_sync(T* dst, U* src, scalar value, uint32_t count) {               \
        name(dst, src, value, count);                                                     \
        asc_sync();                                                                       \
    }
ASCENDC_C_SCALAR(asc_add_scalar, vadds, U)
ASCENDC_C_SCALAR(asc_mul_scalar, vmuls, U)
ASCENDC_C_SCALAR(asc_max_scalar, vmaxs, U)
ASCENDC_C_SCALAR(asc_min_scalar, vmins, U)
ASCENDC_C_SCALAR(asc_leakyrelu, vlrelu, U)
ASCENDC_C_SCALAR(asc_axpy, vaxpy, U)
ASCENDC_C_SCALAR(asc_shiftleft, vshl, uint32_t)
ASCENDC_C_SCALAR(asc_shiftright, vshr, int32_t)
#undef ASCENDC_C_SCALAR

#define ASCENDC_C_UNARY(name, intrinsic)                                                 \
    template <typename T, typename U>                                                    \
    inline void name(T* dst, U* src, uint8_t repeat, uint16_t dst_blk, uint16_t src_blk, \
                     uint16_t dst_rep, uint16_t src_rep) {                               \
        intrinsic(dst, src, repeat, dst_blk, src_blk, static_cast<uint8_t>(dst_rep),     \
                  static_cast<uint8_t>(src_rep));                                        \
    }                                                                                    \
    template <typename T, typename U>                                                    \
    inline void name(T* dst, U* src, uint32_t count) {                                   \
        constexpr auto to = AscendC::isa::RepeatStride<T, U>();                          \
        constexpr auto from = AscendC::isa::RepeatStride<U, T>();                        \
        AscendC::isa::ForCount(count, [&] { name(dst, src, 1, 1, 1, to, from); });       \
    }                                                                                    \
    template <typename T, typename U>                                                    \
    inline void name##_sync(T* dst, U* src, uint32_t count) {                            \
        name(dst, src, count);                                                           \
        asc_sync();                                                                      \
    }
ASCENDC_C_UNARY(asc_exp, vexp)
ASCENDC_C_UNARY(asc_log, vln)
ASCENDC_C_UNARY(asc_abs, vabs)
ASCENDC_C_UNARY(asc_rcp, vrec)
ASCENDC_C_UNARY(asc_sqrt, vsqrt)
ASCENDC_C_UNARY(asc_rsqrt, vrsqrt)
ASCENDC_C_UNARY(asc_relu, vrelu)
ASCENDC_C_UNARY(asc_not, vnot)

// --- conversions: rn to the nearest even, rna away from zero, rd down, ru up, rz to zero

#define ASCENDC_C_ROUND(name, intrinsic)            \
    ASCENDC_C_UNARY(asc_##name##_rn, intrinsic##r)  \
    ASCENDC_C_UNARY(asc_##name##_rna, intrinsic##a) \
    ASCENDC_C_UNARY(asc_##name##_rd, intrinsic##f)  \
    ASCENDC_C_UNARY(asc_##name##_ru, intrinsic##c)  \
    ASCENDC_C_UNARY(asc_##name##_rz, intrinsic##z)
ASCENDC_C_UNARY(asc_int42half, vconv_s42f16)
ASCENDC_C_UNARY(asc_int82half, vconv_s82f16)
ASCENDC_C_UNARY(asc_uint82half, vconv_u82f16)
ASCENDC_C_UNARY(asc_half2float, vconv_f162f32)
ASCENDC_C_UNARY(asc_bfloat162float, vconv_bf162f32)
ASCENDC_C_UNARY(asc_int162float, vconv_s162f32)
ASCENDC_C_UNARY(asc_int322int16, vconv_s322s16)
ASCENDC_C_UNARY(asc_int322int64, vconv_s322s64)
ASCENDC_C_UNARY(asc_int642int32, vconv_s642s32)
ASCENDC_C_UNARY(asc_float2half, vconv_f322f16)
ASCENDC_C_UNARY(asc_float2half_ro, vconv_f322f16o)
ASCENDC_C_UNARY(asc_half2int4, vconv_f162s4)
ASCENDC_C_UNARY(asc_half2int8, vconv_f162s8)
ASCENDC_C_UNARY(asc_half2uint8, vconv_f162u8)
ASCENDC_C_UNARY(asc_int162half, vconv_s162f16)
ASCENDC_C_UNARY(asc_int322float, vconv_s322f32)
ASCENDC_C_ROUND(float2half, vconv_f322f16)
ASCENDC_C_ROUND(half2int4, vconv_f162s4)
ASCENDC_C_ROUND(half2int8, vconv_f162s8)
ASCENDC_C_ROUND(half2uint8, vconv_f162u8)
ASCENDC_C_ROUND(int162half, vconv_s162f16)
ASCENDC_C_ROUND(int322float, vconv_s322f32)
ASCENDC_C_ROUND(half2int16, vconv_f162s16)
ASCENDC_C_ROUND(half2int32, vconv_f162s32)
ASCENDC_C_ROUND(bfloat162int32, vconv_bf162s32)
ASCENDC_C_ROUND(float2bfloat16, vconv_f322bf16)
ASCENDC_C_ROUND(float2float, vconv_f322f32)
ASCENDC_C_ROUND(float2int16, vconv_f322s16)
ASCENDC_C_ROUND(float2int32, vconv_f322s32)
ASCENDC_C_ROUND(float2int64, vconv_f322s64)
ASCENDC_C_ROUND(int642float, vconv_s642f32)
#undef ASCENDC_C_ROUND
#undef ASCENDC_C_UNARY

// --- fills

template <typename T>
inline void asc_duplicate(T* dst, T value, uint8_t repeat, uint16_t dst_blk, uint16_t dst_rep) {
    vector_dup(dst, value, repeat, dst_blk, 1, static_cast<uint8_t>(dst_rep), 0);
}
template <typename T>
inline void asc_duplicate(T* dst, T value, uint32_t count) {
    AscendC::isa::ForCount(count, [&] { asc_duplicate(dst, value, 1, 1, 8); });
}
template <typename T>
inline void asc_duplicate_sync(T* dst, T value, uint32_t count) {
    asc_duplicate(dst, value, count);
    asc_sync();
}
