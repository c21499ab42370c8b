#include "runtime/stream_allocator.h"

#include <map>
#include <mutex>

namespace runtime {
namespace {

/// Handles of streams are never given out twice, so one that is left is never found.
struct Registry {
    std::mutex mutex;
    std::map<const void*, StreamAllocator> allocators;

    static Registry& Get() {
        static Registry* const registry = new Registry();
        return *registry;
    }
};

}  // namespace

void RegisterAllocator(const void* stream, const StreamAllocator& allocator) {
    Registry& registry = Registry::Get();
    std::lock_guard<std::mutex> lock(registry.mutex);
    registry.allocators[stream] = allocator;
}

void UnregisterAllocator(const void* stream) {
    Registry& registry = Registry::Get();
    std::lock_guard<std::mutex> lock(registry.mutex);
    registry.allocators.erase(stream);
}

StreamAllocator AllocatorOf(const void* stream) {
    Registry& registry = Registry::Get();
    std::lock_guard<std::mutex> lock(registry.mutex);
    const auto allocator = registry.allocators.find(stream);
    return allocator == registry.allocators.end() ? StreamAllocator() : allocator->second;
}

}  // namespace runtime
