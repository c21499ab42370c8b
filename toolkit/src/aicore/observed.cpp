// Sends instructions and events of instrumented kernels to the observer of the launch.
#include "aicore/observed.h"

#include <chrono>

#include "isa/events.h"
#include "isa/move.h"
#include "isa/records.h"

namespace aicore {
namespace {

using Executor = void (*)(const void*);

#define AICORE_EXECUTOR_ENTRY(Record, executor) \
    [](const void* record) { executor(static_cast<const AscendC::isa::Record*>(record)); },
constexpr Executor kExecutors[] = {ASCENDC_INSTRUCTIONS(AICORE_EXECUTOR_ENTRY)};
#undef AICORE_EXECUTOR_ENTRY

const void* const* CallerFrame(void* frame) {
    return static_cast<const void* const*>(frame);
}

/// What of global memory an instruction or call reads, if that may be a word that another block
/// is to change; else null.
const void* PolledBy(uint16_t kind, const void* record) {
    using AscendC::Hardware;
    using AscendC::isa::RecordKind;
    if (kind == static_cast<uint16_t>(RecordKind::kMoveRecord)) {
        const auto& move = *static_cast<const AscendC::isa::MoveRecord*>(record);
        return move.src_memory == Hardware::GM ? move.src : nullptr;
    }
    if (kind == static_cast<uint16_t>(RecordKind::kScalarEvent)) {
        const auto& event = *static_cast<const AscendC::isa::ScalarEvent*>(record);
        return event.memory == Hardware::GM && !event.write ? event.address : nullptr;
    }
    return nullptr;
}

}  // namespace

void YieldIfBehind(uint16_t kind, const void* record, const AscendcObserver& observer,
                   Fiber* fiber) {
    const void* const word = PolledBy(kind, record);
    const bool polls = word != nullptr && fiber->Polls(word);
    if (polls || observer.is_ahead(observer.user, fiber->core().observed_block)) {
        fiber->Suspend(Fiber::State::kPolling);
    }
}

}  // namespace aicore

extern "C" __attribute__((visibility("default"))) void aicore_issue(uint16_t kind,
                                                                    const void* record) {
    const AscendC::isa::Core& core = AscendC::isa::CurrentCore();
    const AscendcObserver* const observer = core.observer;
    if (observer == nullptr) {
        aicore::kExecutors[kind](record);
        return;
    }
    aicore::RuntimeScope scope;
    observer->issue(observer->user, core.observed_block, kind, record, aicore::kExecutors[kind],
                    aicore::CallerFrame(__builtin_frame_address(0)));
    aicore::YieldIfBehind(kind, record, *observer, &scope.fiber());
}

extern "C" __attribute__((visibility("default"))) void aicore_note(uint16_t kind,
                                                                   const void* event) {
    const AscendC::isa::Core& core = AscendC::isa::CurrentCore();
    const AscendcObserver* const observer = core.observer;
    if (observer != nullptr) {
        aicore::RuntimeScope scope;
        observer->note(observer->user, core.observed_block, kind, event,
                       aicore::CallerFrame(__builtin_frame_address(0)));
        aicore::YieldIfBehind(kind, event, *observer, &scope.fiber());
    }
}

extern "C" __attribute__((visibility("default"))) int64_t aicore_cycle() {
    const AscendC::isa::Core& core = AscendC::isa::CurrentCore();
    const AscendcObserver* const observer = core.observer;
    if (observer == nullptr) {
        return std::chrono::steady_clock::now().time_since_epoch().count();
    }
    aicore::RuntimeScope scope;
    return observer->cycle(observer->user, core.observed_block);
}
