// Executes data movement instructions.
#include "isa/move.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "aicore/alignment.h"
#include "aicore/fiber.h"
#include "aicore/instruction.h"
#include "aicore/move/long_copy.h"
#include "detail/types/half.h"
#include "isa/executed.h"

namespace aicore {
namespace {

using namespace AscendC;
using namespace AscendC::isa;

/// Atomic stores lock the memory that they update in pieces of this size.
constexpr uint64_t kLockedPiece = 4096;
constexpr size_t kLocks = 256;
/// Bytes from which a copy is worth the preparations of aicore_long_copy.
constexpr uint64_t kLongCopy = 4096;

/// Other cores see the moves of this one in order: kernels tell each other about data in global
/// memory by moves, not only by scalars. On x86-64 this generates no instruction.
class InOrder {
public:
    InOrder() { std::atomic_thread_fence(std::memory_order_release); }
    ~InOrder() { std::atomic_thread_fence(std::memory_order_acquire); }
    InOrder(const InOrder&) = delete;
    InOrder& operator=(const InOrder&) = delete;
};

struct alignas(64) Lock {
    std::atomic<uint32_t> is_held{0};
};
Lock g_locks[kLocks];

class PieceLock {
public:
    PieceLock(Thread* thread, uintptr_t address) : thread_(*thread) {
        std::atomic<uint32_t>& lock = g_locks[address / kLockedPiece % kLocks].is_held;
        while (lock.exchange(1, std::memory_order_acquire) != 0) {
            sched_yield();
        }
        thread_.held_lock = &lock;
    }
    ~PieceLock() {
        std::atomic<uint32_t>* lock = thread_.held_lock;
        thread_.held_lock = nullptr;
        lock->store(0, std::memory_order_release);
    }
    PieceLock(const PieceLock&) = delete;
    PieceLock& operator=(const PieceLock&) = delete;

private:
    Thread& thread_;
};

/// Updates `bytes` bytes of global memory; other cores may do the same at the same time.
void AtomicStore(const Core& core, uint8_t* dst, const uint8_t* src, uint64_t bytes) {
    RuntimeScope scope;
    while (bytes != 0) {
        const uintptr_t address = reinterpret_cast<uintptr_t>(dst);
        const uint64_t piece = std::min<uint64_t>(bytes, kLockedPiece - address % kLockedPiece);
        const AccumulateRecord record = {core.atomic_op, core.atomic_dtype, dst, src, piece};
        {
            PieceLock lock(&scope.thread(), address);
            aicore_accumulate(&record);
        }
        dst += piece;
        src += piece;
        bytes -= piece;
    }
}

/// Whether a copy can be done out of order: not if it overlaps, nor if it leaves the memory,
/// because the first byte outside is the one to report.
bool MayCopyOutOfOrder(const Core& core, Hardware memory, const uint8_t* dst, const uint8_t* src,
                       uint64_t bytes) {
    const Arena& arena = core.arenas[static_cast<int>(memory)];
    const bool fits = memory == Hardware::GM || dst + bytes <= arena.base + arena.size;
    return fits && (dst + bytes <= src || src + bytes <= dst);
}

void CopyBytes(const Core& core, Hardware memory, uint8_t* dst, const uint8_t* src,
               uint64_t bytes) {
    if (bytes >= kLongCopy && MayCopyOutOfOrder(core, memory, dst, src, bytes)) {
        const LongCopyRecord record = {dst, src, bytes, memory == Hardware::GM};
        aicore_long_copy(&record);
    } else {
        std::memmove(dst, src, bytes);
    }
}

void Store(const Core& core, Hardware memory, uint8_t* dst, const uint8_t* src, uint64_t bytes) {
    if (memory == Hardware::GM && core.atomic_op != AtomicOp::kNone) {
        AtomicStore(core, dst, src, bytes);
    } else {
        CopyBytes(core, memory, dst, src, bytes);
    }
}

void Copy(const MoveRecord& record) {
    const Core& core = CurrentCore();
    const int64_t bytes = static_cast<int64_t>(record.bytes);
    if (record.src_pitch == bytes && record.dst_pitch == bytes) {
        Store(core, record.dst_memory, record.dst, record.src, record.bytes * record.count);
        return;
    }
    for (uint32_t i = 0; i < record.count; ++i) {
        Store(core, record.dst_memory, record.dst + i * record.dst_pitch,
              record.src + i * record.src_pitch, record.bytes);
    }
}

/// Repeats an element of `size` bytes over `bytes` bytes.
void FillBytes(uint8_t* dst, uint64_t bytes, uint64_t value, size_t size) {
    for (uint64_t i = 0; i < bytes; i += size) {
        std::memcpy(dst + i, &value, std::min<uint64_t>(size, bytes - i));
    }
}

void Pad(const MoveRecord& record) {
    for (uint32_t i = 0; i < record.count; ++i) {
        uint8_t* dst = record.dst + i * record.dst_pitch;
        const uint8_t* src = record.src + i * record.src_pitch;
        const uint64_t used = record.left + record.bytes + record.right;
        const uint64_t total = (used + 31) / 32 * 32;
        uint64_t value = record.value;
        if (!record.pad_with_value) {
            value = 0;
            std::memcpy(&value, src, std::min<uint64_t>(record.element, 8));
        }
        FillBytes(dst, record.left, value, record.element);
        std::memcpy(dst + record.left, src, record.bytes);
        FillBytes(dst + record.left + record.bytes, total - record.left - record.bytes, value,
                  record.element);
    }
}

void Widen(const MoveRecord& record) {
    for (uint32_t i = 0; i < record.count; ++i) {
        uint8_t* dst = record.dst + i * record.dst_pitch;
        const uint8_t* src = record.src + i * record.src_pitch;
        for (uint64_t j = 0; j < record.bytes / 2; ++j) {
            uint16_t bits;
            std::memcpy(&bits, src + 2 * j, sizeof(bits));
            const float value = FloatOfHalfBits(bits);
            std::memcpy(dst + 4 * j, &value, sizeof(value));
        }
    }
}

void Fill(const MoveRecord& record) {
    const Core& core = CurrentCore();
    constexpr uint64_t kChunk = 2048;
    uint8_t chunk[kChunk];
    FillBytes(chunk, std::min(kChunk, record.bytes), record.value, record.element);
    for (uint32_t i = 0; i < record.count; ++i) {
        for (uint64_t done = 0; done < record.bytes; done += kChunk) {
            Store(core, record.dst_memory, record.dst + i * record.dst_pitch + done, chunk,
                  std::min(kChunk, record.bytes - done));
        }
    }
}

/// One row of the ND side to column groups of `Group` bytes; the last one is filled up with zeros.
template <uint32_t Group>
void RowToGroups(const LayoutRecord& r, uint8_t* dst, const uint8_t* src) {
    const uint8_t* const whole_end = src + r.row_bytes / Group * Group;
    for (; src != whole_end; src += Group) {
        std::memcpy(dst, src, Group);
        dst += r.nz_group_pitch;
    }
    const uint64_t rest = r.row_bytes % Group;
    if (rest != 0) {
        std::memcpy(dst, src, rest);
        std::memset(dst + rest, 0, Group - rest);
    }
}

void NdToNz(const LayoutRecord& r) {
    for (uint32_t m = 0; m < r.matrices; ++m) {
        for (uint32_t n = 0; n < r.rows; ++n) {
            RowToGroups<32>(r, r.dst + m * r.nz_matrix_pitch + n * r.nz_row_pitch,
                            r.src + m * r.nd_matrix_pitch + n * r.nd_row_pitch);
        }
    }
}

void NzToNd(const LayoutRecord& r) {
    const Core& core = CurrentCore();
    for (uint32_t m = 0; m < r.matrices; ++m) {
        for (uint32_t n = 0; n < r.rows; ++n) {
            const uint8_t* src = r.src + m * r.nz_matrix_pitch + n * r.nz_row_pitch;
            uint8_t* dst = r.dst + m * r.nd_matrix_pitch + n * r.nd_row_pitch;
            for (uint64_t begin = 0; begin < r.row_bytes; begin += r.group_bytes) {
                const uint64_t piece = std::min<uint64_t>(r.group_bytes, r.row_bytes - begin);
                Store(core, r.dst_memory, dst + begin, src, piece);
                src += r.nz_group_pitch;
            }
        }
    }
}

}  // namespace
}  // namespace aicore

extern "C" __attribute__((visibility("default"))) void aicore_move(
    const AscendC::isa::MoveRecord* record) {
    using AscendC::isa::MoveOp;
    AICORE_BEGIN_INSTRUCTION("DataCopy", AscendC::isa::MoveRecord, record);
    if (!AscendC::isa::IsExecutedBy(*record, AscendC::isa::CurrentCore())) {
        return;
    }
    aicore::CheckAlignment(*record);
    aicore::InOrder order;
    switch (record->op) {
        case MoveOp::kCopy:
            return aicore::Copy(*record);
        case MoveOp::kPad:
            return aicore::Pad(*record);
        case MoveOp::kWiden:
            return aicore::Widen(*record);
        case MoveOp::kFill:
            return aicore::Fill(*record);
    }
}

extern "C" __attribute__((visibility("default"))) void aicore_layout(
    const AscendC::isa::LayoutRecord* record) {
    AICORE_BEGIN_INSTRUCTION("DataCopy", AscendC::isa::LayoutRecord, record);
    if (!AscendC::isa::IsExecutedBy(*record, AscendC::isa::CurrentCore())) {
        return;
    }
    aicore::InOrder order;
    if (record->op == AscendC::isa::LayoutOp::kNdToNz) {
        aicore::NdToNz(*record);
    } else {
        aicore::NzToNd(*record);
    }
}
