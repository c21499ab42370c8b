#include "runtime/memory_pool.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "runtime/call_task.h"
#include "runtime/capture.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/memory.h"

namespace runtime {
namespace {

constexpr size_t kBlockStep = 512;

enum class BlockState { kUsed, kFreedInStream, kUnused };

struct Block {
    size_t size = 0;
    BlockState state = BlockState::kUsed;
    const Stream* freed_by = nullptr;  ///< stream whose tasks may still use it
    uint64_t use = 0;                  ///< counts its allocations
};

struct Pool {
    int32_t device = 0;
    size_t capacity = 0;  ///< 0: no limit
    bool destroyed = false;
    uint32_t switches[3] = {1, 1, 1};  ///< ACL_RT_MEM_POOL_REUSE_*
    uint64_t threshold = 0;
    uint64_t reserved = 0;
    uint64_t reserved_peak = 0;
    uint64_t used = 0;
    uint64_t used_peak = 0;
    std::map<void*, Block> blocks;

    void Use(Block* block) {
        block->state = BlockState::kUsed;
        ++block->use;
        used += block->size;
        used_peak = std::max(used_peak, used);
    }
};

/// All pools; one mutex guards them.
struct Pools {
    std::mutex mutex;
    HandleTable<Pool> by_handle{0x19};
    std::map<void*, std::shared_ptr<Pool>> by_block;

    static Pools& Get() {
        static Pools* const pools = new Pools();
        return *pools;
    }

    /// The pool of a handle; null with `*code` set.
    std::shared_ptr<Pool> Find(aclrtMemPool handle, int* code) {
        std::shared_ptr<Pool> pool = by_handle.Find(handle);
        *code = pool != nullptr ? 0
                                : Fail(ACL_ERROR_RT_PARAM_INVALID,
                                       "memory pool %p does not exist or was destroyed", handle);
        return pool;
    }

    /// Gives blocks that nothing uses back to the device until the pool holds `keep` bytes.
    void Trim(Pool* pool, size_t keep) {
        for (auto entry = pool->blocks.begin();
             entry != pool->blocks.end() && pool->reserved > keep;) {
            if (entry->second.state != BlockState::kUnused) {
                ++entry;
                continue;
            }
            by_block.erase(entry->first);
            pool->reserved -= entry->second.size;
            FreeDevice(entry->first);
            entry = pool->blocks.erase(entry);
        }
    }
};

/// The smallest block that is large enough and that work of the stream may overwrite.
std::map<void*, Block>::iterator FindReusable(Pool* pool, size_t size, const Stream* stream) {
    auto best = pool->blocks.end();
    for (auto entry = pool->blocks.begin(); entry != pool->blocks.end(); ++entry) {
        const Block& block = entry->second;
        const bool unused = block.state == BlockState::kUnused ||
                            (block.state == BlockState::kFreedInStream && block.freed_by == stream);
        if (unused && block.size >= size &&
            (best == pool->blocks.end() || block.size < best->second.size)) {
            best = entry;
        }
    }
    return best;
}

/// The number of a counter of bytes; null for other attributes.
uint64_t* FindCounter(Pool* pool, aclrtMemPoolAttr attribute) {
    switch (attribute) {
        case ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD:
            return &pool->threshold;
        case ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT:
            return &pool->reserved;
        case ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH:
            return &pool->reserved_peak;
        case ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT:
            return &pool->used;
        case ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH:
            return &pool->used_peak;
        default:
            return nullptr;
    }
}

uint32_t* FindSwitch(Pool* pool, aclrtMemPoolAttr attribute) {
    const int index = attribute - ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES;
    return index >= 0 && index < 3 ? &pool->switches[index] : nullptr;
}

int FailAttribute(aclrtMemPoolAttr attribute) {
    return Fail(ACL_ERROR_INVALID_PARAM, "a memory pool has no attribute %d", attribute);
}

/// After the tasks of the stream that freed it.
void ReturnBlock(const std::shared_ptr<Pool>& pool, void* address, uint64_t use) {
    Pools& pools = Pools::Get();
    std::lock_guard<std::mutex> lock(pools.mutex);
    const auto block = pool->blocks.find(address);
    if (block == pool->blocks.end() || block->second.use != use ||
        block->second.state != BlockState::kFreedInStream) {
        return;  // in use again
    }
    block->second.state = BlockState::kUnused;
    if (pool->destroyed) {
        pools.Trim(pool.get(), 0);
    }
}

}  // namespace

int CreateMemoryPool(aclrtMemPool* pool, int32_t device, size_t capacity) {
    auto created = std::make_shared<Pool>();
    created->device = device;
    created->capacity = capacity;
    *pool = Pools::Get().by_handle.Add(std::move(created));
    return ACL_SUCCESS;
}

int DestroyMemoryPool(aclrtMemPool pool) {
    Pools& pools = Pools::Get();
    std::lock_guard<std::mutex> lock(pools.mutex);
    int code = 0;
    const auto live_pool = pools.Find(pool, &code);
    if (live_pool != nullptr) {
        live_pool->destroyed = true;
        pools.Trim(live_pool.get(), 0);
        pools.by_handle.Remove(pool);
    }
    return code;
}

int SetPoolAttribute(aclrtMemPool pool, aclrtMemPoolAttr attribute, const void* value) {
    Pools& pools = Pools::Get();
    std::lock_guard<std::mutex> lock(pools.mutex);
    int code = 0;
    const auto live_pool = pools.Find(pool, &code);
    if (live_pool == nullptr) {
        return code;
    }
    if (uint32_t* const choice = FindSwitch(live_pool.get(), attribute)) {
        uint32_t setting = 0;
        memcpy(&setting, value, sizeof(setting));
        if (setting > 1) {
            return Fail(ACL_ERROR_INVALID_PARAM, "memory pool: attribute %d is 0 or 1, not %u",
                        attribute, setting);
        }
        *choice = setting;
        return ACL_SUCCESS;
    }
    uint64_t* const counter = FindCounter(live_pool.get(), attribute);
    if (counter == nullptr) {
        return FailAttribute(attribute);
    }
    uint64_t setting = 0;
    memcpy(&setting, value, sizeof(setting));
    const bool current = attribute == ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT ||
                         attribute == ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT;
    if (current || (attribute != ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD && setting != 0)) {
        return Fail(ACL_ERROR_INVALID_PARAM, "memory pool: attribute %d %s", attribute,
                    current ? "cannot be set" : "can only be set to 0");
    }
    *counter = setting;
    return ACL_SUCCESS;
}

int GetPoolAttribute(aclrtMemPool pool, aclrtMemPoolAttr attribute, void* value) {
    Pools& pools = Pools::Get();
    std::lock_guard<std::mutex> lock(pools.mutex);
    int code = 0;
    const auto live_pool = pools.Find(pool, &code);
    if (live_pool == nullptr) {
        return code;
    }
    if (const uint32_t* const choice = FindSwitch(live_pool.get(), attribute)) {
        memcpy(value, choice, sizeof(*choice));
        return ACL_SUCCESS;
    }
    const uint64_t* const counter = FindCounter(live_pool.get(), attribute);
    if (counter == nullptr) {
        return FailAttribute(attribute);
    }
    memcpy(value, counter, sizeof(*counter));
    return ACL_SUCCESS;
}

int MallocFromPool(void** address, size_t size, aclrtMemPool pool, const void* stream) {
    int code = 0;
    const auto in_stream = FindStream(stream, &code);
    code = in_stream == nullptr ? code : CheckNotCaptured(*in_stream, "aclrtMemPoolMallocAsync");
    if (code != ACL_SUCCESS) {
        return code;
    }
    Pools& pools = Pools::Get();
    std::lock_guard<std::mutex> lock(pools.mutex);
    const auto live_pool = pools.Find(pool, &code);
    if (live_pool == nullptr) {
        return code;
    }
    if (in_stream->device() != live_pool->device) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "the pool is on device %d, the stream on device %d",
                    live_pool->device, in_stream->device());
    }
    const auto reusable = FindReusable(live_pool.get(), size, in_stream.get());
    if (reusable != live_pool->blocks.end()) {
        live_pool->Use(&reusable->second);
        *address = reusable->first;
        return ACL_SUCCESS;
    }
    const size_t rounded = (size + kBlockStep - 1) / kBlockStep * kBlockStep;
    if (rounded < size ||
        (live_pool->capacity != 0 && rounded > live_pool->capacity - live_pool->reserved)) {
        return Fail(ACL_ERROR_RT_MEMORY_ALLOCATION,
                    "the memory pool has no space for %zu bytes: %llu of %zu in use", size,
                    static_cast<unsigned long long>(live_pool->reserved), live_pool->capacity);
    }
    code = MallocDeviceOn(live_pool->device, address, rounded);
    if (code == ACL_SUCCESS) {
        Block block;
        block.size = rounded;
        live_pool->reserved += rounded;
        live_pool->reserved_peak = std::max(live_pool->reserved_peak, live_pool->reserved);
        live_pool->Use(&block);
        live_pool->blocks[*address] = block;
        pools.by_block[*address] = live_pool;
    }
    return code;
}

int FreeToPool(void* address, const void* stream) {
    int code = 0;
    const auto in_stream = FindStream(stream, &code);
    code = in_stream == nullptr ? code : CheckNotCaptured(*in_stream, "aclrtMemPoolFreeAsync");
    if (code != ACL_SUCCESS) {
        return code;
    }
    Pools& pools = Pools::Get();
    std::shared_ptr<Pool> pool;
    uint64_t use = 0;
    {
        std::lock_guard<std::mutex> lock(pools.mutex);
        const auto entry = pools.by_block.find(address);
        if (entry == pools.by_block.end() ||
            entry->second->blocks.at(address).state != BlockState::kUsed) {
            return Fail(ACL_ERROR_RT_PARAM_INVALID,
                        "%p is not in use from a memory pool: freed twice?", address);
        }
        pool = entry->second;
        Block& block = pool->blocks.at(address);
        block.state = BlockState::kFreedInStream;
        block.freed_by = in_stream.get();
        pool->used -= block.size;
        use = block.use;
    }
    // Also when the task is dropped without having run.
    std::shared_ptr<void> returned(
        nullptr, [pool, address, use](void*) { ReturnBlock(pool, address, use); });
    return SubmitTask(
        stream, std::make_unique<CallTask>([returned = std::move(returned)](std::string*) mutable {
            returned.reset();
            return ACL_SUCCESS;
        }));
}

int TrimPool(aclrtMemPool pool, size_t bytes_to_keep) {
    Pools& pools = Pools::Get();
    std::lock_guard<std::mutex> lock(pools.mutex);
    int code = 0;
    const auto live_pool = pools.Find(pool, &code);
    if (live_pool != nullptr) {
        pools.Trim(live_pool.get(), bytes_to_keep);
    }
    return code;
}

bool IsPoolBlock(const void* address) {
    Pools& pools = Pools::Get();
    std::lock_guard<std::mutex> lock(pools.mutex);
    return pools.by_block.count(const_cast<void*>(address)) != 0;
}

void TrimPoolsOf(int32_t device) {
    Pools& pools = Pools::Get();
    std::lock_guard<std::mutex> lock(pools.mutex);
    for (const auto& entry : pools.by_handle.All()) {
        if (entry.second->device == device) {
            pools.Trim(entry.second.get(), entry.second->threshold);
        }
    }
}

void ForgetPoolBlocks(int32_t device) {
    Pools& pools = Pools::Get();
    std::lock_guard<std::mutex> lock(pools.mutex);
    for (auto entry = pools.by_block.begin(); entry != pools.by_block.end();) {
        Pool& pool = *entry->second;
        if (pool.device != device) {
            ++entry;
            continue;
        }
        pool.blocks.clear();
        pool.reserved = 0;
        pool.used = 0;
        entry = pools.by_block.erase(entry);
    }
}

}  // namespace runtime
