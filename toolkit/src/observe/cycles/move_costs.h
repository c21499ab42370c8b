// What moves of data, and the cube's instructions, cost.
#pragma once

#include "isa/core.h"
#include "isa/records.h"
#include "observe/cycles/constants.h"
#include "observe/cycles/core_clock.h"
#include "observe/cycles/memory_system.h"

namespace observe::cycles {

/// A core's way to global memory.
struct MemoryPort {
    uint32_t unit;   ///< number in the MemorySystem
    uint32_t cores;  ///< of its type, at work at a time
    BandwidthShare share;
};

/// A move: its cost, and what went where.
struct Transfer {
    Work work;
    AscendC::Hardware from = AscendC::Hardware::MAX;  ///< MAX: nothing moves
    AscendC::Hardware to = AscendC::Hardware::MAX;
    uint64_t bytes = 0;
    ReadTraffic read;  ///< of a read of global memory
};

/// Work of the records of MTE1, MTE2, MTE3, fixpipe and cube.
class MoveCosts {
public:
    explicit MoveCosts(const Constants& constants);

    /// `start`: when the pipe begins. Changes what `memory` holds.
    Transfer Of(AscendC::isa::RecordKind kind, const void* record, const MemoryPort& port,
                Cycles start, MemorySystem* memory) const;

private:
    /// Rows of one move, as global memory sees them.
    struct Rows {
        uint64_t address;
        uint64_t count;
        uint64_t bytes;
        int64_t pitch;
        bool changes_layout;
    };

    Transfer Load(const Rows& rows, AscendC::Hardware to, const MemoryPort& port, Cycles start,
                  MemorySystem* memory) const;
    Transfer Store(const Rows& rows, AscendC::Hardware from, const MemoryPort& port, Cycles start,
                   MemorySystem* memory) const;
    Transfer OnChip(AscendC::Hardware from, AscendC::Hardware to, uint64_t bytes) const;
    Transfer Move(const void* record, const MemoryPort& port, Cycles start,
                  MemorySystem* memory) const;
    Transfer Layout(const void* record, const MemoryPort& port, Cycles start,
                    MemorySystem* memory) const;
    Transfer Fixpipe(const void* record, const MemoryPort& port, Cycles start,
                     MemorySystem* memory) const;
    Work Mmad(const void* record) const;

    double latency_, latency_ddr_, rate_, rate_ddr_, rate_l1_, rate_ddr_l1_, instruction_, burst_,
        burst_nd2nz_, unaligned_bytes_, same_line_;
    double store_latency_, store_rate_, store_instruction_, store_burst_;
    double ub_latency_, ub_rate_;
    double mte1_startup_, rate_l0a_, rate_l0b_, rate_other_, rate_ub_;
    double cube_startup_, cube_issue_, fractal_, fractal_f32_, fractal_hf32_;
    double fixpipe_latency_, fixpipe_rate_, fixpipe_burst_;
};

}  // namespace observe::cycles
