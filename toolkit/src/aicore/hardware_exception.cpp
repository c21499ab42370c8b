// Ends launches of kernels that do what hardware does not carry out.
#include <algorithm>
#include <cstdio>
#include <iterator>

#include "aicore/alignment.h"
#include "aicore/fault.h"
#include "aicore/fiber.h"
#include "aicore/report.h"
#include "isa/print.h"

namespace aicore {
namespace {

using AscendC::isa::HardwareException;

const char* NameOfPipe(uint64_t pipe) {
    constexpr const char* kNames[] = {"S",   "V",    "M",    "MTE1", "MTE2", "MTE3",
                                      "ALL", "MTE4", "MTE5", "V2",   "FIX"};
    return pipe < std::size(kNames) ? kNames[pipe] : "?";
}

const char* NameOfMemory(uint64_t memory) {
    constexpr const char* kNames[] = {"global memory", "UB", "L1", "L0A", "L0B", "L0C", "BT", "FB"};
    return memory < std::size(kNames) ? kNames[memory] : "?";
}

void Describe(HardwareException exception, const char* api, uint64_t value, uint64_t limit,
              char* text, size_t size) {
    const auto number = static_cast<unsigned long long>(value);
    const auto other = static_cast<unsigned long long>(limit);
    const char* const from = NameOfPipe(value / 256);
    const char* const to = NameOfPipe(value % 256);
    switch (exception) {
        case HardwareException::kEventId:
            std::snprintf(text, size, "%s: event id %lld; a pair of pipes has 0 to %llu", api,
                          static_cast<long long>(value), other - 1);
            return;
        case HardwareException::kFlagNotSet:
            std::snprintf(text, size,
                          "WaitFlag for flag %s_%s, id %llu, which nobody set: on hardware the "
                          "core waits for ever; call SetFlag before it",
                          from, to, other);
            return;
        case HardwareException::kFlagDoubled:
            std::snprintf(text, size,
                          "%s while flag %s_%s, id %llu, is set twice: on hardware the core waits "
                          "for ever; wait for the flag before, or take another event id",
                          api, from, to, other);
            return;
        case HardwareException::kEventsTaken:
            std::snprintf(text, size,
                          "%s: all %llu events of %s_%s are taken, one by each buffer that a queue "
                          "has freed or enqueued and by each AllocEventID; use fewer buffers in "
                          "queues, or give event ids back by ReleaseEventID",
                          api, other, from, to);
            return;
        case HardwareException::kBeyondMemory:
            std::snprintf(
                text, size, "the buffers of InitBuffer end at byte %llu of %s, which has %u bytes",
                number, NameOfMemory(limit), AscendC::isa::CurrentCore().arenas[limit].size);
            return;
        case HardwareException::kNoScratch:
            std::snprintf(text, size,
                          "%s works in %llu bytes of UB after the buffers, which leave %llu; "
                          "give queues less, or hand in a temporary tensor",
                          api, number, other);
            return;
        case HardwareException::kQueueFull:
            std::snprintf(text, size,
                          "%s: %llu tensors are in the queue, which is its depth; call DeQue "
                          "before, or give the queue a greater depth",
                          api, number);
            return;
        case HardwareException::kNoBuffer:
            std::snprintf(text, size,
                          "AllocTensor: none of the %llu buffers of the queue is free: on hardware "
                          "the core looks for one for ever; call FreeTensor before it",
                          number);
            return;
        case HardwareException::kMisalignedWork:
            std::snprintf(text, size,
                          "%s: the work tensor begins at byte %llu of UB, which is no multiple of "
                          "%llu",
                          api, number, other);
            return;
        case HardwareException::kNoCubeCore:
            std::snprintf(text, size,
                          "%s from the unified buffer to L1 in a launch of vector cores alone, "
                          "which is an illegal instruction there; launch cube cores, too",
                          api);
            return;
        case HardwareException::kUnsorted:
            std::snprintf(text, size,
                          "%s: list %llu is not sorted: record %llu has a larger score than the "
                          "one before it; sort each list in descending order before",
                          api, number, other);
            return;
    }
    std::snprintf(text, size, "%s: breach %u", api, static_cast<unsigned>(exception));
}

/// Whether the core waits for ever.
bool IsEndless(HardwareException exception) {
    return exception == HardwareException::kFlagNotSet ||
           exception == HardwareException::kFlagDoubled ||
           exception == HardwareException::kNoBuffer;
}

/// Whether hardware goes on: an NPU does not look where buffers end, but an access past the end of
/// a memory faults. So does one here in the gap after the memory, and then the message names the
/// buffers.
bool GoesOn(HardwareException exception, uint64_t end, uint64_t memory) {
    if (exception != HardwareException::kBeyondMemory) {
        return false;
    }
    const AscendC::isa::Core& core = AscendC::isa::CurrentCore();
    if (end > core.arenas[memory].size + CoreMemory::kGap / 2) {
        return false;
    }
    uint64_t& buffers_end = static_cast<Fiber*>(core.fiber)->buffers_end(static_cast<int>(memory));
    buffers_end = std::max(buffers_end, end);
    return true;
}

/// Whether an observer reports such things itself.
bool IsReported() {
    const AscendcObserver* const observer = AscendC::isa::CurrentCore().observer;
    return observer != nullptr && observer->reports_exceptions;
}

/// Whether no observer reports it: it depends on values, or on the launch.
bool IsFoundHere(HardwareException exception) {
    return exception == HardwareException::kUnsorted || exception == HardwareException::kNoCubeCore;
}

}  // namespace

void FailMisaligned(const char* name, const void* address, uint32_t unit) {
    const Fiber& fiber = *static_cast<Fiber*>(AscendC::isa::CurrentCore().fiber);
    CoreMemory::Location location;
    if (IsReported() || !fiber.memory().Find(reinterpret_cast<uintptr_t>(address), &location)) {
        return;
    }
    InstructionNotes notes;
    notes.family = t_instruction.family->name;
    t_instruction.family->take_notes(t_instruction.record, &notes);
    char text[600];
    std::snprintf(text, sizeof(text), "%s begins at byte %lld of %s, which is no multiple of %u%s",
                  name, static_cast<long long>(location.offset), location.memory, unit,
                  InstructionText(fiber, notes).text);
    FailFromKernel(AICORE_FAULT_MEMORY, text);
}

}  // namespace aicore

extern "C" __attribute__((visibility("default"))) void aicore_refuse(uint32_t number,
                                                                     const char* api,
                                                                     uint64_t value,
                                                                     uint64_t limit) {
    const auto exception = static_cast<AscendC::isa::HardwareException>(number);
    if (aicore::IsReported() && !aicore::IsFoundHere(exception)) {
        return;
    }
    if (aicore::GoesOn(exception, value, limit)) {
        return;
    }
    char text[300];
    aicore::Describe(exception, api, value, limit, text, sizeof(text));
    aicore::FailFromKernel(
        aicore::IsEndless(exception) ? AICORE_FAULT_DEADLOCK : AICORE_FAULT_MEMORY, text);
}
