#include "runtime/memory_contents.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "runtime/observed_launch.h"

namespace runtime {
namespace {

/// Ranges of addresses that do not touch each other.
class RangeSet {
public:
    void Add(uint64_t begin, uint64_t end) {
        auto first = ranges_.upper_bound(begin);
        if (first != ranges_.begin() && std::prev(first)->second >= begin) {
            --first;
        }
        while (first != ranges_.end() && first->first <= end) {
            begin = std::min(begin, first->first);
            end = std::max(end, first->second);
            first = ranges_.erase(first);
        }
        ranges_.emplace(begin, end);
    }
    void Remove(uint64_t begin, uint64_t end) {
        auto at = ranges_.upper_bound(begin);
        if (at != ranges_.begin() && std::prev(at)->second > begin) {
            --at;
        }
        while (at != ranges_.end() && at->first < end) {
            const auto [from, to] = *at;
            at = ranges_.erase(at);
            if (from < begin) {
                ranges_.emplace(from, begin);
            }
            if (to > end) {
                at = ranges_.emplace(end, to).first;
            }
        }
    }
    bool Holds(uint64_t begin, uint64_t end) const {
        const auto next = ranges_.upper_bound(begin);
        return next != ranges_.begin() && std::prev(next)->second >= end;
    }
    bool Meets(uint64_t begin, uint64_t end) const {
        const auto next = ranges_.lower_bound(end);
        return next != ranges_.begin() && std::prev(next)->second > begin;
    }

private:
    std::map<uint64_t, uint64_t> ranges_;  ///< begin -> end
};

struct Contents {
    std::mutex mutex;
    RangeSet empty;
    RangeSet from_host;
};

Contents& TheContents() {
    static Contents* const contents = new Contents();
    return *contents;
}

/// Changes what is known of a range, in observed processes.
template <typename Change>
void Note(uint64_t begin, uint64_t bytes, const Change& change) {
    if (bytes == 0 || !LaunchesAreObserved()) {
        return;
    }
    Contents& contents = TheContents();
    const std::lock_guard<std::mutex> lock(contents.mutex);
    change(&contents, begin, begin + bytes);
}

}  // namespace

void NoteAllocation(const void* address, uint64_t bytes) {
    Note(reinterpret_cast<uint64_t>(address), bytes,
         [](Contents* contents, uint64_t begin, uint64_t end) {
             contents->empty.Add(begin, end);
             contents->from_host.Remove(begin, end);
         });
}

void NoteHostWrite(const void* address, uint64_t bytes) {
    Note(reinterpret_cast<uint64_t>(address), bytes,
         [](Contents* contents, uint64_t begin, uint64_t end) {
             contents->empty.Remove(begin, end);
             contents->from_host.Add(begin, end);
         });
}

void NoteKernelWrite(uint64_t address, uint64_t bytes) {
    Note(address, bytes, [](Contents* contents, uint64_t begin, uint64_t end) {
        contents->empty.Remove(begin, end);
        contents->from_host.Remove(begin, end);
    });
}

bool HoldsNothing(uint64_t address, uint64_t bytes) {
    Contents& contents = TheContents();
    const std::lock_guard<std::mutex> lock(contents.mutex);
    return contents.empty.Holds(address, address + bytes);
}

bool IsWrittenByHost(uint64_t address, uint64_t bytes) {
    Contents& contents = TheContents();
    const std::lock_guard<std::mutex> lock(contents.mutex);
    return contents.from_host.Meets(address, address + bytes);
}

}  // namespace runtime
