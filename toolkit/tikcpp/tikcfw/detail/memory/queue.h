// TQueBind, TQue, TBuf, TSCM: buffers handed from one pipe to the next.
#pragma once

#include "detail/core/debug.h"
#include "detail/memory/tensor.h"

namespace AscendC {

enum class TBufState : uint8_t { FREE = 0, OCCUPIED, ENQUE, DEQUE };

/// One buffer of a queue. Its address is the handle that tensors carry.
struct TBufType {
    TBufState state;
    TPosition position;
    uint32_t address;  ///< byte offset in the memory of `position`
    uint32_t dataLen;  ///< bytes
    TTagType usertag;
    uint8_t* absAddr;
    bool is_beyond;   ///< it does not lie in the memory
    bool has_events;  ///< its queue takes events for it; not known of those of pools
    // The numbers of these and one more; 0: none.
    uint8_t filled_event;  ///< from EnQue to DeQue
    uint8_t freed_event;   ///< from FreeTensor to AllocTensor
};

template <typename T>
void LocalTensor<T>::SetUserTag(const TTagType tag) {
    if (address_.bufferHandle != nullptr) {
        reinterpret_cast<TBufType*>(address_.bufferHandle)->usertag = tag;
    }
}
template <typename T>
TTagType LocalTensor<T>::GetUserTag() const {
    return address_.bufferHandle == nullptr
               ? 0
               : reinterpret_cast<const TBufType*>(address_.bufferHandle)->usertag;
}

/// Static configuration of a queue.
struct TQueConfig {
    bool nd2nz = false;
    bool nz2nd = false;
    bool scmBlockGroup = false;
    uint32_t bufferLen = 0;
    uint32_t bufferNumber = 0;
    uint32_t consumerSize = 0;
    TPosition consumer[8] = {};
    bool enableStaticEvtId = false;
    bool enableLoopQueue = false;
};

constexpr TQueConfig GetTQueConfig(bool nd2nz = false, bool nz2nd = false,
                                   bool scmBlockGroup = false, uint32_t bufferLen = 0,
                                   uint32_t bufferNumber = 0, uint32_t consumerSize = 0,
                                   const TPosition consumer[] = nullptr,
                                   bool enableStaticEvtId = false, bool enableLoopQueue = false) {
    TQueConfig config;
    config.nd2nz = nd2nz;
    config.nz2nd = nz2nd;
    config.scmBlockGroup = scmBlockGroup;
    config.bufferLen = bufferLen;
    config.bufferNumber = bufferNumber;
    config.consumerSize = consumerSize;
    for (uint32_t i = 0; consumer != nullptr && i < consumerSize && i < 8; ++i) {
        config.consumer[i] = consumer[i];
    }
    config.enableStaticEvtId = enableStaticEvtId;
    config.enableLoopQueue = enableLoopQueue;
    return config;
}

/// Where the buffers of a queue from `srcPos` to `dstPos` are.
constexpr TPosition GetPosition(TPosition srcPos, TPosition dstPos) {
    return dstPos == TPosition::GM || (srcPos == TPosition::CO1 && dstPos == TPosition::CO2)
               ? srcPos
               : dstPos;
}

namespace isa {

/// Source and destination of the queue TQue<position>.
constexpr TPosition QueueSource(TPosition position) {
    switch (position) {
        case TPosition::A2:
            return TPosition::A1;
        case TPosition::B2:
            return TPosition::B1;
        case TPosition::C2:
            return TPosition::C1;
        case TPosition::VECOUT:
        case TPosition::CO1:
        case TPosition::CO2:
            return position;
        case TPosition::C2PIPE2GM:
            return TPosition::C1;
        default:
            return TPosition::GM;
    }
}
constexpr TPosition QueueTarget(TPosition position) {
    switch (position) {
        case TPosition::VECOUT:
        case TPosition::CO2:
            return TPosition::GM;
        case TPosition::CO1:
            return TPosition::CO2;
        default:
            return position;
    }
}

/// What the queue of a buffer waits for by events: that it was filled, or emptied. HardEvent::MAX
/// where that is not known.
constexpr HardEvent QueueHardEvent(TPosition from, TPosition to, bool filled) {
    const bool to_vector = to == TPosition::VECIN || to == TPosition::VECOUT;
    if (from == TPosition::GM && to_vector) {
        return filled ? HardEvent::MTE2_V : HardEvent::V_MTE2;
    }
    if (from == TPosition::VECOUT && to == TPosition::GM) {
        return filled ? HardEvent::V_MTE3 : HardEvent::MTE3_V;
    }
    if (from == TPosition::VECIN && to_vector) {
        return filled ? HardEvent::MTE2_MTE3 : HardEvent::MTE3_MTE2;
    }
    return HardEvent::MAX;
}

/// Takes an event number of the core's TPipe, `*held`, for a buffer; or gives it back.
template <HardEvent event>
void TakeEvent(const char* api, const TBufType* buffer, uint8_t* event_id);
template <HardEvent event>
void ReturnEvent(uint8_t* event_id);

/// Whether `bytes` from byte `address` on reach past the memory of `position`. Cores without that
/// memory leave out what uses it.
inline bool IsBeyond(const Core& core, TPosition position, uint32_t address, uint64_t bytes) {
    const Hardware memory = PhysicalOf(position, core.arch);
    const bool lacks = memory == Hardware::UB ? core.core_type == AIC : core.core_type == AIV;
    return !lacks && address + bytes > core.arenas[static_cast<int>(memory)].size;
}
/// Ends the launch if the buffer, which is about to be used, reaches past its memory.
ASCENDC_ALWAYS_INLINE void ExpectInMemory(const TBufType* buffer) {
    if (__builtin_expect(buffer->is_beyond, 0)) {
        ReportException(HardwareException::kBeyondMemory, "InitBuffer",
                        uint64_t{buffer->address} + buffer->dataLen,
                        static_cast<uint64_t>(PhysicalOf(buffer->position, CurrentCore().arch)));
    }
}

/// Makes the buffer of a handle `len` free bytes at `address`, for `owner`.
inline void PlaceBuffer(TBufHandle handle, const void* owner, TPosition position, uint32_t address,
                        uint32_t len) {
    NoteBuffers(BufferOp::kInit, position, address, len, 1, owner);
    const Core& core = CurrentCore();
    uint8_t* memory = core.arenas[static_cast<int>(PhysicalOf(position, core.arch))].base;
    const bool beyond = IsBeyond(core, position, address, len);
    *reinterpret_cast<TBufType*>(handle) = {TBufState::FREE,  position, address, len, 0,
                                            memory + address, beyond,   false,   0,   0};
}

template <typename T>
inline LocalTensor<T> TensorOf(const TBufType* buffer) {
    TBuffAddr address;
    address.dataLen = buffer->dataLen;
    address.bufferAddr.Set(buffer->address);
    address.bufferHandle = reinterpret_cast<TBufHandle>(const_cast<TBufType*>(buffer));
    address.logicPos.Set(static_cast<uint8_t>(buffer->position));
    address.absAddr = buffer->absAddr;
    return LocalTensor<T>(address);
}

/// An event of a queue or TBuf without what only queues know. `buffer` may be null.
inline QueueEvent MakeQueueEvent(QueueOp op, TPosition position, const void* queue,
                                 const TBufType* buffer, int32_t index) {
    QueueEvent event = {};
    event.op = op;
    event.position = static_cast<uint8_t>(position);
    event.index = index;
    event.memory = PhysicalOf(position, CurrentCore().arch);
    event.queue = queue;
    event.buffer = buffer;
    if (buffer != nullptr) {
        event.state = static_cast<uint8_t>(buffer->state);
        event.memory = PhysicalOf(buffer->position, CurrentCore().arch);
        event.address = buffer->address;
        event.bytes = buffer->dataLen;
    }
    return event;
}

}  // namespace isa

/// A queue whose producer writes at `src` and whose consumer reads at `dst`. `depth` tensors may be
/// enqueued without being dequeued; the number of buffers is given to InitBuffer.
template <TPosition src, TPosition dst, int32_t depth, auto mask = 0>
class TQueBind {
public:
    static constexpr TPosition srcPosition = src;
    static constexpr TPosition dstPosition = dst;
    static constexpr TPosition bufferPosition = GetPosition(src, dst);
    static constexpr int32_t queDepth = depth;
    static constexpr bool isTQue = true;

    TQueBind() = default;

    /// A free buffer, taken in turn.
    template <typename T>
    LocalTensor<T> AllocTensor() {
        return isa::TensorOf<T>(Alloc());
    }
    /// In-place form for queues of depth 0.
    template <typename T>
    void AllocTensor(LocalTensor<T>& tensor) {
        tensor = AllocTensor<T>();
    }
    /// Of a tensor that has a name, as CANN declares it.
    template <typename T>
    void FreeTensor(LocalTensor<T>& tensor) {
        FreeBuffer(tensor.GetBufferHandle());
    }
    void FreeBuffer(TBufHandle handle) {
        NoteStep(isa::QueueOp::kFree, reinterpret_cast<const TBufType*>(handle));
        if (handle != nullptr) {
            auto* buffer = reinterpret_cast<TBufType*>(handle);
            buffer->state = TBufState::FREE;
            isa::TakeEvent<isa::QueueHardEvent(src, dst, false)>("FreeTensor", buffer,
                                                                 &buffer->freed_event);
        }
    }
    template <typename T>
    bool EnQue(const LocalTensor<T>& tensor) {
        return EnQue(tensor.GetBufferHandle());
    }
    template <TPosition srcUserPos, TPosition dstUserPos, typename T>
    bool EnQue(const LocalTensor<T>& tensor) {
        return Put<srcUserPos, dstUserPos>(tensor.GetBufferHandle());
    }
    bool EnQue(TBufHandle handle) { return Put<src, dst>(handle); }
    template <typename T>
    LocalTensor<T> DeQue() {
        return isa::TensorOf<T>(Take<src, dst>());
    }
    template <TPosition srcUserPos, TPosition dstUserPos, typename T>
    LocalTensor<T> DeQue() {
        return isa::TensorOf<T>(Take<srcUserPos, dstUserPos>());
    }
    template <typename T>
    void DeQue(LocalTensor<T>& tensor) {
        tensor = DeQue<T>();
    }
    TBufHandle DeQue() { return reinterpret_cast<TBufHandle>(Take<src, dst>()); }
    bool VacantInQue() const { return count_ < (depth > 0 ? depth : 1); }
    bool HasTensorInQue() const { return count_ != 0; }
    int32_t GetTensorCountInQue() const { return count_; }
    bool HasIdleBuffer() const {
        for (uint8_t i = 0; i < number_; ++i) {
            if (start_[i].state == TBufState::FREE) {
                return true;
            }
        }
        return false;
    }
    void FreeAllEvent() {
        NoteStep(isa::QueueOp::kFreeAllEvent, nullptr);
        for (uint8_t i = 0; i < number_; ++i) {
            isa::ReturnEvent<isa::QueueHardEvent(src, dst, false)>(&start_[i].freed_event);
        }
    }
    template <typename T>
    TBufState GetState(const LocalTensor<T>& tensor) const {
        return tensor.GetBufferHandle() == nullptr
                   ? TBufState::FREE
                   : reinterpret_cast<const TBufType*>(tensor.GetBufferHandle())->state;
    }
    TBuffAddr GetBufferAddr(TBufHandle handle) {
        return isa::TensorOf<uint8_t>(reinterpret_cast<const TBufType*>(handle)).address_;
    }
    /// Takes `number` buffers starting at `start`; for TPipe and TBufPool.
    void InitStartBufHandle(TBufHandle start, uint8_t number, uint32_t) {
        start_ = reinterpret_cast<TBufType*>(start);
        number_ = number;
        cursor_ = 0;
        head_ = 0;
        count_ = 0;
    }
    template <typename Pool>
    void InitBufHandle(Pool*, uint32_t, TBufHandle handle, uint32_t address, uint32_t len) {
        isa::PlaceBuffer(handle, this, bufferPosition, address, len);
    }

protected:
    static constexpr uint8_t kCapacity = depth < 16 ? 16 : depth;

    TBufType* Alloc() {
        for (uint8_t i = 0; i < number_; ++i) {
            TBufType* buffer = start_ + cursor_;
            cursor_ = cursor_ + 1 == number_ ? 0 : static_cast<uint8_t>(cursor_ + 1);
            if (buffer->state == TBufState::FREE) {
                NoteStep(isa::QueueOp::kAlloc, buffer);
                isa::ExpectInMemory(buffer);
                buffer->state = TBufState::OCCUPIED;
                isa::ReturnEvent<isa::QueueHardEvent(src, dst, false)>(&buffer->freed_event);
                return buffer;
            }
        }
        NoteStep(isa::QueueOp::kAlloc, nullptr);
        if (number_ == 0) {
            aicore_trap("AllocTensor: the queue was not given buffers by InitBuffer");
        }
        isa::ReportException(isa::HardwareException::kNoBuffer, "AllocTensor", number_);
        aicore_trap("AllocTensor: no buffer of the queue is free; FreeTensor is missing");
    }
    template <TPosition from, TPosition to>
    bool Put(TBufHandle handle) {
        auto* buffer = reinterpret_cast<TBufType*>(handle);
        NoteStep<from, to>(isa::QueueOp::kEnQue, buffer);
        if (buffer == nullptr) {
            aicore_trap("EnQue: the tensor does not come from AllocTensor of a queue");
        }
        isa::TakeEvent<isa::QueueHardEvent(from, to, true)>("EnQue", buffer, &buffer->filled_event);
        buffer->state = TBufState::ENQUE;
        if (__builtin_expect(depth > 0 && count_ >= depth, 0)) {
            if (depth == 1 && queue_[head_] == buffer) {
                return true;  // the same once more: it takes its own place
            }
            isa::ReportException(isa::HardwareException::kQueueFull, "EnQue", depth);
        }
        if (count_ >= kCapacity) {
            aicore_trap("EnQue: more tensors are in the queue than it can hold; DeQue is missing");
        }
        queue_[(head_ + count_) % kCapacity] = buffer;
        ++count_;
        return true;
    }
    template <TPosition from, TPosition to>
    TBufType* Take() {
        NoteStep<from, to>(isa::QueueOp::kDeQue, count_ == 0 ? nullptr : queue_[head_]);
        if (count_ == 0) {
            aicore_trap("DeQue: the queue is empty; EnQue is missing");
        }
        TBufType* buffer = queue_[head_];
        head_ = static_cast<uint8_t>((head_ + 1) % kCapacity);
        --count_;
        isa::ReturnEvent<isa::QueueHardEvent(from, to, true)>(&buffer->filled_event);
        buffer->state = TBufState::DEQUE;
        return buffer;
    }
    /// Tells observers what is about to happen to `buffer`.
    template <TPosition from = src, TPosition to = dst>
    void NoteStep([[maybe_unused]] isa::QueueOp op, [[maybe_unused]] const TBufType* buffer) const {
        if constexpr (isa::kObserved) {
            const bool own = buffer >= start_ && buffer < start_ + number_;
            isa::QueueEvent event = isa::MakeQueueEvent(
                op, bufferPosition, this, buffer, own ? static_cast<int32_t>(buffer - start_) : -1);
            event.src = static_cast<uint8_t>(from);
            event.dst = static_cast<uint8_t>(to);
            event.depth = depth;
            event.in_queue = count_;
            event.buffer_count = number_;
            isa::Note(event);
        }
    }

    TBufType* start_ = nullptr;
    uint8_t number_ = 0;
    uint8_t cursor_ = 0;
    uint8_t head_ = 0;
    uint8_t count_ = 0;
    TBufType* queue_[kCapacity];
};

template <TPosition pos, int32_t depth, auto mask = 0>
class TQue : public TQueBind<isa::QueueSource(pos), isa::QueueTarget(pos), depth, mask> {};

template <TPosition pos, int32_t depth = 1, auto mask = 0>
using TSCM = TQueBind<pos, TPosition::TSCM, depth, mask>;

/// One buffer without a queue.
template <TPosition pos = TPosition::LCM>
class TBuf {
public:
    static constexpr TPosition bufferPosition = pos;
    static constexpr bool isTQue = false;

    TBuf() = default;

    template <typename T>
    LocalTensor<T> Get() {
        NoteStep(isa::QueueOp::kAlloc);
        return isa::TensorOf<T>(Buffer());
    }
    /// The first `len` elements.
    template <typename T>
    LocalTensor<T> Get(uint32_t len) {
        LocalTensor<T> tensor = Get<T>();
        tensor.SetSize(len);
        return tensor;
    }
    /// `size` elements from byte `bufOffset`.
    template <typename T>
    LocalTensor<T> GetWithOffset(uint32_t size, uint32_t bufOffset) {
        LocalTensor<T> tensor = Get<T>();
        tensor.address_.bufferAddr.Set(tensor.address_.bufferAddr + bufOffset);
        tensor.address_.absAddr += bufOffset;
        tensor.SetSize(size);
        return tensor;
    }
    uint32_t GetBufLen() const { return Buffer()->dataLen; }

    // Buffers of a TBuf are always available; kernels may nevertheless treat them as a queue's.
    template <typename T>
    LocalTensor<T> AllocTensor() {
        return Get<T>();
    }
    template <typename T>
    void FreeTensor(const LocalTensor<T>&) {
        NoteStep(isa::QueueOp::kFree);
    }
    template <typename T>
    bool EnQue(const LocalTensor<T>&) {
        return true;
    }
    bool EnQue(TBufHandle) { return true; }
    template <typename T>
    LocalTensor<T> DeQue() {
        return Get<T>();
    }
    TBufHandle DeQue() { return reinterpret_cast<TBufHandle>(start_); }
    void FreeBuffer(TBufHandle) {}
    template <typename T>
    TBufState GetState(const LocalTensor<T>&) const {
        return start_->state;
    }
    TBuffAddr GetBufferAddr(TBufHandle) { return isa::TensorOf<uint8_t>(Buffer()).address_; }
    void InitStartBufHandle(TBufHandle start, uint8_t, uint32_t) {
        start_ = reinterpret_cast<TBufType*>(start);
    }
    template <typename Pool>
    void InitBufHandle(Pool*, uint32_t, TBufHandle handle, uint32_t address, uint32_t len) {
        isa::PlaceBuffer(handle, this, bufferPosition, address, len);
    }

private:
    /// Tells observers what is about to happen; a TBuf itself has no states.
    void NoteStep([[maybe_unused]] isa::QueueOp op) const {
        if constexpr (isa::kObserved) {
            isa::QueueEvent event = isa::MakeQueueEvent(op, bufferPosition, this, start_, 0);
            event.is_buf = true;
            event.buffer_count = start_ == nullptr ? 0 : 1;
            isa::Note(event);
        }
    }
    const TBufType* Buffer() const {
        if (start_ == nullptr) {
            aicore_trap("TBuf::Get: the buffer was not given memory by InitBuffer");
        }
        isa::ExpectInMemory(start_);
        return start_;
    }

    TBufType* start_ = nullptr;
};

}  // namespace AscendC
