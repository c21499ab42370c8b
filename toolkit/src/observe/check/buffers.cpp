#include "observe/check/buffers.h"

#include <algorithm>

namespace observe {

void Buffers::Add(const Buffer& buffer) {
    if (buffer.owner != nullptr) {
        managed_ = true;
        // A queue that gets new buffers has the old ones no more.
        if (buffer.number == 0) {
            buffers_.erase(std::remove_if(buffers_.begin(), buffers_.end(),
                                          [&](const Buffer& old) {
                                              return old.owner == buffer.owner &&
                                                     (old.released || old.from == buffer.from);
                                          }),
                           buffers_.end());
        }
        buffers_.push_back(buffer);
        return;
    }
    for (Buffer& old : buffers_) {
        if (old.owner == nullptr && old.begin == buffer.begin) {
            old.end = std::max(old.end, buffer.end);
            return;
        }
    }
    if (placed_ < kMostPlaced) {
        ++placed_;
        buffers_.push_back(buffer);
    }
}

void Buffers::TakeBack(const void* from, std::vector<Buffer>* released) {
    const auto gone = [&](const Buffer& buffer) {
        if (buffer.from == from) {
            released->push_back(buffer);
        }
        return buffer.from == from;
    };
    buffers_.erase(std::remove_if(buffers_.begin(), buffers_.end(), gone), buffers_.end());
    std::vector<BufferPool> inner;
    for (size_t i = 0; i < pools_.size();) {
        if (pools_[i].from == from) {
            inner.push_back(pools_[i]);
            pools_.erase(pools_.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    for (const BufferPool& pool : inner) {
        TakeBack(pool.pool, released);
    }
}

void Buffers::Release(const void* from, std::vector<Buffer>* buffers) {
    std::vector<Buffer> released;
    TakeBack(from, &released);
    buffers->insert(buffers->end(), released.begin(), released.end());
    for (Buffer& buffer : released) {
        buffer.from = from;  // one of a pool, too: the TPipe that is used again has them no more
        buffer.in_use = false;
        buffer.released = true;
        buffers_.push_back(buffer);
    }
}

const BufferPool* Buffers::PoolOf(const void* pool) const {
    const auto match = std::find_if(pools_.rbegin(), pools_.rend(),
                                    [&](const BufferPool& other) { return other.pool == pool; });
    return match == pools_.rend() ? nullptr : &*match;
}

const Buffer* Buffers::Find(uint64_t begin, uint64_t end) const {
    const Buffer* const live_buffer = FindAmong(begin, end, false);
    return live_buffer != nullptr ? live_buffer : FindAmong(begin, end, true);
}

const Buffer* Buffers::FindAmong(uint64_t begin, uint64_t end, bool released) const {
    const Buffer* whole = nullptr;
    const Buffer* start = nullptr;
    for (const Buffer& buffer : buffers_) {
        if (buffer.released != released || begin < buffer.begin || begin >= buffer.end) {
            continue;
        }
        if (end > buffer.end) {
            start = start == nullptr || (start->owner == nullptr && buffer.owner != nullptr)
                        ? &buffer
                        : start;
        } else if (whole == nullptr || (!whole->in_use && (buffer.in_use || !buffer.is_queue))) {
            whole = &buffer;
        }
    }
    return whole != nullptr ? whole : start;
}

Buffer* Buffers::Of(const void* queue, uint64_t begin) {
    for (Buffer& buffer : buffers_) {
        if (buffer.owner == queue && buffer.begin == begin) {
            return &buffer;
        }
    }
    return nullptr;
}

Buffer* Buffers::At(uint64_t begin) {
    const auto entry = std::find_if(buffers_.begin(), buffers_.end(), [&](const Buffer& buffer) {
        return buffer.is_queue && buffer.begin == begin;
    });
    return entry == buffers_.end() ? nullptr : &*entry;
}

uint32_t Buffers::CountOf(const void* owner, const void* from) const {
    return static_cast<uint32_t>(std::count_if(
        buffers_.begin(), buffers_.end(),
        [&](const Buffer& buffer) { return buffer.owner == owner && buffer.from == from; }));
}

uint32_t Buffers::InUse(uint8_t position) const {
    return static_cast<uint32_t>(
        std::count_if(buffers_.begin(), buffers_.end(), [&](const Buffer& buffer) {
            return buffer.is_queue && buffer.in_use && buffer.position == position;
        }));
}

}  // namespace observe
