#include "runtime/observed_memory.h"

#include "runtime/named_memory.h"
#include "runtime/observe_library.h"

namespace runtime {
namespace {

void NotifyObserver(AscendcMemoryEventKind kind, const void* address, uint64_t bytes, int device) {
    if (LaunchesAreObserved() && ObserveLibrary::Get().memory != nullptr) {
        const AscendcMemoryEvent event = {kind, static_cast<uint32_t>(device),
                                          reinterpret_cast<uint64_t>(address), bytes};
        ObserveLibrary::Get().memory(&event);
    }
}

}  // namespace

void NoteAllocated(const void* address, uint64_t bytes, int device) {
    NotifyObserver(ASCENDC_MEMORY_ALLOCATED, address, bytes, device);
}

void NoteUse(const void* address) {
    NotifyObserver(ASCENDC_MEMORY_USED, address, 0, 0);
}

void NoteFreed(const void* address, bool live) {
    NotifyObserver(live ? ASCENDC_MEMORY_FREED : ASCENDC_MEMORY_FREED_WRONGLY, address, 0, 0);
}

void NoteReset(int device) {
    NotifyObserver(ASCENDC_MEMORY_RESET, nullptr, 0, device);
}

}  // namespace runtime
