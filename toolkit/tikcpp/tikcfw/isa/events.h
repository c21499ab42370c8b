// Events: what kernels do that no instruction executes here, for observers. Uninstrumented builds
// make none.
#pragma once

#include "isa/core.h"

namespace AscendC::isa {

enum class FlagOp : uint8_t { kSet, kWait, kBarrier };

/// Order between the pipes of a core. Cores here execute in program order, so nothing is to do.
struct FlagEvent {
    FlagOp op;
    uint8_t pipe;        ///< pipe_t: the producer, or the pipe of a barrier
    uint8_t other_pipe;  ///< the consumer
    int32_t id;          ///< event
};

enum class QueueOp : uint8_t { kAlloc, kEnQue, kDeQue, kFree, kFreeAllEvent };

/// A buffer of a queue changes hands. Notified before it happens; `buffer` is null where the queue
/// has none to give, or the tensor does not come from a queue.
struct QueueEvent {
    QueueOp op;
    uint8_t src;       ///< TPosition of the producer
    uint8_t dst;       ///< TPosition of the consumer
    uint8_t position;  ///< TPosition of the buffers
    uint8_t state;     ///< TBufState of the buffer before
    bool is_buf;       ///< a TBuf, not a queue
    int32_t depth;
    uint32_t in_queue;  ///< tensors in the queue before
    uint32_t buffer_count;
    Hardware memory;
    uint32_t address;  ///< of the buffer: byte offset in `memory`
    uint32_t bytes;
    int32_t index;  ///< of the buffer in the queue; -1: it is none of its
    const void* queue;
    const void* buffer;  ///< handle
};

enum class BufferOp : uint8_t {
    kInit,     ///< `count` buffers of `bytes` for a queue or TBuf
    kPool,     ///< a pool of `bytes`
    kReset,    ///< TPipe or pool takes all back
    kDestroy,  ///< the TPipe ends
    kPlace,    ///< a tensor at a place that the kernel chose
    kMore,     ///< one more buffer of a queue whose buffers lie where the kernel chose
};

/// Memory is handed out or taken back.
struct BufferEvent {
    BufferOp op;
    uint8_t position;  ///< TPosition
    Hardware memory;
    uint32_t address;          ///< byte offset of the first buffer
    uint32_t bytes;            ///< of each buffer, rounded up as the memory manager does
    uint32_t requested_bytes;  ///< of each buffer, as the kernel said
    uint32_t count;
    const void* owner;  ///< queue, TBuf, pool or TPipe
    const void* from;   ///< TPipe or pool
};

/// A scalar access of a tensor.
struct ScalarEvent {
    bool write;
    bool uncached;  ///< not through the scalar data cache
    Hardware memory;
    uint32_t bytes;
    const void* address;
    const void* tensor;     ///< where the tensor begins; null: not known
    uint64_t tensor_bytes;  ///< 0: not known
};

/// Bytes of the tiling data or of a list of tensors are read.
struct TilingEvent {
    const void* address;
    uint64_t bytes;
};

enum class CacheOp : uint8_t { kCleanAndInvalidate, kBarrier, kPreload };

/// The scalar data cache: dcci, dsb.
struct CacheEvent {
    CacheOp op;
    bool whole;  ///< all lines, else the one of `address`
    const void* address;
};

enum class HandshakeOp : uint8_t {
    kSignal,  ///< the word becomes `value`; others may go on
    kWait,    ///< the word was found to be `value`
    kAdd,     ///< the word was increased
};

/// Cores tell each other something through a word of global memory, by an API made for it.
struct HandshakeEvent {
    HandshakeOp op;
    const void* address;
    int64_t value;
};

/// A temporary that a library function works in on the hardware; its contents are lost.
struct ScratchEvent {
    Hardware memory;
    const void* address;  ///< null: taken after all buffers
    uint64_t bytes;       ///< given; 0: what the buffer holds from `address` on
    uint64_t needed;      ///< what the function needs at least; 0: not documented
    const char* api;
};

enum class EventIdOp : uint8_t { kAlloc, kRelease, kFetch };

/// An event number of TPipe is taken or given back.
struct EventIdEvent {
    EventIdOp op;
    uint8_t pipe;        ///< pipe_t: the producer
    uint8_t other_pipe;  ///< the consumer
    int32_t id;
    uint32_t taken_ids;  ///< bits of the event's numbers that were taken before
};

/// A scalar reads what a vector instruction left in a register.
struct RegisterEvent {
    const char* name;
};

enum class CubeSideOp : uint8_t {
    kBegin,  ///< what the vector core issues until kEnd is work of its group's cube core
    kEnd,
    kWait,  ///< the vector core waits until its cube core has done what was begun so far
};

/// A vector core of a MIX launch asks the cube core of its group for work, and carries it out
/// itself.
struct CubeSideEvent {
    CubeSideOp op;
};

/// A kernel says how large a tensor in global memory is.
struct GlobalTensorEvent {
    const void* address;
    uint64_t bytes;
};

/// A parameter of a call that the documentation does not allow.
struct RejectionEvent {
    const char* api;  ///< maybe with template arguments: "Exp<float>"
    const char* parameter;
    int64_t value;
    const char* rule;  ///< "must be 1..255"
};

/// Tensors in global memory that begin at `address` are read past L2, or through it again.
struct CacheHintEvent {
    bool bypass;
    const void* address;
};

enum class StepOp : uint8_t {
    kMatmul,          ///< of Matmul: loads, and a multiplication
    kMatmulLarge,     ///< the same where L1 holds several blocks (MDL)
    kMatmulConstant,  ///< the same with a tiling that the compiler knows
};

/// A library function goes once through its inner loop: it costs the scalar unit more than its
/// instructions say.
struct StepEvent {
    StepOp op;
};

}  // namespace AscendC::isa
