// What the cycle model knows of one core of a launch.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "isa/core.h"
#include "observe/cycles/core_clock.h"
#include "observe/cycles/device_caches.h"
#include "observe/cycles/move_costs.h"
#include "observe/line_fields.h"
#include "observe/locations.h"

namespace observe::cycles {

constexpr size_t kMemories = static_cast<size_t>(AscendC::Hardware::MAX);

/// An instruction on a pipe, for the timeline.
struct Event {
    Pipe pipe;
    LocationId location;
    const char* name;
    Cycles start, end;
    uint64_t bytes;
};

/// What a location in the sources asked of a pipe.
struct LineUse {
    uint64_t count = 0;
    Cycles cycles = 0;
    Cycles wait = 0;  ///< for which the pipe had been idle

    LineUse& operator+=(const LineUse& other) {
        count += other.count;
        cycles += other.cycles;
        wait += other.wait;
        return *this;
    }
};

/// When the latest instructions of a pipe were done with the memory that they used.
class UseHistory {
public:
    /// When nobody uses [begin, end) any more.
    Cycles ReadyAt(uint64_t begin, uint64_t end) const;
    void Used(uint64_t begin, uint64_t end, Cycles done);

private:
    struct Use {
        uint64_t begin = 0, end = 0;
        Cycles done = 0;
    };
    std::array<Use, 16> uses_{};
    size_t next_ = 0;
};

/// A buffer of a queue: the queue, and where the buffer is.
using QueueBuffer = std::pair<const void*, uint32_t>;

/// A core of the launch.
struct CoreTiming {
    uint32_t unit = 0;
    uint32_t block = 0;  ///< index of its group
    uint32_t sub_block = 0;
    int32_t type = 0;  ///< AscendC::MIX, AIC, AIV
    MemoryPort port{};
    CoreClock clock;
    PhysicalCore physical{};
    std::unordered_set<LocationId> executed;            ///< locations whose code was executed
    uint64_t code_misses = 0;                           ///< of them, not in the instruction cache
    std::unordered_map<uint64_t, uint64_t> data_cache;  ///< slot -> line of global memory
    std::map<QueueBuffer, Cycles> enqueued;             ///< when its data are there
    std::map<QueueBuffer, Cycles> freed;                ///< when it may be filled again
    UseHistory vector_writes;
    UseHistory l1_reads;         ///< of steps of Matmul with several blocks in L1 (MDL)
    bool in_large_step = false;  ///< in such a step
    std::map<std::pair<uint8_t, uint8_t>, uint64_t> moved;  ///< (from, to) -> bytes
    ReadTraffic read;
    std::map<Counter, double> counters;             ///< those that were counted
    std::array<uint64_t, kMemories> memory_used{};  ///< highest byte handed out
    std::map<std::pair<LocationId, Pipe>, LineUse> lines;
    std::vector<Event> events;
    uint64_t events_left_out = 0;
    uint32_t type_barriers = 0, all_barriers = 0;           ///< how many it took part in
    std::map<std::pair<int, int32_t>, uint32_t> flags_set;  ///< (mode, id) -> times
    std::map<int32_t, uint32_t> flags_waited;               ///< id -> times
    std::map<const void*, uint32_t> memory_barriers;
};

}  // namespace observe::cycles
