// The device compiler's builtin instructions for synchronisation, data movement and special
// registers, for kernels that use them directly.
#pragma once

#include "detail/core/scalar.h"
#include "detail/core/sysvar.h"
#include "detail/memory/data_copy.h"

namespace AscendC::isa {

/// Reads as an index of the block that runs.
template <uint32_t Core::* Member>
struct IndexProbe {
    operator int64_t() const { return CurrentCore().*Member; }
};

template <typename Dst, typename Src>
inline void RawCopy(Hardware dst_memory, Hardware src_memory, Dst* dst, const Src* src,
                    uint32_t count, uint64_t bytes, uint64_t src_pitch, uint64_t dst_pitch) {
    MoveRecord record = {};
    record.op = MoveOp::kCopy;
    record.dtype = DTypeOf<std::remove_cv_t<Dst>>;
    record.src_memory = src_memory;
    record.dst_memory = dst_memory;
    record.dst = ResolveAddress(dst_memory, reinterpret_cast<uint8_t*>(dst));
    record.src = ResolveAddress(src_memory, reinterpret_cast<const uint8_t*>(src));
    record.count = count;
    record.bytes = bytes;
    record.src_pitch = static_cast<int64_t>(src_pitch);
    record.dst_pitch = static_cast<int64_t>(dst_pitch);
    record.element = 1;
    Issue(record);
}

/// Copies with lengths and gaps in blocks of 32 bytes.
template <typename Dst, typename Src>
inline void RawBlockCopy(Hardware dst_memory, Hardware src_memory, Dst* dst, const Src* src,
                         uint32_t count, uint32_t blocks, uint32_t src_gap, uint32_t dst_gap) {
    RawCopy(dst_memory, src_memory, dst, src, count, uint64_t{blocks} * kBlock,
            (uint64_t{blocks} + src_gap) * kBlock, (uint64_t{blocks} + dst_gap) * kBlock);
}

}  // namespace AscendC::isa

namespace AscendC {
/// The raw register that the last summing reduction left its result in.
inline uint64_t GetAccVal() {
    isa::Note(isa::RegisterEvent{"ACC_VAL"});
    return isa::CurrentCore().acc_val;
}
}  // namespace AscendC
inline uint64_t get_acc_val() {
    return AscendC::GetAccVal();
}
inline uint64_t get_max_min_cnt() {
    AscendC::isa::Note(AscendC::isa::RegisterEvent{"MAX_MIN_CNT"});
    const AscendC::isa::Core& core = AscendC::isa::CurrentCore();
    return (core.max_min_value & 0xffffffffu) | core.max_min_index << 32;
}

inline constexpr AscendC::isa::IndexProbe<&AscendC::isa::Core::block_idx> block_idx{};
inline constexpr AscendC::isa::IndexProbe<&AscendC::isa::Core::block_num> block_num{};

inline int64_t get_block_idx() {
    return AscendC::isa::CurrentCore().block_idx;
}
inline int64_t get_block_num() {
    return AscendC::isa::CurrentCore().block_num;
}
inline int64_t get_subblockid() {
    return AscendC::isa::CurrentCore().sub_block_idx;
}
inline int64_t get_subblockdim() {
    return AscendC::GetSubBlockNum();
}
inline int64_t get_coreid() {
    return AscendC::isa::BlockIndex();
}
inline int64_t get_sys_cnt() {
    return AscendC::GetSystemCycle();
}

// --- synchronisation

template <typename Event>
inline void set_flag(pipe_t pipe, pipe_t tpipe, Event id) {
    AscendC::isa::NoteFlag(AscendC::isa::FlagOp::kSet, pipe, tpipe, static_cast<int32_t>(id));
}
template <typename Event>
inline void wait_flag(pipe_t pipe, pipe_t tpipe, Event id) {
    AscendC::isa::NoteFlag(AscendC::isa::FlagOp::kWait, pipe, tpipe, static_cast<int32_t>(id));
}
inline void pipe_barrier(pipe_t pipe) {
    AscendC::isa::NoteFlag(AscendC::isa::FlagOp::kBarrier, pipe, pipe, 0);
}
/// `config`: bit 0 set, bits 4-5 mode, bits 8-11 flag.
inline void ffts_cross_core_sync(pipe_t pipe, uint64_t config) {
    AscendC::isa::IssueCoreSync(AscendC::isa::SyncOp::kCrossSet, pipe,
                                static_cast<uint8_t>((config >> 4) & 3),
                                static_cast<int32_t>((config >> 8) & 15));
}
inline void wait_flag_dev(int64_t flagId) {
    AscendC::isa::IssueCoreSync(AscendC::isa::SyncOp::kCrossWait, PIPE_S, 0,
                                static_cast<int32_t>(flagId & 15));
}
inline void set_ffts_base_addr(uint64_t) {}
namespace AscendC {
inline void SetSyncBaseAddr(uint64_t config) {
    set_ffts_base_addr(config);
}
}  // namespace AscendC
inline uint64_t get_ffts_base_addr() {
    return 0;
}
inline void icache_preload(int64_t) {}
inline void dsb(int) {
    AscendC::isa::Note(AscendC::isa::CacheEvent{AscendC::isa::CacheOp::kBarrier, false, nullptr});
}

enum mem_dsb_t { DSB_ALL = 0, DSB_DDR, DSB_UB, DSB_SEQ };
enum cache_line_t { SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE = 1 };
enum dcci_dst_t { CACHELINE_ALL = 0, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
template <typename T>
inline void dcci(T* address) {
    AscendC::isa::CleanAndInvalidate(address, false);
}
template <typename T, typename Lines, typename... Options>
inline void dcci(T* address, Lines lines, Options...) {
    AscendC::isa::CleanAndInvalidate(address, static_cast<int>(lines) == ENTIRE_DATA_CACHE);
}

/// Scalar accesses of global memory that no data cache keeps; `offset` is in bytes.
template <typename T>
inline T ld_dev(__gm__ T* address, int64_t offset = 0) {
    return AscendC::ReadGmByPassDCache(reinterpret_cast<__gm__ T*>(
        reinterpret_cast<uintptr_t>(address) + static_cast<uintptr_t>(offset)));
}
template <typename Value, typename T>
inline void st_dev(Value value, __gm__ T* address, int64_t offset = 0) {
    AscendC::WriteGmByPassDCache(reinterpret_cast<__gm__ T*>(reinterpret_cast<uintptr_t>(address) +
                                                             static_cast<uintptr_t>(offset)),
                                 static_cast<T>(value));
}

// --- control register

inline uint64_t get_ctrl() {
    return AscendC::isa::CurrentCore().ctrl;
}
inline void set_ctrl(uint64_t config) {
    AscendC::isa::CurrentCore().ctrl = config;
}
inline uint64_t sbitset0(uint64_t x, int64_t bit) {
    return x & ~(uint64_t{1} << bit);
}
inline uint64_t sbitset1(uint64_t x, int64_t bit) {
    return x | (uint64_t{1} << bit);
}
inline uint64_t get_imm(uint64_t imm) {
    return imm;
}
/// Address of the kernel's parameters, 8 bytes each; the last one's data, of tiling, is after
/// them.
inline int64_t get_para_base() {
    return reinterpret_cast<int64_t>(AscendC::isa::CurrentCore().parameters);
}
inline int64_t bcnt1(uint64_t x) {
    return __builtin_popcountll(x);
}
inline int64_t bcnt0(uint64_t x) {
    return 64 - __builtin_popcountll(x);
}
inline int64_t clz(uint64_t x) {
    return x == 0 ? 64 : __builtin_clzll(x);
}
inline int64_t sff1(uint64_t x) {
    return x == 0 ? -1 : __builtin_ctzll(x);
}
inline int64_t sff0(uint64_t x) {
    return ~x == 0 ? -1 : __builtin_ctzll(~x);
}
inline void trap() {
    AscendC::Trap();
}
inline void set_atomic_none() {
    AscendC::SetAtomicNone();
}
inline void set_atomic_add() {
    AscendC::isa::CurrentCore().atomic_op = AscendC::isa::AtomicOp::kAdd;
}
inline void set_atomic_max() {
    AscendC::isa::CurrentCore().atomic_op = AscendC::isa::AtomicOp::kMax;
}
inline void set_atomic_min() {
    AscendC::isa::CurrentCore().atomic_op = AscendC::isa::AtomicOp::kMin;
}
inline void set_atomic_f32() {
    AscendC::SetAtomicType<float>();
}
inline void set_atomic_f16() {
    AscendC::SetAtomicType<half>();
}
inline void set_atomic_bf16() {
    AscendC::SetAtomicType<bfloat16_t>();
}
inline void set_atomic_s32() {
    AscendC::SetAtomicType<int32_t>();
}
inline void set_atomic_s16() {
    AscendC::SetAtomicType<int16_t>();
}
inline void set_atomic_s8() {
    AscendC::SetAtomicType<int8_t>();
}

// --- scalar stores to global memory that add to what is there
enum atomic_type_t {
    ATOMIC_NONE = 0,
    ATOMIC_F32,
    ATOMIC_F16,
    ATOMIC_S16,
    ATOMIC_S32,
    ATOMIC_S8,
    ATOMIC_BF16
};
enum atomic_op_t { ATOMIC_SUM = 0 };

namespace AscendC::isa {
/// What set_st_atomic_cfg chose, of this core.
inline thread_local atomic_type_t store_atomic_type = ATOMIC_NONE;

template <typename T>
constexpr atomic_type_t StoreAtomicTypeOf() {
    switch (DTypeOf<T>) {
        case DType::kF32:
            return ATOMIC_F32;
        case DType::kF16:
            return ATOMIC_F16;
        case DType::kI16:
            return ATOMIC_S16;
        case DType::kI32:
            return ATOMIC_S32;
        case DType::kI8:
            return ATOMIC_S8;
        case DType::kBF16:
            return ATOMIC_BF16;
        default:
            return ATOMIC_NONE;
    }
}
template <size_t bytes>
struct AtomicBits;
template <>
struct AtomicBits<1> {
    using Type = uint8_t;
};
template <>
struct AtomicBits<2> {
    using Type = uint16_t;
};
template <>
struct AtomicBits<4> {
    using Type = uint32_t;
};
}  // namespace AscendC::isa

inline void set_st_atomic_cfg(atomic_type_t type, atomic_op_t) {
    AscendC::isa::store_atomic_type = type;
}
/// Adds `value` to what is at `address`, in one piece. Of another type than set_st_atomic_cfg
/// chose, no source says what it does.
template <typename T>
inline void st_atomic(T value, T* address) {
    constexpr atomic_type_t kType = AscendC::isa::StoreAtomicTypeOf<T>();
    static_assert(kType != ATOMIC_NONE, "st_atomic: no type of atomic stores");
    if (AscendC::isa::store_atomic_type != kType) {
        aicore_trap("st_atomic: set_st_atomic_cfg chose another type");
    }
    using Bits = typename AscendC::isa::AtomicBits<sizeof(T)>::Type;
    auto* const word = reinterpret_cast<Bits*>(address);
    Bits old = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    Bits sum;
    do {
        if constexpr (std::is_integral_v<T>) {
            sum = static_cast<Bits>(old + static_cast<Bits>(value));
        } else {
            T number;
            __builtin_memcpy(&number, &old, sizeof(T));
            number = static_cast<T>(static_cast<float>(number) + static_cast<float>(value));
            __builtin_memcpy(&sum, &number, sizeof(T));
        }
    } while (
        !__atomic_compare_exchange_n(word, &old, sum, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
}

// --- data movement; gaps from the end of a piece to the start of the next

#define ASCENDC_RAW_COPY(name, dst_memory, src_memory)                                           \
    template <typename Dst, typename Src, typename... Mode>                                      \
    inline void name(Dst* dst, Src* src, uint8_t, uint16_t nBurst, uint16_t lenBurst,            \
                     uint16_t srcStride, uint16_t dstStride, Mode...) {                          \
        AscendC::isa::RawBlockCopy(AscendC::Hardware::dst_memory, AscendC::Hardware::src_memory, \
                                   dst, src, nBurst, lenBurst, srcStride, dstStride);            \
    }
ASCENDC_RAW_COPY(copy_gm_to_ubuf, UB, GM)
ASCENDC_RAW_COPY(copy_ubuf_to_gm, GM, UB)
ASCENDC_RAW_COPY(copy_ubuf_to_ubuf, UB, UB)
ASCENDC_RAW_COPY(copy_gm_to_cbuf, L1, GM)
ASCENDC_RAW_COPY(copy_cbuf_to_gm, GM, L1)
ASCENDC_RAW_COPY(copy_cbuf_to_ubuf, UB, L1)
ASCENDC_RAW_COPY(copy_ubuf_to_cbuf, L1, UB)
#undef ASCENDC_RAW_COPY

namespace AscendC::isa {
/// The byte-aligned copies: lengths and the global gap in bytes, the local gap in blocks, paddings
/// in elements.
template <uint32_t ElementBytes>
inline void RawAlignIn(void* dst, const void* src, uint16_t count, uint32_t bytes, uint8_t left,
                       uint8_t right, uint32_t src_gap, uint32_t dst_gap) {
    MoveRecord record = {};
    record.op = MoveOp::kPad;
    record.src_memory = Hardware::GM;
    record.dst_memory = Hardware::UB;
    record.dst = ResolveAddress(static_cast<uint8_t*>(dst));
    record.src = static_cast<const uint8_t*>(src);
    record.count = bytes == 0 ? 0 : count;
    record.bytes = bytes;
    record.left = static_cast<uint16_t>(left * ElementBytes);
    record.right = static_cast<uint16_t>(right * ElementBytes);
    const uint64_t rounded =
        (record.left + record.bytes + record.right + kBlock - 1) / kBlock * kBlock;
    record.src_pitch = int64_t{bytes} + src_gap;
    record.dst_pitch = static_cast<int64_t>(rounded + uint64_t{dst_gap} * kBlock);
    record.pad_with_value = left != 0 || right != 0;
    record.value = CurrentCore().pad_value;
    record.element = ElementBytes;
    Issue(record);
}
template <uint32_t ElementBytes>
inline void RawAlignOut(void* dst, const void* src, uint16_t count, uint32_t bytes,
                        uint32_t src_gap, uint32_t dst_gap) {
    const uint64_t rounded = (uint64_t{bytes} + kBlock - 1) / kBlock * kBlock;
    RawCopy(Hardware::GM, Hardware::UB, static_cast<uint8_t*>(dst),
            static_cast<const uint8_t*>(src), bytes == 0 ? 0 : count, bytes,
            rounded + uint64_t{src_gap} * kBlock, uint64_t{bytes} + dst_gap);
}
}  // namespace AscendC::isa

#define ASCENDC_RAW_ALIGN(bits, bytes)                                                         \
    template <typename Dst, typename Src>                                                      \
    inline void copy_gm_to_ubuf_align_b##bits(                                                 \
        Dst* dst, Src* src, uint8_t, uint16_t nBurst, uint32_t lenBurst, uint8_t leftPad,      \
        uint8_t rightPad, uint32_t srcGap, uint32_t dstGap) {                                  \
        AscendC::isa::RawAlignIn<bytes>(dst, src, nBurst, lenBurst, leftPad, rightPad, srcGap, \
                                        dstGap);                                               \
    }                                                                                          \
    template <typename Dst, typename Src>                                                      \
    inline void copy_ubuf_to_gm_align_b##bits(Dst* dst, Src* src, uint8_t, uint16_t nBurst,    \
                                              uint32_t lenBurst, uint8_t, uint8_t,             \
                                              uint32_t srcGap, uint32_t dstGap) {              \
        AscendC::isa::RawAlignOut<bytes>(dst, src, nBurst, lenBurst, srcGap, dstGap);          \
    }
ASCENDC_RAW_ALIGN(8, 1)
ASCENDC_RAW_ALIGN(16, 2)
ASCENDC_RAW_ALIGN(32, 4)
#undef ASCENDC_RAW_ALIGN

template <typename T>
inline void set_mov_pad_val(T value) {
    AscendC::isa::CurrentCore().pad_value = static_cast<uint64_t>(value);
}
