#include "observe/check/queue_checks.h"

#include <algorithm>

#include "observe/access/queue_pipes.h"

namespace observe {
namespace {

using AscendC::Hardware;
using AscendC::isa::BufferEvent;
using AscendC::isa::BufferOp;
using AscendC::isa::QueueEvent;
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

void QueueChecks::Report(const Moment& moment, const QueueEvent& event, const Buffer* buffer,
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
        report.side.api = kApis[static_cast<int>(event.op)];
        report.side.pipe = "";
        report.memory = NameOf(event.memory);
        report.address = event.address;
        report.size = event.bytes;
        if (buffer != nullptr) {
            report.has_range = true;
            report.range = buffer->Named(0);
            report.has_other = other != kNoLocation;
            report.other = {other, "", "", "", "", moment.state->name};
        }
        return report;
    });
}

void QueueChecks::Queue(const Moment& moment, const QueueEvent& event) {
    if (event.is_buf || event.op == QueueOp::kFreeAllEvent) {
        return;
    }
    LocalMemory* const memory = moment.state->MemoryOf(event.memory);
    const bool has_memory = memory != nullptr && event.buffer != nullptr;
    Buffer* buffer = has_memory ? memory->buffers.Of(event.queue, event.address) : nullptr;
    if (has_memory && event.index < 0 && event.op != QueueOp::kDeQue) {
        buffer = memory->buffers.At(event.address);
        Report(moment, event, buffer, Fault::kWrongQueue, Severity::kError,
               event.op == QueueOp::kFree
                   ? "FreeTensor gives {range} to a queue that it does not belong to"
                   : "EnQue puts {range} into a queue that it does not belong to",
               "call EnQue and FreeTensor of the queue that allocated the tensor");
    }
    switch (event.op) {
        case QueueOp::kAlloc:
            Alloc(moment, event, buffer);
            break;
        case QueueOp::kEnQue:
            EnQue(moment, event, buffer);
            break;
        case QueueOp::kDeQue:
            DeQue(moment, event);
            break;
        default:
            Free(moment, event, buffer);
            break;
    }
    if (buffer != nullptr) {
        buffer->moved = moment.location;
    }
}

void QueueChecks::Alloc(const Moment& moment, const QueueEvent& event, Buffer* buffer) {
    CoreState& state = *moment.state;
    if (event.buffer == nullptr) {
        Report(
            moment, event, nullptr, Fault::kTooManyAlloc, Severity::kError,
            event.buffer_count == 0 ? "AllocTensor of a queue that InitBuffer gave no buffers"
                                    : "AllocTensor finds no free buffer in the queue: on hardware "
                                      "it waits for ever",
            event.buffer_count == 0 ? "call InitBuffer for the queue"
                                    : "free tensors before more are allocated, or give the queue "
                                      "more buffers by InitBuffer");
        return;
    }
    const auto freed = state.freed.find({event.queue, event.buffer});
    if (freed != state.freed.end()) {
        Await(&state, freed->second.waiters, freed->second.done);
        state.freed.erase(freed);
    }
    if (buffer != nullptr) {
        buffer->is_queue = true;
        buffer->in_use = true;
        buffer->allocated_at = moment.location;
        const uint32_t most = state.core->arch == 100 ? 4 : 8;
        if (state.MemoryOf(event.memory)->buffers.InUse(event.position) > most) {
            Report(moment, event, nullptr, Fault::kTooManyAlloc, Severity::kError,
                   most == 4 ? "more than 4 tensors of one TPosition are allocated at a time: the "
                               "core has no events for them"
                             : "more than 8 tensors of one TPosition are allocated at a time: the "
                               "core has no events for them",
                   "free tensors before, or put several tensors into one buffer");
        }
    }
}

void QueueChecks::EnQue(const Moment& moment, const QueueEvent& event, const Buffer* buffer) {
    CoreState& state = *moment.state;
    if (event.buffer == nullptr) {
        Report(moment, event, nullptr, Fault::kQueueOrder, Severity::kError,
               "EnQue of a tensor that comes from no queue",
               "enqueue what AllocTensor of the queue returned");
        return;
    }
    if (event.state == kFree) {
        Report(moment, event, buffer, Fault::kQueueOrder, Severity::kError,
               "EnQue of {range}, which is not allocated",
               "call AllocTensor before EnQue, and EnQue once");
    } else if (event.state == kEnqueued) {
        Report(moment, event, buffer, Fault::kQueueOrder, Severity::kError,
               "EnQue of {range}, which is in the queue already", "call DeQue in between");
    } else if (event.depth > 0 && event.in_queue >= static_cast<uint32_t>(event.depth)) {
        Report(moment, event, buffer, Fault::kQueueOrder, Severity::kError,
               "EnQue of {range} into a queue that is as full as its depth allows: on hardware an "
               "earlier tensor is lost",
               "call DeQue before, or give the queue a greater depth (TQue<position, depth>)");
    }
    const QueuePipes pipes = PipesOfQueue(event, state.core->arch);
    state.enqueued[{event.queue, event.buffer}] = DoneBy(state, pipes, pipes.producer);
}

void QueueChecks::DeQue(const Moment& moment, const QueueEvent& event) {
    CoreState& state = *moment.state;
    if (event.buffer == nullptr) {
        Report(moment, event, nullptr, Fault::kQueueOrder, Severity::kError,
               "DeQue of an empty queue: on hardware it waits for ever",
               "call EnQue before each DeQue");
        return;
    }
    const auto enqueued = state.enqueued.find({event.queue, event.buffer});
    if (enqueued != state.enqueued.end()) {
        const QueuePipes pipes = PipesOfQueue(event, state.core->arch);
        Await(&state, WaitersOf(pipes, pipes.consumer), enqueued->second);
        state.enqueued.erase(enqueued);
    }
}

void QueueChecks::Free(const Moment& moment, const QueueEvent& event, Buffer* buffer) {
    CoreState& state = *moment.state;
    if (event.buffer == nullptr) {
        return;  // nothing happens then
    }
    if (event.state == kFree) {
        Report(moment, event, buffer, Fault::kDoubleFree, Severity::kError,
               "FreeTensor of {range}, which is free already", "call FreeTensor once");
    } else if (event.state == kEnqueued) {
        Report(moment, event, buffer, Fault::kQueueOrder, Severity::kError,
               "FreeTensor of {range}, which is still in the queue",
               "call DeQue before FreeTensor");
    }
    const QueuePipes pipes = PipesOfQueue(event, state.core->arch);
    state.freed[{event.queue, event.buffer}] = {DoneBy(state, pipes, pipes.consumer),
                                                WaitersOf(pipes, pipes.producer)};
    if (buffer != nullptr) {
        buffer->in_use = false;
    }
}

void QueueChecks::BufferGiven(const Moment& moment, const BufferEvent& event) {
    CoreState& state = *moment.state;
    if (event.op == BufferOp::kReset || event.op == BufferOp::kDestroy) {
        for (size_t i = 0; i < state.memories.size(); ++i) {
            std::vector<Buffer> released;
            LocalMemory* const memory = state.memories[i].get();
            if (memory != nullptr && event.op == BufferOp::kDestroy) {
                memory->buffers.Release(event.owner, &released);
            } else if (memory != nullptr) {
                memory->buffers.TakeBack(event.owner, &released);
            }
            AwaitFree(&state, released);
            if (event.op == BufferOp::kDestroy) {
                ReportLeaks(state, static_cast<Hardware>(i), released);
            }
        }
        if (event.op == BufferOp::kDestroy) {
            state.order.Barrier();  // Destroy ends with PipeBarrier<PIPE_ALL>()
        }
        return;
    }
    LocalMemory* const memory = state.MemoryOf(event.memory);
    if (memory == nullptr) {
        return;
    }
    if (event.op == BufferOp::kPool) {
        CheckSpace(moment, event, *memory);
        memory->buffers.AddPool({event.owner, event.from, uint64_t{event.address} + event.bytes});
        return;
    }
    const bool placed = event.op == BufferOp::kPlace;
    const uint32_t first =
        event.op == BufferOp::kMore ? memory->buffers.CountOf(event.owner, event.from) : 0;
    for (uint32_t i = 0; i < event.count; ++i) {
        Buffer buffer = {};
        buffer.begin = event.address + uint64_t{i} * event.bytes;
        buffer.end = buffer.begin + event.bytes;
        buffer.owner = placed ? nullptr : event.owner;
        buffer.from = event.from;
        buffer.init = moment.location;
        buffer.position = event.position;
        buffer.number = first + i;
        buffer.number_of = placed ? 0 : first + event.count;
        memory->buffers.Add(buffer);
    }
    if (!placed) {
        CheckSpace(moment, event, *memory);
    }
}

void QueueChecks::CheckSpace(const Moment& moment, const BufferEvent& event,
                             const LocalMemory& memory) {
    const uint64_t end = event.address + uint64_t{event.count} * event.bytes;
    const BufferPool* const pool = memory.buffers.PoolOf(event.from);
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
                event.op == BufferOp::kPool ? "the pool takes " : "the buffers take ";
            report.message =
                outside ? what + std::to_string(end) + " bytes of " + NameOf(event.memory) +
                              ", which has " + std::to_string(memory.size)
                        : what + std::to_string(end - pool->end) + " bytes after the end of " +
                              (event.op == BufferOp::kPool ? "that it is part of" : "their pool");
            report.help = "ask for fewer or smaller buffers: smaller tiles, or buffers used twice";
            report.side = SideOf(moment, "", "");
            report.side.api = event.op == BufferOp::kPool ? "InitBufPool" : "InitBuffer";
            report.side.pipe = "";
            report.memory = NameOf(event.memory);
            report.address = event.address;
            report.size = uint64_t{event.count} * event.bytes;
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
