// TBufPool: a part of one memory that is divided into buffers; and how buffers are taken.
#pragma once

#include "detail/memory/queue.h"
#include "detail/types/traits.h"

namespace AscendC {

constexpr uint32_t defaultBufIDSize = 4;

namespace isa {

inline void ExpectSpaceFor(uint32_t buffers, uint32_t capacity) {
    if (buffers > capacity) {
        aicore_trap("InitBuffer: more buffers than a TPipe or TBufPool can manage");
    }
}
inline uint8_t* MemoryOf(const Core& core, TPosition position) {
    return core.arenas[static_cast<int>(PhysicalOf(position, core.arch))].base;
}

/// Takes buffers one after the other out of a range of one memory; `owner` gets them of `from`.
inline TBufType* TakeBuffers(TBufType* buffers, uint32_t capacity, uint32_t* used, uint32_t number,
                             uint32_t len, TPosition position, uint32_t* next_address,
                             const void* owner, const void* from, bool has_events) {
    NoteBuffers(BufferOp::kInit, position, *next_address, len, number, owner, from);
    ExpectSpaceFor(*used + number, capacity);
    const Core& core = CurrentCore();
    uint8_t* base = MemoryOf(core, position);
    const uint32_t rounded = (len + ONE_BLK_SIZE - 1) / ONE_BLK_SIZE * ONE_BLK_SIZE;
    TBufType* first = buffers + *used;
    for (uint32_t i = 0; i < number; ++i) {
        const bool beyond = IsBeyond(core, position, *next_address, rounded);
        first[i] = {TBufState::FREE,      position, *next_address, rounded, 0,
                    base + *next_address, beyond,   has_events,    0,       0};
        *next_address += rounded;
    }
    *used += number;
    return first;
}

/// Whether T says where a buffer is: a tuple of first byte and length.
template <typename T>
constexpr bool kIsRange = false;
template <typename U, typename V>
constexpr bool kIsRange<Std::tuple<U, V>> = std::is_integral_v<U> && std::is_integral_v<V>;

/// Buffers of a queue of TPipe where the kernel says.
template <typename... Ranges>
inline TBufType* PlaceBuffers(TBufType* buffers, uint32_t capacity, uint32_t* used,
                              TPosition position, const void* owner, const void* from,
                              const Ranges&... ranges) {
    ExpectSpaceFor(*used + sizeof...(Ranges), capacity);
    const Core& core = CurrentCore();
    TBufType* const first = buffers + *used;
    BufferOp op = BufferOp::kInit;
    const auto add = [&](uint32_t address, uint32_t len) {
        NoteBuffers(op, position, address, len, 1, owner, from);
        op = BufferOp::kMore;
        buffers[(*used)++] = {TBufState::FREE,
                              position,
                              address,
                              len,
                              0,
                              MemoryOf(core, position) + address,
                              IsBeyond(core, position, address, len),
                              true,
                              0,
                              0};
    };
    (add(static_cast<uint32_t>(Std::get<0>(ranges)), static_cast<uint32_t>(Std::get<1>(ranges))),
     ...);
    return first;
}

/// Makes a pool of all bytes of `other`, of which the kernel asks for `len`.
template <class Pool, class Other>
inline void SharePool(Pool* pool, uint32_t len, Other* other) {
    static_assert(Pool::isTbufPool && Other::isTbufPool, "InitBufPool: an object is no TBufPool");
    const uint32_t begin = other->tBufPoolImpl.startAddr_;
    const uint32_t all = other->tBufPoolImpl.maxLen_;
    NoteBuffers(BufferOp::kPool, Pool::poolPos, begin, len > all ? len : all, 1, pool, other);
    pool->Place(begin, all);
}

}  // namespace isa

template <uint32_t bufIDSize = defaultBufIDSize>
struct TBufPoolImpl {
    TBufType buf_[bufIDSize];
    uint32_t curBufSize_ = 0;
    uint32_t startAddr_ = 0;
    uint32_t maxAddr_ = 0;  ///< next free byte offset
    uint32_t maxLen_ = 0;
    bool isReset_ = true;
};

/// A part of one memory that is divided into buffers again and again.
template <TPosition pos, uint32_t bufIDSize = defaultBufIDSize>
class TBufPool {
public:
    static_assert(bufIDSize >= 1 && bufIDSize <= 16, "TBufPool: it has 1 to 16 buffers");
    static constexpr TPosition poolPos = pos;
    static constexpr bool isTbufPool = true;

    TBufPool() = default;

    template <class T>
    bool InitBuffer(T& que, uint8_t num, uint32_t len) {
        static_assert(
            T::isTQue || ASCENDC_CANN_VERSION <= 80,
            "InitBuffer(que, num, len) is for queues: a TBuf has no number (CANN 8.0 took "
            "it: --cann-version 8.0)");
        return Take(que, num, len);
    }
    template <TPosition bufPos>
    bool InitBuffer(TBuf<bufPos>& buf, uint32_t len) {
        return Take(buf, 1, len);
    }
    /// Makes the next `len` bytes another pool.
    template <class Pool>
    bool InitBufPool(Pool& bufPool, uint32_t len) {
        static_assert(Pool::isTbufPool, "InitBufPool: the object is no TBufPool");
        isa::NoteBuffers(isa::BufferOp::kPool, pos, tBufPoolImpl.maxAddr_, len, 1, &bufPool, this);
        bufPool.Place(tBufPoolImpl.maxAddr_, len);
        tBufPoolImpl.maxAddr_ += (len + ONE_BLK_SIZE - 1) / ONE_BLK_SIZE * ONE_BLK_SIZE;
        return true;
    }
    /// Makes a pool of the same bytes as `shareBuf`.
    template <class Pool, class Other>
    bool InitBufPool(Pool& bufPool, uint32_t len, Other& shareBuf) {
        isa::SharePool(&bufPool, len, &shareBuf);
        return true;
    }
    void Reset() {
        isa::NoteBuffers(isa::BufferOp::kReset, pos, tBufPoolImpl.startAddr_, tBufPoolImpl.maxLen_,
                         1, this);
        Place(tBufPoolImpl.startAddr_, tBufPoolImpl.maxLen_);
    }

    /// Puts the pool at byte `address`; for TPipe.
    void Place(uint32_t address, uint32_t len) {
        tBufPoolImpl.startAddr_ = address;
        tBufPoolImpl.maxAddr_ = address;
        tBufPoolImpl.maxLen_ = len;
        tBufPoolImpl.curBufSize_ = 0;
    }

    TBufPoolImpl<bufIDSize> tBufPoolImpl;

private:
    template <class T>
    bool Take(T& que, uint8_t num, uint32_t len) {
        TBufType* first =
            isa::TakeBuffers(tBufPoolImpl.buf_, bufIDSize, &tBufPoolImpl.curBufSize_, num, len,
                             T::bufferPosition, &tBufPoolImpl.maxAddr_, &que, this, false);
        que.InitStartBufHandle(reinterpret_cast<TBufHandle>(first), num, len);
        return true;
    }
};

/// Gives a class of the kernel the parts of TBufPool that TPipe needs.
#define EXTERN_IMPL_BUFPOOL(EXT_BUFPOOL, POSITION, BUFID_SIZE)                             \
public:                                                                                    \
    static constexpr AscendC::TPosition poolPos = POSITION;                                \
    static constexpr int bufIDSize = BUFID_SIZE;                                           \
    static constexpr bool isTbufPool = true;                                               \
    void Reset() {                                                                         \
        AscendC::isa::NoteBuffers(AscendC::isa::BufferOp::kReset, POSITION,                \
                                  tBufPoolImpl.startAddr_, tBufPoolImpl.maxLen_, 1, this); \
        Place(tBufPoolImpl.startAddr_, tBufPoolImpl.maxLen_);                              \
    }                                                                                      \
    void Init() {                                                                          \
        Place(0, 0);                                                                       \
    }                                                                                      \
    AscendC::TBufHandle GetBufHandle(uint8_t offset) {                                     \
        return reinterpret_cast<AscendC::TBufHandle>(tBufPoolImpl.buf_ + offset);          \
    }                                                                                      \
    void SetCurAddr(uint32_t curAddr) {                                                    \
        tBufPoolImpl.maxAddr_ = curAddr;                                                   \
    }                                                                                      \
    uint32_t GetCurAddr() {                                                                \
        return tBufPoolImpl.maxAddr_;                                                      \
    }                                                                                      \
    void SetCurBufSize(uint8_t curBufSize) {                                               \
        tBufPoolImpl.curBufSize_ = curBufSize;                                             \
    }                                                                                      \
    uint8_t GetCurBufSize() {                                                              \
        return static_cast<uint8_t>(tBufPoolImpl.curBufSize_);                             \
    }                                                                                      \
    void Place(uint32_t address, uint32_t len) {                                           \
        tBufPoolImpl.startAddr_ = address;                                                 \
        tBufPoolImpl.maxAddr_ = address;                                                   \
        tBufPoolImpl.maxLen_ = len;                                                        \
        tBufPoolImpl.curBufSize_ = 0;                                                      \
    }                                                                                      \
    AscendC::TBufPoolImpl<BUFID_SIZE> tBufPoolImpl

}  // namespace AscendC
