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

/// Makes the buffer of a handle `len` free bytes at `address`.
inline void PlaceBuffer(TBufHandle handle, TPosition position, uint32_t address, uint32_t len) {
    const Core& core = CurrentCore();
    uint8_t* memory = core.arenas[static_cast<int>(PhysicalOf(position, core.arch))].base;
    *reinterpret_cast<TBufType*>(handle) = {TBufState::FREE, position, address, len, 0,
                                            memory + address};
}

template <typename T>
inline LocalTensor<T> TensorOf(const TBufType* buffer) {
    TBuffAddr address;
    address.dataLen = buffer->dataLen;
    address.bufferAddr = buffer->address;
    address.bufferHandle = reinterpret_cast<TBufHandle>(const_cast<TBufType*>(buffer));
    address.logicPos = static_cast<uint8_t>(buffer->position);
    address.absAddr = buffer->absAddr;
    return LocalTensor<T>(address);
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
    template <typename T>
    void FreeTensor(LocalTensor<T>& tensor) {
        FreeBuffer(tensor.GetBufferHandle());
    }
    template <typename T>
    void FreeTensor(LocalTensor<T>&& tensor) {
        FreeBuffer(tensor.GetBufferHandle());
    }
    template <typename T>
    void FreeTensor(const LocalTensor<T>& tensor) {
        FreeBuffer(tensor.GetBufferHandle());
    }
    void FreeBuffer(TBufHandle handle) {
        if (handle != nullptr) {
            reinterpret_cast<TBufType*>(handle)->state = TBufState::FREE;
        }
    }
    template <typename T>
    bool EnQue(const LocalTensor<T>& tensor) {
        return EnQue(tensor.GetBufferHandle());
    }
    template <TPosition srcUserPos, TPosition dstUserPos, typename T>
    bool EnQue(const LocalTensor<T>& tensor) {
        return EnQue(tensor.GetBufferHandle());
    }
    bool EnQue(TBufHandle handle) {
        if (count_ >= kCapacity) {
            aicore_trap(
                "EnQue: more tensors are in the queue than its depth allows; DeQue is missing");
        }
        auto* buffer = reinterpret_cast<TBufType*>(handle);
        if (buffer == nullptr) {
            aicore_trap("EnQue: the tensor does not come from AllocTensor of a queue");
        }
        buffer->state = TBufState::ENQUE;
        queue_[(head_ + count_) % kCapacity] = buffer;
        ++count_;
        return true;
    }
    template <typename T>
    LocalTensor<T> DeQue() {
        return isa::TensorOf<T>(reinterpret_cast<const TBufType*>(DeQue()));
    }
    template <TPosition srcUserPos, TPosition dstUserPos, typename T>
    LocalTensor<T> DeQue() {
        return DeQue<T>();
    }
    template <typename T>
    void DeQue(LocalTensor<T>& tensor) {
        tensor = DeQue<T>();
    }
    TBufHandle DeQue() {
        if (count_ == 0) {
            aicore_trap("DeQue: the queue is empty; EnQue is missing");
        }
        TBufType* buffer = queue_[head_];
        head_ = static_cast<uint8_t>((head_ + 1) % kCapacity);
        --count_;
        buffer->state = TBufState::DEQUE;
        return reinterpret_cast<TBufHandle>(buffer);
    }
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
    void FreeAllEvent() {}
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
        isa::PlaceBuffer(handle, bufferPosition, address, len);
    }

protected:
    static constexpr uint8_t kCapacity = depth < 16 ? 16 : depth;

    TBufType* Alloc() {
        for (uint8_t i = 0; i < number_; ++i) {
            TBufType* buffer = start_ + cursor_;
            cursor_ = cursor_ + 1 == number_ ? 0 : static_cast<uint8_t>(cursor_ + 1);
            if (buffer->state == TBufState::FREE) {
                buffer->state = TBufState::OCCUPIED;
                return buffer;
            }
        }
        aicore_trap(number_ == 0
                        ? "AllocTensor: the queue was not given buffers by InitBuffer"
                        : "AllocTensor: no buffer of the queue is free; FreeTensor is missing");
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
        tensor.address_.bufferAddr += bufOffset;
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
    void FreeTensor(const LocalTensor<T>&) {}
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
        isa::PlaceBuffer(handle, bufferPosition, address, len);
    }

private:
    const TBufType* Buffer() const {
        if (start_ == nullptr) {
            aicore_trap("TBuf::Get: the buffer was not given memory by InitBuffer");
        }
        return start_;
    }

    TBufType* start_ = nullptr;
};

}  // namespace AscendC
