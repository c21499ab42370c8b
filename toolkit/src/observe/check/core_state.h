// What the checker knows of a running core.
#pragma once

#include <array>
#include <map>
#include <memory>

#include "isa/observer.h"
#include "observe/access/access.h"
#include "observe/check/buffers.h"
#include "observe/check/defined_bytes.h"
#include "observe/check/fault_report.h"
#include "observe/check/flag_table.h"
#include "observe/check/local_cells.h"
#include "observe/check/pipe_order.h"
#include "observe/check/vector_clock.h"
#include "support/repeated_reads.h"

namespace observe {

/// One on-chip memory of a core. Offsets count from where its arena begins; L0B has bytes in front
/// of it, which are not watched.
struct LocalMemory {
    LocalMemory(uint64_t address, uint64_t bytes)
        : base(address), size(bytes), cells(bytes), defined(bytes) {}

    uint64_t base;
    uint64_t size;
    LocalCells cells;
    DefinedBytes defined;
    Buffers buffers;
};

/// A buffer of a queue, for the events that belong to it.
using QueueBuffer = std::pair<const void*, const void*>;

/// The event that FreeTensor sets: the next user of the buffer waits for it.
struct FreeEvent {
    PipeClock done;    ///< what it stands for
    uint32_t waiters;  ///< a bit for each pipe that is to wait
};

struct CoreState {
    CoreState(const AscendcBlock& block, CoreName core_name, bool manual_sync);

    /// The memory of an address range's first byte by the instruction's word; null for global
    /// memory, and for addresses that are none of the core's.
    LocalMemory* MemoryOf(AscendC::Hardware memory) {
        return memories[static_cast<int>(memory)].get();
    }

    CoreName name;
    uint32_t unit;
    const AscendC::isa::Core* core;
    PipeOrder order;
    VectorClock other_cores;  ///< of the other cores
    FlagTable flags;
    std::array<std::unique_ptr<LocalMemory>, static_cast<size_t>(AscendC::Hardware::MAX)> memories;
    std::map<QueueBuffer, PipeClock> enqueued;  ///< what EnQue's event stands for
    std::map<QueueBuffer, FreeEvent> freed;
    PipeClock flagged_products;    ///< what the unit flag says to Fixpipe
    PipeClock flagged_reads;       ///< what it says to Mmad
    support::RepeatedReads reads;  ///< by copies from global memory
    uint32_t cube_side = 0;        ///< between the begin and end of CubeSideEvent
};

/// Something that a core does now.
struct Moment {
    CoreState* state;
    LocationId location;
    AscendC::isa::RecordKind kind;
    const void* record;
    Pipe pipe;
    Stamp stamp;

    /// Location and kind in one number, for marks.
    uint32_t site() const { return location << 7 | static_cast<uint32_t>(kind); }
};
constexpr LocationId LocationOfSite(uint32_t site) {
    return site >> 7;
}
constexpr AscendC::isa::RecordKind KindOfSite(uint32_t site) {
    return static_cast<AscendC::isa::RecordKind>(site & 127);
}
static_assert(static_cast<uint32_t>(AscendC::isa::RecordKind::kCount) <= 128,
              "7 bits of a site hold the kind");

}  // namespace observe
