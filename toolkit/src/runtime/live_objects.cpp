#include "runtime/live_objects.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace runtime {
namespace {

/// Part of the objects of one kind: threads that make and destroy objects rarely meet in one shard.
struct Shard {
    std::mutex mutex;
    std::unordered_map<const void*, uint64_t> serials;
};

constexpr size_t kShards = 16;

Shard& ShardOf(ObjectKind kind, const void* object) {
    // Never destroyed: programs destroy objects while the process ends.
    static auto* const shards = new Shard[static_cast<size_t>(ObjectKind::kCount)][kShards];
    const uint64_t address = reinterpret_cast<uint64_t>(object);
    return shards[static_cast<size_t>(kind)][(address >> 6 ^ address >> 12) % kShards];
}

}  // namespace

uint64_t AddLive(ObjectKind kind, const void* object) {
    static std::atomic<uint64_t> last{0};
    const uint64_t serial = ++last;
    Shard& shard = ShardOf(kind, object);
    std::lock_guard<std::mutex> lock(shard.mutex);
    shard.serials[object] = serial;
    return serial;
}

uint64_t SerialOf(ObjectKind kind, const void* object) {
    Shard& shard = ShardOf(kind, object);
    std::lock_guard<std::mutex> lock(shard.mutex);
    const auto entry = shard.serials.find(object);
    return entry == shard.serials.end() ? 0 : entry->second;
}

bool RemoveLive(ObjectKind kind, const void* object, uint64_t serial) {
    Shard& shard = ShardOf(kind, object);
    std::lock_guard<std::mutex> lock(shard.mutex);
    const auto entry = shard.serials.find(object);
    if (entry == shard.serials.end() || (serial != 0 && entry->second != serial)) {
        return false;
    }
    shard.serials.erase(entry);
    return true;
}

}  // namespace runtime
