#include "observe/check/queue_checks.h"

#include <algorithm>

#include "observe/access/queue_pipes.h"

namespace observe {
namespace {

using AscendC::Hardware;
using AscendC::isa::BufferAct;
using AscendC::isa::BufferOp;
using AscendC::isa::QueueAct;
using AscendC::isa::QueueOp;

/// TBufState.
enum BufferState : uint8_t { kFree, kOccupied, kEnqueued, kDequeued };

/// What is done when the event that `pipe` sets is; all pipes have events where it is not known
/// which.
PipeClock DoneBy(const CoreState& state, const QueuePipes& pipes, Pipe pipe) {
    return pipes.is_documented ? state.order.Done(static_cast<uint32_t>(pipe))
                               : state.order.AllDone();
}

uint32_t WaitersOf(const QueuePipes& pipes, Pipe pipe) {
    return pipes.is_documented ? 1U << static_cast<uint32_t>(pipe) : (1U << kClockPipes) - 1;
}

void Await(CoreState* state, uint32_t waiters, const PipeClock& done) {
    for (uint32_t i = 0; i < kClockPipes; ++i) {
        if ((waiters >> i & 1) != 0) {
            state->order.Await(i, done);
        }
    }
}

/// TPipe and pools wait for the free buffers of the queues that they take back.
void AwaitFree(CoreState* state, const std::vector<Buffer>& released) {
    for (const Buffer& buffer : released) {
        auto event = state->freed.lower_bound({buffer.owner, nullptr});
        while (event != state->freed.end() && event->first.first == buffer.owner) {
            Await(state, event->second.waiters, event->second.done);
            event = state->freed.erase(event);
        }
    }
}

}  // namespace

void QueueChecks::Report(const Moment& moment, const QueueAct& act, const Buffer* buffer,
                         Fault fault, Severity severity, const char* message, const char* help) {
    static const char* const kApis[] = {"AllocTensor", "EnQue", "DeQue", "FreeTensor",
                                        "FreeAllEvent"};
    const bool is_enabled = std::string(ToolOf(fault)) == "memcheck" ? checker_.tools.memcheck
                                                                     : checker_.tools.synccheck;
    if (!is_enabled) {
        return;
    }
    const LocationId other = buffer == nullptr ? kNoLocation : buffer->moved;
    checker_.reports.Add({fault, moment.location, "", other}, moment.state->name, [&] {
        FaultReport report = {};
        report.fault = fault;
        report.severity = severity;
        report.message = message;
        report.help = help;
        report.side = SideOf(moment, "", "");
        report.side.api = kApis[static_cast<int>(act.op)];
        report.side.pipe = "";
        report.memory = NameOf(act.memory);
        report.address = act.address;
        report.size = act.bytes;
        if (buffer != nullptr) {
            report.has_range = true;
            report.range = buffer->Named(0);
            report.has_other = other != kNoLocation;
            report.other = {other, "", "", "", "", moment.state->name};
        }
        return report;
    });
}

void QueueChecks::Queue(const Moment& moment, const QueueAct& act) {
    if (act.is_buf || act.op == QueueOp::kFreeAllEvent) {
        return;
    }
    LocalMemory* const memory = moment.state->MemoryOf(act.memory);
    const bool has_memory = memory != nullptr && act.buffer != nullptr;
    Buffer* buffer = has_memory ? memory->buffers.Of(act.queue, act.address) : nullptr;
    if (has_memory && act.index < 0 && act.op != QueueOp::kDeQue) {
        buffer = memory->buffers.At(act.address);
        Report(moment, act, buffer, Fault::kWrongQueue, Severity::kError,
               act.op == QueueOp::kFree
                   ? "FreeTensor gives {range} to a queue that it does not belong to"
                   : "EnQue puts {range} into a queue that it does not belong to",
               "call EnQue and FreeTensor of the queue that allocated the tensor");
    }
    switch (act.op) {
        case QueueOp::kAlloc:
            Alloc(moment, act, buffer);
            break;
        case QueueOp::kEnQue:
            EnQue(moment, act, buffer);
            break;
        case QueueOp::kDeQue:
            DeQue(moment, act);
            break;
        default:
            Free(moment, act, buffer);
            break;
    }
    if (buffer != nullptr) {
        buffer->moved = moment.location;
    }
}

void QueueChecks::Alloc(const Moment& moment, const QueueAct& act, Buffer* buffer) {
    CoreState& state = *moment.state;
    if (act.buffer == nullptr) {
        Report(moment, act, nullptr, Fault::kTooManyAlloc, Severity::kError,
               act.buffer_count == 0 ? "AllocTensor of a queue that InitBuffer gave no buffers"
                                     : "AllocTensor finds no free buffer in the queue: on hardware "
                                       "it waits for ever",
               act.buffer_count == 0 ? "call InitBuffer for the queue"
                                     : "free tensors before more are allocated, or give the queue "
                                       "more buffers by InitBuffer");
        return;
    }
    const auto freed = state.freed.find({act.queue, act.buffer});
    if (freed != state.freed.end()) {
        Await(&state, freed->second.waiters, freed->second.done);
        state.freed.erase(freed);
    }
    if (buffer != nullptr) {
        buffer->is_queue = true;
        buffer->in_use = true;
        buffer->allocated_at = moment.location;
        const uint32_t most = state.core->arch == 100 ? 4 : 8;
        if (state.MemoryOf(act.memory)->buffers.InUse(act.position) > most) {
            Report(moment, act, nullptr, Fault::kTooManyAlloc, Severity::kError,
                   most == 4 ? "more than 4 tensors of one TPosition are allocated at a time: the "
                               "core has no events for them"
                             : "more than 8 tensors of one TPosition are allocated at a time: the "
                               "core has no events for them",
                   "free tensors before, or put several tensors into one buffer");
        }
    }
}

void QueueChecks::EnQue(const Moment& moment, const QueueAct& act, const Buffer* buffer) {
    CoreState& state = *moment.state;
    if (act.buffer == nullptr) {
        Report(moment, act, nullptr, Fault::kQueueOrder, Severity::kError,
               "EnQue of a tensor that comes from no queue",
               "enqueue what AllocTensor of the queue returned");
        return;
    }
    if (act.state == kFree) {
        Report(moment, act, buffer, Fault::kQueueOrder, Severity::kError,
               "EnQue of {range}, which is not allocated",
               "call AllocTensor before EnQue, and EnQue once");
    } else if (act.state == kEnqueued) {
        Report(moment, act, buffer, Fault::kQueueOrder, Severity::kError,
               "EnQue of {range}, which is in the queue already", "call DeQue in between");
    } else if (act.depth > 0 && act.in_queue >= static_cast<uint32_t>(act.depth)) {
        Report(moment, act, buffer, Fault::kQueueOrder, Severity::kError,
               "EnQue of {range} into a queue that is as full as its depth allows: on hardware an "
               "earlier tensor is lost",
               "call DeQue before, or give the queue a greater depth (TQue<position, depth>)");
    }
    const QueuePipes pipes = PipesOfQueue(act, state.core->arch);
    state.enqueued[{act.queue, act.buffer}] = DoneBy(state, pipes, pipes.producer);
}

void QueueChecks::DeQue(const Moment& moment, const QueueAct& act) {
    CoreState& state = *moment.state;
    if (act.buffer == nullptr) {
        Report(moment, act, nullptr, Fault::kQueueOrder, Severity::kError,
               "DeQue of an empty queue: on hardware it waits for ever",
               "call EnQue before each DeQue");
        return;
    }
    const auto enqueued = state.enqueued.find({act.queue, act.buffer});
    if (enqueued != state.enqueued.end()) {
        const QueuePipes pipes = PipesOfQueue(act, state.core->arch);
        Await(&state, WaitersOf(pipes, pipes.consumer), enqueued->second);
        state.enqueued.erase(enqueued);
    }
}

void QueueChecks::Free(const Moment& moment, const QueueAct& act, Buffer* buffer) {
    CoreState& state = *moment.state;
    if (act.buffer == nullptr) {
        return;  // nothing happens then
    }
    if (act.state == kFree) {
        Report(moment, act, buffer, Fault::kDoubleFree, Severity::kError,
               "FreeTensor of {range}, which is free already", "call FreeTensor once");
    } else if (act.state == kEnqueued) {
        Report(moment, act, buffer, Fault::kQueueOrder, Severity::kError,
               "FreeTensor of {range}, which is still in the queue",
               "call DeQue before FreeTensor");
    }
    const QueuePipes pipes = PipesOfQueue(act, state.core->arch);
    state.freed[{act.queue, act.buffer}] = {DoneBy(state, pipes, pipes.consumer),
                                            WaitersOf(pipes, pipes.producer)};
    if (buffer != nullptr) {
        buffer->in_use = false;
    }
}

void QueueChecks::BufferGiven(const Moment& moment, const BufferAct& act) {
    CoreState& state = *moment.state;
    if (act.op == BufferOp::kReset || act.op == BufferOp::kDestroy) {
        for (size_t i = 0; i < state.memories.size(); ++i) {
            std::vector<Buffer> released;
            LocalMemory* const memory = state.memories[i].get();
            if (memory != nullptr && act.op == BufferOp::kDestroy) {
                memory->buffers.Release(act.owner, &released);
            } else if (memory != nullptr) {
                memory->buffers.TakeBack(act.owner, &released);
            }
            AwaitFree(&state, released);
            if (act.op == BufferOp::kDestroy) {
                ReportLeaks(state, static_cast<Hardware>(i), released);
            }
        }
        if (act.op == BufferOp::kDestroy) {
            state.order.Barrier();  // Destroy ends with PipeBarrier<PIPE_ALL>()
        }
        return;
    }
    LocalMemory* const memory = state.MemoryOf(act.memory);
    if (memory == nullptr) {
        return;
    }
    if (act.op == BufferOp::kPool) {
        CheckSpace(moment, act, *memory);
        memory->buffers.AddPool({act.owner, act.from, uint64_t{act.address} + act.bytes});
        return;
    }
    const bool placed = act.op == BufferOp::kPlace;
    const uint32_t first =
        act.op == BufferOp::kMore ? memory->buffers.CountOf(act.owner, act.from) : 0;
    for (uint32_t i = 0; i < act.count; ++i) {
        Buffer buffer = {};
        buffer.begin = act.address + uint64_t{i} * act.bytes;
        buffer.end = buffer.begin + act.bytes;
        buffer.owner = placed ? nullptr : act.owner;
        buffer.from = act.from;
        buffer.init = moment.location;
        buffer.position = act.position;
        buffer.number = first + i;
        buffer.number_of = placed ? 0 : first + act.count;
        memory->buffers.Add(buffer);
    }
    if (!placed) {
        CheckSpace(moment, act, *memory);
    }
}

void QueueChecks::CheckSpace(const Moment& moment, const BufferAct& act,
                             const LocalMemory& memory) {
    const uint64_t end = act.address + uint64_t{act.count} * act.bytes;
    const BufferPool* const pool = memory.buffers.PoolOf(act.from);
    const bool outside = end > memory.size;
    if (!checker_.tools.memcheck || (!outside && (pool == nullptr || end <= pool->end))) {
        return;
    }
    checker_.reports.Add(
        {Fault::kMemoryExceeded, moment.location, "", kNoLocation}, moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kMemoryExceeded;
            report.severity = Severity::kError;
            const char* const what =
                act.op == BufferOp::kPool ? "the pool takes " : "the buffers take ";
            report.message =
                outside ? what + std::to_string(end) + " bytes of " + NameOf(act.memory) +
                              ", which has " + std::to_string(memory.size)
                        : what + std::to_string(end - pool->end) + " bytes after the end of " +
                              (act.op == BufferOp::kPool ? "that it is part of" : "their pool");
            report.help = "ask for fewer or smaller buffers: smaller tiles, or buffers used twice";
            report.side = SideOf(moment, "", "");
            report.side.api = act.op == BufferOp::kPool ? "InitBufPool" : "InitBuffer";
            report.side.pipe = "";
            report.memory = NameOf(act.memory);
            report.address = act.address;
            report.size = uint64_t{act.count} * act.bytes;
            return report;
        });
}

void QueueChecks::End(CoreState* state) {
    for (size_t i = 0; i < state->memories.size(); ++i) {
        if (state->memories[i] != nullptr) {
            ReportLeaks(*state, static_cast<Hardware>(i), state->memories[i]->buffers.all());
        }
    }
}

void QueueChecks::ReportLeaks(const CoreState& state, Hardware memory,
                              const std::vector<Buffer>& buffers) {
    for (const Buffer& buffer : buffers) {
        if (!checker_.tools.memcheck || !buffer.is_queue || !buffer.in_use) {
            continue;
        }
        checker_.reports.Add({Fault::kLeak, buffer.allocated_at, "", buffer.init}, state.name, [&] {
            FaultReport report = {};
            report.fault = Fault::kLeak;
            report.severity = Severity::kWarning;
            report.message = "{range} was allocated and never freed";
            report.help = "call FreeTensor after the last use";
            report.side.location = buffer.allocated_at;
            report.has_other = buffer.moved != buffer.allocated_at;
            report.other = {buffer.moved, "", "", "", "", state.name};
            report.memory = NameOf(memory);
            report.address = buffer.begin;
            report.size = buffer.end - buffer.begin;
            report.has_range = true;
            report.range = buffer.Named(0);
            return report;
        });
    }
}

}  // namespace observe
