// Models the time that a launch takes, and writes its profile.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "isa/events.h"
#include "observe/cycles/block_order.h"
#include "observe/cycles/core_timing.h"
#include "observe/cycles/cross_core.h"
#include "observe/cycles/machine.h"
#include "observe/cycles/vector_costs.h"
#include "observe/launch_observer.h"

namespace observe::cycles {

class CycleObserver : public LaunchObserver {
public:
    explicit CycleObserver(const AscendcObservedLaunch& launch);

    void BeginBlock(const AscendcBlock& block) override;
    void EndBlock(const AscendcBlock& block) override;
    void Issue(const AscendcBlock& block, const Instruction& instruction,
               const void* const* frame) override;
    void Note(const AscendcBlock& block, AscendC::isa::RecordKind kind, const void* event,
              const void* const* frame) override;
    /// What GetSystemCycle returns: ticks of the chip's counter.
    int64_t Cycle(const AscendcBlock& block) override;
    bool IsAhead(const AscendcBlock& block) override;
    void End(const AscendcObservedFault* fault) override;

private:
    /// Cycles of the scalar unit, and its data cache.
    struct ScalarCosts {
        double prologue, prologue_first, moved_core, fetch, call, barrier, queue, buffer,
            local_access, global_hit, global_miss, dcci, cross_core, register_wait, reduce_result,
            counter_mhz;
        std::array<double, 3> matmul_step;  ///< by StepOp
        uint64_t cache_line, cache_lines;
    };
    /// A block, and whose instructions it issues.
    struct Worker {
        CoreTiming* state;
        bool on_cube_side;  ///< those of the cube core of its group
    };

    std::unique_ptr<CoreTiming> MakeState(const AscendC::isa::Core& core, int32_t type);
    /// The core executes code, known by a key; returns whether the instruction cache had it.
    bool Execute(CoreTiming* core, uint64_t key);
    /// The cube core of the core's group.
    CoreTiming& CubeOf(const AscendC::isa::Core& core);
    /// The core that `block` works as.
    CoreTiming& StateOf(const AscendcBlock& block);

    /// The location of a call; the code there may have to come from memory first.
    LocationId Fetch(const AscendcBlock& block, CoreTiming* core, const void* const* frame);
    void Record(CoreTiming* core, Pipe pipe, LocationId location, const char* name,
                const Span& span, uint64_t bytes);
    void Synchronise(CoreTiming* core, uint32_t unit, const Instruction& instruction,
                     LocationId location);
    Span Vector(CoreTiming* core, const AscendcBlock& block, const Instruction& instruction);

    /// Adds the event's time to the core. Returns true if the timeline shows the event.
    bool TimeEvent(CoreTiming* core, AscendC::isa::RecordKind kind, const void* event);
    void Flag(CoreTiming* core, const AscendC::isa::FlagEvent& event);
    void Queue(CoreTiming* core, const AscendC::isa::QueueEvent& event);
    void Buffer(CoreTiming* core, const AscendC::isa::BufferEvent& event);
    void ReadGlobal(CoreTiming* core, const void* address, uint64_t bytes);
    void CacheHint(const AscendC::isa::CacheHintEvent& event);
    void CubeSide(const AscendcBlock& block, const AscendC::isa::CubeSideEvent& event);

    AscendcObservedLaunch launch_;
    Constants constants_;
    ScalarCosts scalar_;
    Machine machine_;
    VectorCosts vectors_;
    MoveCosts moves_;
    MemorySystem memory_;
    DeviceCaches& caches_;
    LaunchStart start_;
    std::map<PhysicalCore, CodeOfCore> code_;  ///< that had to come from memory in this launch
    Locations locations_;
    CrossCore cross_core_;
    bool has_timeline_;      ///< else only sums are stored
    bool computes_results_;  ///< else instructions of the pipes are not executed
    std::vector<std::unique_ptr<CoreTiming>> cores_;
    std::map<uint32_t, CoreTiming*> cube_of_group_;
    std::vector<Worker> by_unit_;
    BlockOrder block_order_;
};

}  // namespace observe::cycles
