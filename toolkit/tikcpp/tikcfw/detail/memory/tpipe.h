// TPipe: gives queues their memory; event numbers.
#pragma once

#include "detail/core/meta.h"
#include "detail/memory/buf_pool.h"
#include "isa/lacks.h"

namespace AscendC {

constexpr TEventID INVALID_TEVENTID = -1;

/// Puts the core's registers into the state that kernels start from; a TPipe does so too.
inline void InitSocState() {
    isa::Core& core = isa::CurrentCore();
    core.atomic_op = isa::AtomicOp::kNone;
    core.mask_mode = isa::MaskMode::kNormal;
    isa::ResetMask(core);
    core.load3d_padding = 0;
    core.load3d_boundary = 0;
}

/// The memory manager of a core. One is alive at a time; GetTPipePtr() finds it.
class TPipe {
public:
    TPipe() { Init(); }
    ~TPipe() { Destroy(); }
    TPipe(const TPipe&) = default;
    TPipe& operator=(const TPipe&) = default;

    void Init() {
        isa::Core& core = isa::CurrentCore();
        Reset();
        core.pipe = this;
        core.manages_pipe = true;
    }
    /// Takes back all buffers. GetTPipePtr() still finds the pipe, as in CANN: catlass' kernels
    /// take event numbers from one that its Resource has destroyed, and that may be no more.
    void Destroy() {
        isa::Core& core = isa::CurrentCore();
        if (core.pipe == this && core.manages_pipe) {
            isa::NoteBuffers(isa::BufferOp::kDestroy, TPosition::MAX, 0, 0, 0, this);
            core.manages_pipe = false;
        }
    }
    /// Takes back all buffers and event numbers.
    void Reset() {
        isa::NoteBuffers(isa::BufferOp::kReset, TPosition::MAX, 0, 0, 0, this);
        InitSocState();
        used_ = 0;
        for (uint32_t& address : next_address_) {
            address = 0;
        }
        isa::Core& core = isa::CurrentCore();
        for (uint8_t& events : core.taken_events) {
            events = 0;
        }
        shared_l1_size_ = 0;
        if (core.core_type == AIC) {
            TakenEvents(HardEvent::M_MTE1) = 7;  // the cube library's
        }
    }

    /// `num` buffers of `len` bytes (rounded up to 32).
    template <class T>
    bool InitBuffer(T& que, uint8_t num, uint32_t len) {
        static_assert(
            T::isTQue || ASCENDC_CANN_VERSION <= 80,
            "InitBuffer(que, num, len) is for queues: a TBuf has no number (CANN 8.0 took "
            "it: --cann-version 8.0)");
        return Take(que, num, len);
    }
    template <TPosition pos>
    bool InitBuffer(TBuf<pos>& buf, uint32_t len) {
        return Take(buf, 1, len);
    }
    /// Buffers where the kernel says: the first byte and the length of each, as it gives them.
    template <class T, class U, class V, class... Addrs>
    bool InitBuffer(T& que, const Std::tuple<U, V>& addr0, const Addrs&... addrs) {
        static_assert(T::isTQue, "InitBuffer(que, addr0, ...) is for queues: a TBuf has no places");
        static_assert(T::dstPosition != TPosition::TSCM,
                      "InitBuffer(que, addr0, ...) is not for TSCM");
        static_assert(
            (isa::kIsRange<Addrs> && ...),
            "InitBuffer(que, addr0, ...): each place is a tuple of first byte and length");
        NoteVector<T::bufferPosition>();
        constexpr uint8_t kNumber = sizeof...(Addrs) + 1;
        const auto first = reinterpret_cast<TBufHandle>(isa::PlaceBuffers(
            buffers_, QBUF_MAX_LEN, &used_, T::bufferPosition, &que, this, addr0, addrs...));
        que.InitStartBufHandle(first, kNumber, static_cast<uint32_t>(Std::get<1>(addr0)));
        return true;
    }
    template <class Pool>
    bool InitBufPool(Pool& bufPool, uint32_t len) {
        static_assert(Pool::isTbufPool, "InitBufPool: the object is no TBufPool");
        uint32_t& next = NextAddress(Pool::poolPos);
        isa::NoteBuffers(isa::BufferOp::kPool, Pool::poolPos, next, len, 1, &bufPool, this);
        bufPool.Place(next, len);
        next += (len + ONE_BLK_SIZE - 1) / ONE_BLK_SIZE * ONE_BLK_SIZE;
        return true;
    }
    template <class Pool, class Other>
    bool InitBufPool(Pool& bufPool, uint32_t len, Other& shareBuf) {
        isa::SharePool(&bufPool, len, &shareBuf);
        return true;
    }

    /// Bytes of L1 that ShareL1() can give.
    uint32_t FreeL1() {
        const uint32_t next = NextAddress(TPosition::A1);
        const bool grows = shared_l1_size_ > 0 && next == shared_l1_ + shared_l1_size_;
        const uint32_t rest = isa::CurrentCore().arenas[static_cast<int>(Hardware::L1)].size - next;
        return grows ? shared_l1_size_ + rest : rest > shared_l1_size_ ? rest : shared_l1_size_;
    }
    /// Byte offset in L1 of `bytes` that all Matmul objects share: the first asks for them after
    /// the buffers that exist.
    uint32_t ShareL1(uint32_t bytes) {
        uint32_t& next = NextAddress(TPosition::A1);
        if (shared_l1_size_ == 0) {
            shared_l1_ = next;
        }
        if (bytes > shared_l1_size_) {
            // What was shared grows if nothing follows it.
            shared_l1_ = next == shared_l1_ + shared_l1_size_ ? shared_l1_ : next;
            shared_l1_size_ = bytes;
            next = shared_l1_ + bytes;
            isa::NoteBuffers(isa::BufferOp::kInit, TPosition::A1, shared_l1_, bytes, 1, &shared_l1_,
                             this);
        }
        return shared_l1_;
    }

    template <HardEvent evt>
    TEventID AllocEventID() {
        const TEventID id = LowestFree(evt);
        NoteEvent(isa::EventIdOp::kAlloc, evt, id);
        ExpectFree(evt, "AllocEventID");
        TakenEvents(evt) |= static_cast<uint8_t>(1u << id);
        return id;
    }
    template <HardEvent evt>
    void ReleaseEventID(TEventID id) {
        NoteEvent(isa::EventIdOp::kRelease, evt, id);
        TakenEvents(evt) &= static_cast<uint8_t>(~(1u << id));
    }
    template <HardEvent evt>
    TEventID FetchEventID() {
        return FetchEventID(evt);
    }
    /// The lowest free number; does not take it.
    TEventID FetchEventID(HardEvent evt) {
        const TEventID id = LowestFree(evt);
        NoteEvent(isa::EventIdOp::kFetch, evt, id);
        ExpectFree(evt, "FetchEventID");
        return id;
    }
    /// A number for a queue, and giving it back; `event_id`: it and one more, 0 for none.
    void TakeEvent(HardEvent evt, const char* api, uint8_t* event_id) {
        ExpectFree(evt, api);
        const auto id = static_cast<uint32_t>(LowestFree(evt));
        TakenEvents(evt) |= static_cast<uint8_t>(1u << id);
        *event_id = static_cast<uint8_t>(id + 1);
    }
    void ReturnEvent(HardEvent evt, uint8_t* event_id) {
        TakenEvents(evt) &= static_cast<uint8_t>(~(1u << (*event_id - 1)));
        *event_id = 0;
    }

    /// A tensor at byte `offset` of the memory of `pos`; `size` in elements.
    template <TPosition pos, typename T>
    LocalTensor<T> GetAbsAddr(int32_t offset, int32_t size) const {
        LocalTensor<T> tensor(
            GetAbsAddr<pos>(offset, static_cast<int32_t>(isa::BytesOf<PrimT<T>>(size))));
        return tensor;
    }
    template <TPosition pos>
    TBuffAddr GetAbsAddr(int32_t offset, int32_t len) const {
        const isa::Core& core = isa::CurrentCore();
        TBuffAddr address;
        address.logicPos.Set(static_cast<uint8_t>(pos));
        address.bufferAddr.Set(static_cast<uint32_t>(offset));
        address.dataLen = static_cast<uint32_t>(len);
        address.absAddr =
            core.arenas[static_cast<int>(isa::PhysicalOf(pos, core.arch))].base + offset;
        return address;
    }
    template <typename T>
    uint64_t GetAbsAddr(const LocalTensor<T>& tensor) {
        return reinterpret_cast<uint64_t>(tensor.Data());
    }
    uint8_t* GetBaseAddr(int8_t logicPos) {
        const isa::Core& core = isa::CurrentCore();
        return core
            .arenas[static_cast<int>(isa::PhysicalOf(static_cast<TPosition>(logicPos), core.arch))]
            .base;
    }
    /// First byte offset after the buffers at `pos`.
    template <TPosition pos>
    uint64_t GetQueueEndAddress() {
        return NextAddress(pos);
    }

    // Spill space in global memory or, on cores that have a way there, L1. Offsets count elements,
    // as CANN's headers take them; the pages say bytes.
    template <typename T>
    void InitSpmBuffer(const GlobalTensor<T>& workspace, const int32_t) {
        spill_ = const_cast<uint8_t*>(reinterpret_cast<const uint8_t*>(workspace.Data()));
    }
    void InitSpmBuffer(const int32_t bufferSize) {
        ASCENDC_REQUIRE_API("InitSpmBuffer in L1", 220, 300);
        ASCENDC_LACKS_API("InitSpmBuffer in L1", 310);
        uint32_t& next = NextAddress(TPosition::SPM);
        isa::NoteBuffers(isa::BufferOp::kInit, TPosition::SPM, next,
                         static_cast<uint32_t>(bufferSize), 1, &spill_, this);
        spill_ = isa::CurrentCore().arenas[static_cast<int>(Hardware::L1)].base + next;
        next += static_cast<uint32_t>(bufferSize);
    }
    template <typename T, typename Params>
    void WriteSpmBuffer(const LocalTensor<T>& writeLocal, const Params& params,
                        int32_t writeOffset = 0) {
        DataCopy(SpillTensor<T>(writeOffset), writeLocal, params);
    }
    template <typename T, typename Params>
    void ReadSpmBuffer(const LocalTensor<T>& readLocal, const Params& params,
                       int32_t readOffset = 0) {
        DataCopy(readLocal, SpillTensor<T>(readOffset), params);
    }

private:
    /// A kernel that takes buffers of vector units is one for them.
    template <TPosition position>
    static void NoteVector() {
        if constexpr (isa::PhysicalOf(position, 220) == Hardware::UB) {
            ASCENDC_META(ASCENDC_META_VECTOR, 0, 0);
        }
    }
    template <class T>
    bool Take(T& que, uint8_t num, uint32_t len) {
        NoteVector<T::bufferPosition>();
        TBufType* first =
            isa::TakeBuffers(buffers_, QBUF_MAX_LEN, &used_, num, len, T::bufferPosition,
                             &NextAddress(T::bufferPosition), &que, this, true);
        que.InitStartBufHandle(reinterpret_cast<TBufHandle>(first), num, len);
        return true;
    }
    static uint8_t& TakenEvents(HardEvent event) {
        static_assert(static_cast<uint32_t>(HardEvent::MAX) <= isa::kEventPairs);
        return isa::CurrentCore().taken_events[static_cast<int>(event)];
    }
    TEventID LowestFree(HardEvent evt) const {
        const uint32_t free = static_cast<uint8_t>(~TakenEvents(evt));
        return free == 0 ? TEventID{7} : static_cast<TEventID>(__builtin_ctz(free));
    }
    void ExpectFree(HardEvent evt, const char* api) const {
        const int32_t events = isa::EventsOf(isa::CurrentCore().arch);
        if (__builtin_expect(LowestFree(evt) >= events || TakenEvents(evt) == 255, 0)) {
            const isa::EventPipes pipes = isa::PipesOf(evt);
            isa::ReportException(isa::HardwareException::kEventsTaken, api,
                                 isa::PipePair(pipes.from, pipes.to),
                                 static_cast<uint64_t>(events));
        }
    }
    /// Tells observers what is about to happen to number `id`.
    void NoteEvent([[maybe_unused]] isa::EventIdOp op, [[maybe_unused]] HardEvent event,
                   [[maybe_unused]] TEventID id) const {
        if constexpr (isa::kObserved) {
            const isa::EventPipes pipes = isa::PipesOf(event);
            isa::Note(isa::EventIdEvent{op, static_cast<uint8_t>(pipes.from),
                                        static_cast<uint8_t>(pipes.to), id, TakenEvents(event)});
        }
    }
    uint32_t& NextAddress(TPosition position) {
        return next_address_[static_cast<int>(isa::PhysicalOf(position, isa::CurrentCore().arch))];
    }
    template <typename T>
    GlobalTensor<T> SpillTensor(int32_t offset) {
        GlobalTensor<T> tensor;
        tensor.SetGlobalBuffer(reinterpret_cast<PrimT<T>*>(spill_) + offset);
        return tensor;
    }

    TBufType buffers_[QBUF_MAX_LEN];
    uint32_t used_ = 0;
    uint32_t next_address_[static_cast<int>(Hardware::MAX)];
    uint32_t shared_l1_ = 0;
    uint32_t shared_l1_size_ = 0;  ///< bytes
    uint8_t* spill_ = nullptr;
};

inline TPipe* GetTPipePtr() {
    return isa::CurrentCore().pipe;
}

namespace isa {

template <HardEvent event>
ASCENDC_ALWAYS_INLINE void TakeEvent(const char* api, const TBufType* buffer, uint8_t* event_id) {
    const Core& core = CurrentCore();
    if constexpr (event != HardEvent::MAX) {
        if (buffer->has_events && core.manages_pipe) {
            core.pipe->TakeEvent(event, api, event_id);
        }
    }
}
template <HardEvent event>
ASCENDC_ALWAYS_INLINE void ReturnEvent(uint8_t* event_id) {
    const Core& core = CurrentCore();
    if constexpr (event != HardEvent::MAX) {
        if (*event_id != 0 && core.manages_pipe) {
            core.pipe->ReturnEvent(event, event_id);
        }
    }
}

}  // namespace isa

/// All the space after the buffers at `pos`, for temporaries of library functions.
template <typename T, TPosition pos>
inline bool PopStackBuffer(LocalTensor<T>& popLocal) {
    TPipe* pipe = GetTPipePtr();
    const isa::Core& core = isa::CurrentCore();
    const uint32_t begin = static_cast<uint32_t>(pipe->GetQueueEndAddress<pos>());
    const Hardware memory = isa::PhysicalOf(pos, core.arch);
    uint32_t end = core.arenas[static_cast<int>(memory)].size;
    // The top 8 KiB of the unified buffer belong to the library.
    if (memory == Hardware::UB && core.arch <= 220) {
        const uint32_t library = core.arch == 220 ? TMP_UB_OFFSET_220 : TMP_UB_OFFSET_200;
        end = end < library ? end : library;
    }
    popLocal.SetAddr(pipe->GetAbsAddr<pos>(static_cast<int32_t>(begin),
                                           begin < end ? static_cast<int32_t>(end - begin) : 0));
    isa::NoteBuffers(isa::BufferOp::kPlace, pos, begin, popLocal.GetLength(), 1, pipe);
    return true;
}
template <TPosition pos>
inline bool PopStackBuffer(TBuf<pos>& popBuffer, TBufType& bufStart) {
    LocalTensor<uint8_t> rest;
    PopStackBuffer<uint8_t, pos>(rest);
    const TBuffAddr& at = rest.address_;
    bufStart = {TBufState::FREE, pos, at.bufferAddr, at.dataLen, 0, at.absAddr, false, false, 0, 0};
    popBuffer.InitStartBufHandle(reinterpret_cast<TBufHandle>(&bufStart), 1, rest.address_.dataLen);
    return true;
}

/// Hands out one memory from its start; for kernels without TPipe.
template <Hardware hard = Hardware::UB>
class LocalMemAllocator {
public:
    uint32_t GetCurAddr() const { return next_; }
    template <TPosition pos, class T, uint32_t count>
    LocalTensor<T> Alloc() {
        return Take<pos, T>(count);
    }
    template <TPosition pos, class T>
    LocalTensor<T> Alloc(uint32_t count) {
        return Take<pos, T>(count);
    }
    template <class T, uint32_t count>
    LocalTensor<T> Alloc() {
        return Take<kPosition, T>(count);
    }
    template <class T>
    LocalTensor<T> Alloc(uint32_t count) {
        return Take<kPosition, T>(count);
    }

private:
    static constexpr TPosition kPosition = hard == Hardware::UB     ? TPosition::VECCALC
                                           : hard == Hardware::L1   ? TPosition::A1
                                           : hard == Hardware::L0A  ? TPosition::A2
                                           : hard == Hardware::L0B  ? TPosition::B2
                                           : hard == Hardware::L0C  ? TPosition::CO1
                                           : hard == Hardware::BIAS ? TPosition::C2
                                                                    : TPosition::C2PIPE2GM;
    template <TPosition pos, class T>
    LocalTensor<T> Take(uint32_t count) {
        LocalTensor<T> tensor(pos, next_, count);
        const auto bytes = static_cast<uint32_t>(isa::BytesOf<PrimT<T>>(count));
        isa::NoteBuffers(isa::BufferOp::kInit, pos, next_, bytes, 1, this);
        next_ += (bytes + ONE_BLK_SIZE - 1) / ONE_BLK_SIZE * ONE_BLK_SIZE;
        return tensor;
    }
    uint32_t next_ = 0;
};

/// Halves L1 and L0C between the vector cores of a group while a Matmul runs; here each of them
/// has its own.
inline void InitShareBufStart(TPipe*, uint32_t, uint32_t*, uint32_t, uint8_t) {}
inline void InitShareBufEnd(TPipe*) {}

}  // namespace AscendC

using AscendC::GetTPipePtr;
