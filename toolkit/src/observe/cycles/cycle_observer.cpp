#include "observe/cycles/cycle_observer.h"

#include <algorithm>

#include "isa/cube_fixpipe.h"
#include "isa/events.h"
#include "isa/sync.h"
#include "observe/access/access.h"
#include "observe/access/queue_pipes.h"
#include "observe/cycles/counters.h"
#include "observe/cycles/profile_line.h"
#include "observe/settings.h"

namespace observe::cycles {
namespace {

using namespace AscendC::isa;
using AscendC::Hardware;

constexpr size_t kMostEvents = 20000;  // per core

template <typename Event>
const Event& As(const void* event) {
    return *static_cast<const Event*>(event);
}

/// What an instruction reads and writes in one memory.
class Extents : public RegionVisitor {
public:
    explicit Extents(Hardware memory) : memory_(memory) {}

    void Visit(const Region& region) override {
        if (region.memory == memory_) {
            (region.kind == AccessKind::kRead ? read_ : written_).push_back(ExtentOf(region));
        }
    }
    const std::vector<Extent>& read() const { return read_; }
    const std::vector<Extent>& written() const { return written_; }

private:
    Hardware memory_;
    std::vector<Extent> read_, written_;
};

Cycles ReadyAt(const UseHistory& history, const std::vector<Extent>& extents) {
    Cycles ready = 0;
    for (const Extent& extent : extents) {
        ready = std::max(ready, history.ReadyAt(extent.begin, extent.end));
    }
    return ready;
}

void Remember(const std::vector<Extent>& extents, Cycles done, UseHistory* history) {
    for (const Extent& extent : extents) {
        history->Used(extent.begin, extent.end, done);
    }
}

uint64_t BytesOfArguments(const AscendcObservedLaunch& launch) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < launch.argument_count; ++i) {
        bytes += launch.arguments[i].bytes;
    }
    return bytes;
}

/// How many cores of a type the launch of `core` has.
uint32_t LaunchedLike(const Core& core, int32_t type) {
    return core.block_num * (type == kAiv && core.is_mix ? std::max(core.task_ratio, 1U) : 1);
}

/// What the scalar unit does from now on; it waits inside.
class ScalarSpan {
public:
    explicit ScalarSpan(const CoreClock& clock)
        : start_(clock.now()), busy_(clock.use(Pipe::kS).busy) {}

    Span Until(const CoreClock& clock) const {
        const Cycles duration = clock.now() - start_;
        return {start_, clock.now(), duration - (clock.use(Pipe::kS).busy - busy_)};
    }

private:
    Cycles start_, busy_;
};

}  // namespace

CycleObserver::CycleObserver(const AscendcObservedLaunch& launch)
    : launch_(launch),
      constants_(launch.soc->arch),
      machine_(constants_, *launch.soc),
      vectors_(constants_, machine_.bank_groups()),
      moves_(constants_),
      memory_(machine_.l2_size(), static_cast<uint64_t>(constants_("chip.l2_line")),
              launch.find_allocation),
      caches_(DeviceCaches::Of(launch.device)),
      start_(caches_.Begin(launch)),
      locations_(launch),
      has_timeline_(GetSettings().Option("timeline", "on") != "off"),
      computes_results_(GetSettings().Option("results", "1") != "0") {
    scalar_ = {constants_("scalar.prologue"),
               constants_("scalar.prologue_first"),
               constants_("scalar.moved_core"),
               constants_("scalar.fetch"),
               constants_("scalar.call"),
               constants_("scalar.barrier"),
               constants_("scalar.queue"),
               constants_("scalar.buffer"),
               constants_("scalar.local_access"),
               constants_("scalar.global_hit"),
               constants_("scalar.global_miss"),
               constants_("scalar.dcci"),
               constants_("scalar.cross_core"),
               constants_("scalar.register_wait"),
               constants_("scalar.reduce_result"),
               constants_("scalar.counter_mhz"),
               {constants_("scalar.matmul_step"), constants_("scalar.matmul_step_mdl"),
                constants_("scalar.matmul_step_constant")},
               static_cast<uint64_t>(constants_("scalar.cache_line")),
               static_cast<uint64_t>(constants_("scalar.cache_lines"))};
    if (!start_.is_requested) {
        memory_.BeginWith(caches_.Data());
    } else if (start_.state == LaunchState::kWarm) {
        memory_.BeginRepeated(BytesOfArguments(launch));
    }
}

// --- cores

void CycleObserver::BeginBlock(const AscendcBlock& block) {
    const Core& core = *block.core;
    CoreTiming* state = nullptr;
    if (core.core_type == kAic && core.is_mix) {
        state = &CubeOf(core);
    } else {
        cores_.push_back(MakeState(core, core.core_type));
        state = cores_.back().get();
    }
    state->unit = block.unit;
    if (by_unit_.size() <= block.unit) {
        by_unit_.resize(block.unit + 1);
    }
    by_unit_[block.unit] = {state, false};
    const uint32_t group = core.is_mix ? 1 + std::max(core.task_ratio, 1U) : 1;
    block_order_.Begin(block.unit, core.block_num * group,
                       LaunchedLike(core, core.core_type) == state->port.cores);
    memory_.RunConcurrently(block_order_.concurrent());
}

void CycleObserver::EndBlock(const AscendcBlock& block) {
    block_order_.Leave(block.unit);
}

bool CycleObserver::IsAhead(const AscendcBlock& block) {
    const CoreTiming& core = StateOf(block);
    // Cores meet in memory: when this one comes there next.
    return block_order_.IsAhead(block.unit,
                                core.clock.NextStart(Pipe::kMte2) / machine_.ClockOf(core.type));
}

std::unique_ptr<CoreTiming> CycleObserver::MakeState(const Core& core, int32_t type) {
    auto state = std::make_unique<CoreTiming>();
    state->block = core.block_idx;
    state->sub_block = type == kAiv ? core.sub_block_idx : 0;
    state->type = type;
    const uint32_t cores = machine_.AtATime(type, LaunchedLike(core, type));
    state->port = {memory_.AddCore(), cores, machine_.ShareOf(type, cores)};
    const uint32_t number =
        type == kAiv ? core.block_idx * std::max(core.task_ratio, 1U) + core.sub_block_idx
                     : core.block_idx;
    state->physical = {type, number % cores};
    const bool is_known = Execute(state.get(), reinterpret_cast<uint64_t>(launch_.entry));
    state->clock.Scalar(is_known ? scalar_.prologue : scalar_.prologue_first);
    if (is_known && launch_.block_dim == 1) {
        state->clock.Stall(scalar_.moved_core);
    }
    return state;
}

bool CycleObserver::Execute(CoreTiming* core, uint64_t key) {
    CodeOfCore& fetched = code_[core->physical];
    const bool is_cached = start_.is_requested ? start_.state != LaunchState::kFirst
                                               : caches_.HasCode(core->physical, key);
    return is_cached || !fetched.insert(key).second;
}

CoreTiming& CycleObserver::CubeOf(const Core& core) {
    CoreTiming*& cube = cube_of_group_[core.block_idx];
    if (cube == nullptr) {
        cores_.push_back(MakeState(core, kAic));
        cube = cores_.back().get();
    }
    return *cube;
}

CoreTiming& CycleObserver::StateOf(const AscendcBlock& block) {
    const Worker& worker = by_unit_[block.unit];
    return worker.on_cube_side ? CubeOf(*block.core) : *worker.state;
}

// --- records

void CycleObserver::Issue(const AscendcBlock& block, const Instruction& instruction,
                          const void* const* frame) {
    CoreTiming& core = StateOf(block);
    const LocationId location = Fetch(block, &core, frame);
    core.clock.Scalar(scalar_.call);
    if (instruction.kind == RecordKind::kSyncRecord) {
        Synchronise(&core, block.unit, instruction, location);
        return;
    }
    const Pipe pipe = PipeOf(instruction.kind, instruction.record, *block.core);
    if (pipe == Pipe::kNone || pipe == Pipe::kS ||
        !IsExecutedBy(instruction.kind, instruction.record, *block.core)) {
        instruction.Execute();
        return;
    }
    const char* const name = ApiName(instruction.kind, instruction.record);
    Extents l1(Hardware::L1);
    if (core.in_large_step && (pipe == Pipe::kMte1 || pipe == Pipe::kMte2)) {
        Accesses(instruction.kind, instruction.record, *block.core, &l1);
    }
    Cycles ready = ReadyAt(core.l1_reads, l1.written());
    if (instruction.kind == RecordKind::kCubeFixpipe &&
        instruction.As<CubeFixpipe>().unit_flag != 0) {
        ready = core.clock.DoneAt(Pipe::kM);  // the unit flag hands the result over, no SetFlag
    }
    const Transfer transfer = moves_.Of(instruction.kind, instruction.record, core.port,
                                        core.clock.NextStart(pipe, ready), &memory_);
    if (pipe == Pipe::kV && transfer.from == Hardware::MAX) {
        const Span span = Vector(&core, block, instruction);
        Record(&core, pipe, location, name, span, 0);
        if (WaitsForResult(instruction.kind, instruction.record, block.core->arch)) {
            core.clock.ScalarWaitsUntil(span.end, Pipe::kV);
            core.clock.Scalar(scalar_.reduce_result);
        }
    } else {
        const Span span = core.clock.Issue(pipe, transfer.work, ready);
        Remember(l1.read(), span.end, &core.l1_reads);
        CountCube(instruction, span, &core);
        core.in_large_step &= instruction.kind != RecordKind::kCubeMmad;
        if (transfer.from != Hardware::MAX) {
            core.moved[{static_cast<uint8_t>(transfer.from), static_cast<uint8_t>(transfer.to)}] +=
                transfer.bytes;
            core.read.in_l2 += transfer.read.in_l2;
            core.read.in_ddr += transfer.read.in_ddr;
        }
        Record(&core, pipe, location, name, span, transfer.bytes);
    }
    if (computes_results_) {
        instruction.Execute();
    }
}

Span CycleObserver::Vector(CoreTiming* core, const AscendcBlock& block,
                           const Instruction& instruction) {
    const Work work = vectors_.Of(instruction.kind, instruction.record, *block.core);
    Extents extents(Hardware::UB);
    Accesses(instruction.kind, instruction.record, *block.core, &extents);
    const Cycles ready = std::max(ReadyAt(core->vector_writes, extents.read()),
                                  ReadyAt(core->vector_writes, extents.written()));
    const Span span = core->clock.Issue(Pipe::kV, work, ready);
    Remember(extents.written(), span.end, &core->vector_writes);
    CountVector(instruction, span, core);
    return span;
}

void CycleObserver::Synchronise(CoreTiming* core, uint32_t unit, const Instruction& instruction,
                                LocationId location) {
    const auto& record = instruction.As<SyncRecord>();
    const ScalarSpan span(core->clock);
    core->clock.Scalar(scalar_.cross_core);
    const Pipe pipe = PipeOfNumber(record.pipe);
    if (record.op == SyncOp::kCrossSet && pipe != Pipe::kNone) {
        cross_core_.Arrive(record, core, core->clock.DoneAt(pipe));
    } else if (record.op != SyncOp::kPoll && record.op != SyncOp::kAllBlocks) {
        if (record.op != SyncOp::kCrossWait) {
            core->clock.Barrier(Pipe::kNone);
        }
        cross_core_.Arrive(record, core, core->clock.now());
    }
    block_order_.Leave(unit);
    instruction.Execute();
    block_order_.Return(unit);
    core->clock.ScalarWaitsUntil(cross_core_.Leave(record, core), Pipe::kS);
    Record(core, Pipe::kS, location, ApiName(instruction.kind, instruction.record),
           span.Until(core->clock), 0);
}

LocationId CycleObserver::Fetch(const AscendcBlock& block, CoreTiming* core,
                                const void* const* frame) {
    const LocationId location = locations_.At(block, frame);
    if (core->executed.insert(location).second && !Execute(core, locations_.KeyOf(location))) {
        core->clock.Stall(scalar_.fetch);
        ++core->code_misses;
    }
    return location;
}

void CycleObserver::Record(CoreTiming* core, Pipe pipe, LocationId location, const char* name,
                           const Span& span, uint64_t bytes) {
    LineUse& line = core->lines[{location, pipe}];
    ++line.count;
    line.cycles += span.end - span.start - (pipe == Pipe::kS ? span.idle : 0);
    line.wait += span.idle;
    if (!has_timeline_) {
        return;
    }
    if (core->events.size() < kMostEvents) {
        core->events.push_back({pipe, location, name, span.start, span.end, bytes});
    } else {
        ++core->events_left_out;
    }
}

// --- events

void CycleObserver::Note(const AscendcBlock& block, RecordKind kind, const void* event,
                         const void* const* frame) {
    if (kind == RecordKind::kCubeSideEvent) {
        CubeSide(block, As<CubeSideEvent>(event));
        return;
    }
    CoreTiming& core = StateOf(block);
    const LocationId location = Fetch(block, &core, frame);
    const ScalarSpan span(core.clock);
    if (TimeEvent(&core, kind, event)) {
        Record(&core, Pipe::kS, location, ApiName(kind, event), span.Until(core.clock), 0);
    }
}

bool CycleObserver::TimeEvent(CoreTiming* core, RecordKind kind, const void* event) {
    switch (kind) {
        case RecordKind::kFlagEvent:
            Flag(core, As<FlagEvent>(event));
            return true;
        case RecordKind::kQueueEvent:
            Queue(core, As<QueueEvent>(event));
            return true;
        case RecordKind::kBufferEvent:
            Buffer(core, As<BufferEvent>(event));
            return true;
        case RecordKind::kScalarEvent: {
            const auto& access = As<ScalarEvent>(event);
            if (access.memory == Hardware::GM) {
                ReadGlobal(core, access.address, access.bytes);
            } else {
                core->clock.Scalar(scalar_.local_access);
            }
            return true;
        }
        case RecordKind::kTilingEvent: {
            const auto& tiling = As<TilingEvent>(event);
            ReadGlobal(core, tiling.address, tiling.bytes);
            return true;
        }
        case RecordKind::kCacheEvent:
            core->clock.Scalar(scalar_.dcci);
            core->data_cache.clear();
            return true;
        case RecordKind::kHandshakeEvent: {
            const auto& handshake = As<HandshakeEvent>(event);
            core->clock.Scalar(scalar_.cross_core);
            if (handshake.op == HandshakeOp::kWait) {
                core->clock.ScalarWaitsUntil(cross_core_.SignalledAt(handshake.address), Pipe::kS);
            } else {
                cross_core_.Signal(handshake.address, core->clock.end());
            }
            return true;
        }
        case RecordKind::kRegisterEvent:
            core->clock.ScalarWaitsUntil(core->clock.DoneAt(Pipe::kV), Pipe::kV);
            core->clock.Scalar(scalar_.register_wait);
            return true;
        case RecordKind::kStepEvent:
            core->clock.Scalar(scalar_.matmul_step[static_cast<size_t>(As<StepEvent>(event).op)]);
            core->in_large_step = As<StepEvent>(event).op != StepOp::kMatmul;
            return true;
        case RecordKind::kCacheHintEvent:
            CacheHint(As<CacheHintEvent>(event));
            return false;
        case RecordKind::kEventIdEvent:
        case RecordKind::kGlobalTensorEvent:
            core->clock.Scalar(scalar_.call);
            return false;
        default:
            return false;
    }
}

void CycleObserver::Flag(CoreTiming* core, const FlagEvent& event) {
    core->clock.Scalar(scalar_.call);
    const Pipe from = PipeOfNumber(event.pipe);
    const Pipe to = PipeOfNumber(event.other_pipe);
    if (core->in_large_step && from == Pipe::kMte1 && to == Pipe::kMte2) {
        // Here one flag serves all buffers in L1; hardware's MDL has one for each. What is read of
        // a buffer says when it may be filled again.
        return;
    }
    switch (event.op) {
        case FlagOp::kSet:
            core->clock.SetFlag(from, to, event.id);
            return;
        case FlagOp::kWait:
            core->clock.WaitFlag(from, to, event.id);
            return;
        default:
            core->clock.Barrier(from);
            core->clock.Stall(from == Pipe::kNone ? scalar_.barrier : 0);
            return;
    }
}

void CycleObserver::Queue(CoreTiming* core, const QueueEvent& event) {
    core->clock.Scalar(scalar_.queue);
    const QueuePipes pipes = PipesOfQueue(event, launch_.soc->arch);
    // A buffer is known by its place: handles of tensors that are passed on may differ.
    const auto buffer = std::make_pair(event.queue, event.address);
    switch (event.op) {
        case QueueOp::kAlloc:
            core->clock.PipeWaitsUntil(pipes.producer, core->freed[buffer], pipes.consumer);
            return;
        case QueueOp::kEnQue:
            core->enqueued[buffer] = core->clock.DoneAt(pipes.producer);
            return;
        case QueueOp::kDeQue:
            core->clock.PipeWaitsUntil(pipes.consumer, core->enqueued[buffer], pipes.producer);
            return;
        case QueueOp::kFree:
            core->freed[buffer] = core->clock.DoneAt(pipes.consumer);
            return;
        default:
            return;
    }
}

void CycleObserver::Buffer(CoreTiming* core, const BufferEvent& event) {
    const bool resets = event.op == BufferOp::kInit || event.op == BufferOp::kMore;
    if (resets) {
        core->clock.Scalar(scalar_.buffer * std::max(event.count, 1U));
    }
    if (resets || event.op == BufferOp::kPlace) {
        uint64_t& used = core->memory_used[static_cast<size_t>(event.memory)];
        used = std::max(used, event.address + uint64_t{event.bytes} * event.count);
    }
}

void CycleObserver::ReadGlobal(CoreTiming* core, const void* address, uint64_t bytes) {
    uint64_t begin = reinterpret_cast<uint64_t>(address);
    // Tiling data is on the host's heap, at another address each time: it is taken to be in
    // the first lines of memory, so that a launch always costs the same.
    const uint64_t tiling = reinterpret_cast<uint64_t>(launch_.tiling);
    begin -= begin - tiling < launch_.tiling_bytes ? tiling - scalar_.cache_line : 0;
    const uint64_t first = begin / scalar_.cache_line;
    const uint64_t last = (begin + std::max<uint64_t>(bytes, 1) - 1) / scalar_.cache_line;
    for (uint64_t line = first; line <= last; ++line) {
        uint64_t& cached = core->data_cache[line % scalar_.cache_lines];
        core->clock.Scalar(cached == line ? scalar_.global_hit : scalar_.global_miss);
        cached = line;
    }
}

void CycleObserver::CacheHint(const CacheHintEvent& event) {
    const uint64_t address = reinterpret_cast<uint64_t>(event.address);
    uint64_t begin = 0;
    uint64_t bytes = 0;
    if (launch_.find_allocation != nullptr && launch_.find_allocation(address, &begin, &bytes)) {
        memory_.Bypass(begin, begin + bytes, event.bypass);
    }
}

void CycleObserver::CubeSide(const AscendcBlock& block, const CubeSideEvent& event) {
    Worker& worker = by_unit_[block.unit];
    CoreTiming& vector = *worker.state;
    CoreTiming& cube = CubeOf(*block.core);
    switch (event.op) {
        case CubeSideOp::kBegin:
            // The request is a message in global memory.
            vector.clock.Scalar(scalar_.cross_core);
            cube.clock.ScalarWaitsUntil(vector.clock.now(), Pipe::kS);
            worker.on_cube_side = true;
            break;
        case CubeSideOp::kEnd:
            worker.on_cube_side = false;
            break;
        case CubeSideOp::kWait:
            vector.clock.Scalar(scalar_.cross_core);
            vector.clock.ScalarWaitsUntil(cube.clock.end(), Pipe::kM);
            break;
    }
}

int64_t CycleObserver::Cycle(const AscendcBlock& block) {
    CoreTiming& core = *by_unit_[block.unit].state;
    core.clock.Scalar(scalar_.call);
    return static_cast<int64_t>(core.clock.now() / machine_.ClockOf(core.type) *
                                scalar_.counter_mhz);
}

void CycleObserver::End(const AscendcObservedFault* fault) {
    if (fault == nullptr) {
        locations_.Resolve();
        std::vector<const CoreTiming*> cores;
        for (const auto& core : cores_) {
            cores.push_back(core.get());
        }
        std::sort(cores.begin(), cores.end(),
                  [](const CoreTiming* a, const CoreTiming* b) { return a->unit < b->unit; });
        WriteProfile(
            {launch_, constants_, machine_, cores, locations_, start_.state, has_timeline_});
        if (!start_.is_requested) {
            for (const auto& [core, keys] : code_) {
                caches_.AddCode(core, keys);
            }
            caches_.SetData(memory_.Contents());
        }
    }
}

}  // namespace observe::cycles

namespace observe {

std::unique_ptr<LaunchObserver> MakeCycleObserver(const AscendcObservedLaunch& launch) {
    return std::make_unique<cycles::CycleObserver>(launch);
}

}  // namespace observe
