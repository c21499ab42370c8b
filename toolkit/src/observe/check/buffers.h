// The buffers that a core has given out of its memories, and who has them.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/events.h"
#include "observe/check/fault_report.h"

namespace observe {

/// A buffer of a queue or TBuf, or a tensor at a place that the kernel chose.
struct Buffer {
    uint64_t begin, end;  ///< byte offsets in the memory
    const void* owner;    ///< queue, TBuf; null for a chosen place
    const void* from;     ///< TPipe or pool
    LocationId init;
    uint32_t number, number_of;
    bool is_queue = false;        ///< it has been handed around
    bool in_use = false;          ///< between AllocTensor and FreeTensor
    bool released = false;        ///< its TPipe was destroyed: only the memory is left
    LocationId moved = 0;         ///< where its state changed last
    LocationId allocated_at = 0;  ///< where AllocTensor gave it last
    uint8_t position = 0;         ///< TPosition

    NamedRange Named(uint64_t memory_base) const {
        return {"", init, number, number_of, memory_base + begin, end - begin};
    }
};

/// A part of a memory that is divided into buffers.
struct BufferPool {
    const void* pool;
    const void* from;  ///< TPipe or pool that it was cut out of
    uint64_t end;      ///< byte offset in the memory
};

/// The buffers of one memory of one core.
class Buffers {
public:
    void Add(const Buffer& buffer);
    /// Takes back what `from`, a TPipe or pool, has given out, and the pools made of it.
    void TakeBack(const void* from, std::vector<Buffer>* released);
    /// Releases them: they belong to nobody, but kernels may still access their memory.
    void Release(const void* from, std::vector<Buffer>* buffers);
    void AddPool(const BufferPool& pool) { pools_.push_back(pool); }
    /// The last pool that was made there; null if `pool` is none.
    const BufferPool* PoolOf(const void* pool) const;

    /// Whether InitBuffer was used: accesses are then judged by the buffers.
    bool managed() const { return managed_; }
    /// The buffer that holds [begin, end), one in use if there are several; else the one that
    /// `begin` is in; null if there is none. Released ones come last.
    const Buffer* Find(uint64_t begin, uint64_t end) const;
    /// The buffer of a queue that begins at `begin`; null if there is none.
    Buffer* Of(const void* queue, uint64_t begin);
    /// The same of any queue.
    Buffer* At(uint64_t begin);
    /// Buffers that `from` has given to this owner.
    uint32_t CountOf(const void* owner, const void* from) const;
    /// Tensors of queues at this TPosition between AllocTensor and FreeTensor.
    uint32_t InUse(uint8_t position) const;
    const std::vector<Buffer>& all() const { return buffers_; }

private:
    /// The most tensors at chosen addresses that are stored: kernels may make them in loops.
    static constexpr size_t kMostPlaced = 256;
    /// Find() among the buffers that are released, or are not.
    const Buffer* FindAmong(uint64_t begin, uint64_t end, bool released) const;
    bool managed_ = false;
    size_t placed_ = 0;
    std::vector<Buffer> buffers_;
    std::vector<BufferPool> pools_;
};

}  // namespace observe
