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
enum State : uint8_t { kFree, kOccupied, kEnqueued, kDequeued };

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
void AwaitFree(CoreState* state, const std::vector<Buffer>& taken) {
    for (const Buffer& buffer : taken) {
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
    const bool wanted = std::string(ToolOf(fault)) == "memcheck" ? checker_.tools.memcheck
                                                                 : checker_.tools.synccheck;
    if (!wanted) {
        return;
    }
    const PlaceId other = buffer == nullptr ? kNoPlace : buffer->moved;
    checker_.findings.Add({fault, moment.place, "", other}, moment.state->name, [&] {
        Finding finding = {};
        finding.fault = fault;
        finding.severity = severity;
        finding.message = message;
        finding.help = help;
        finding.doing = DoingOf(moment, "", "");
        finding.doing.api = kApis[static_cast<int>(act.op)];
        finding.doing.pipe = "";
        finding.memory = NameOf(act.memory);
        finding.address = act.address;
        finding.size = act.bytes;
        if (buffer != nullptr) {
            finding.has_range = true;
            finding.range = buffer->Named(0);
            finding.has_other = other != kNoPlace;
            finding.other = {other, "", "", "", "", moment.state->name};
        }
        return finding;
    });
}

void QueueChecks::Queue(const Moment& moment, const QueueAct& act) {
    if (act.is_buf || act.op == QueueOp::kFreeAllEvent) {
        return;
    }
    LocalMemory* const memory = moment.state->MemoryOf(act.memory);
    const bool known = memory != nullptr && act.buffer != nullptr;
    Buffer* buffer = known ? memory->buffers.Of(act.queue, act.address) : nullptr;
    if (known && act.index < 0 && act.op != QueueOp::kDeQue) {
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
        buffer->moved = moment.place;
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
        buffer->taken = moment.place;
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
            std::vector<Buffer> taken;
            LocalMemory* const memory = state.memories[i].get();
            if (memory != nullptr && act.op == BufferOp::kDestroy) {
                memory->buffers.Release(act.owner, &taken);
            } else if (memory != nullptr) {
                memory->buffers.TakeBack(act.owner, &taken);
            }
            AwaitFree(&state, taken);
            if (act.op == BufferOp::kDestroy) {
                ReportLeaks(state, static_cast<Hardware>(i), taken);
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
        CheckRoom(moment, act, *memory);
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
        buffer.init = moment.place;
        buffer.position = act.position;
        buffer.number = first + i;
        buffer.number_of = placed ? 0 : first + act.count;
        memory->buffers.Add(buffer);
    }
    if (!placed) {
        CheckRoom(moment, act, *memory);
    }
}

void QueueChecks::CheckRoom(const Moment& moment, const BufferAct& act, const LocalMemory& memory) {
    const uint64_t end = act.address + uint64_t{act.count} * act.bytes;
    const BufferPool* const pool = memory.buffers.PoolOf(act.from);
    const bool outside = end > memory.size;
    if (!checker_.tools.memcheck || (!outside && (pool == nullptr || end <= pool->end))) {
        return;
    }
    checker_.findings.Add(
        {Fault::kMemoryExceeded, moment.place, "", kNoPlace}, moment.state->name, [&] {
            Finding finding = {};
            finding.fault = Fault::kMemoryExceeded;
            finding.severity = Severity::kError;
            const char* const what =
                act.op == BufferOp::kPool ? "the pool takes " : "the buffers take ";
            finding.message =
                outside ? what + std::to_string(end) + " bytes of " + NameOf(act.memory) +
                              ", which has " + std::to_string(memory.size)
                        : what + std::to_string(end - pool->end) + " bytes after the end of " +
                              (act.op == BufferOp::kPool ? "that it is part of" : "their pool");
            finding.help = "ask for fewer or smaller buffers: smaller tiles, or buffers used twice";
            finding.doing = DoingOf(moment, "", "");
            finding.doing.api = act.op == BufferOp::kPool ? "InitBufPool" : "InitBuffer";
            finding.doing.pipe = "";
            finding.memory = NameOf(act.memory);
            finding.address = act.address;
            finding.size = uint64_t{act.count} * act.bytes;
            return finding;
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
        checker_.findings.Add({Fault::kLeak, buffer.taken, "", buffer.init}, state.name, [&] {
            Finding finding = {};
            finding.fault = Fault::kLeak;
            finding.severity = Severity::kWarning;
            finding.message = "{range} was allocated and never freed";
            finding.help = "call FreeTensor after the last use";
            finding.doing.place = buffer.taken;
            finding.has_other = buffer.moved != buffer.taken;
            finding.other = {buffer.moved, "", "", "", "", state.name};
            finding.memory = NameOf(memory);
            finding.address = buffer.begin;
            finding.size = buffer.end - buffer.begin;
            finding.has_range = true;
            finding.range = buffer.Named(0);
            return finding;
        });
    }
}

}  // namespace observe
