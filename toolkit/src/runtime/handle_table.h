// Handles that programs hold for runtime objects.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

namespace runtime {

/// Maps handles to objects. A handle is a number that is never given out twice, not an address: a
/// stale or foreign handle is found out instead of dereferenced.
template <typename T>
class HandleTable {
public:
    /// `tag` (1..127) makes the handles of different kinds of objects distinct.
    explicit HandleTable(uint64_t tag) : next_(tag << 40) {}

    void* Add(std::shared_ptr<T> object) {
        std::unique_lock<std::shared_mutex> lock(mutex_);
        next_ += 64;
        objects_.emplace(next_, std::move(object));
        return reinterpret_cast<void*>(next_);
    }

    /// Null for a handle that is not in use.
    std::shared_ptr<T> Find(const void* handle) const {
        std::shared_lock<std::shared_mutex> lock(mutex_);
        const auto entry = objects_.find(reinterpret_cast<uint64_t>(handle));
        return entry == objects_.end() ? nullptr : entry->second;
    }

    std::shared_ptr<T> Remove(const void* handle) {
        std::unique_lock<std::shared_mutex> lock(mutex_);
        const auto entry = objects_.find(reinterpret_cast<uint64_t>(handle));
        if (entry == objects_.end()) {
            return nullptr;
        }
        std::shared_ptr<T> object = std::move(entry->second);
        objects_.erase(entry);
        return object;
    }

    size_t size() const {
        std::shared_lock<std::shared_mutex> lock(mutex_);
        return objects_.size();
    }

    /// All handles with their objects, in no particular order.
    std::vector<std::pair<void*, std::shared_ptr<T>>> All() const {
        std::shared_lock<std::shared_mutex> lock(mutex_);
        std::vector<std::pair<void*, std::shared_ptr<T>>> all;
        for (const auto& entry : objects_) {
            all.emplace_back(reinterpret_cast<void*>(entry.first), entry.second);
        }
        return all;
    }

private:
    mutable std::shared_mutex mutex_;
    uint64_t next_;
    std::unordered_map<uint64_t, std::shared_ptr<T>> objects_;
};

}  // namespace runtime
