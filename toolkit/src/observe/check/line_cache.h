// The lines that the scalar data cache of one core holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <utility>
#include <vector>

#include "observe/check/vector_clock.h"

namespace observe {

/// Lines of 64 bytes with the bytes that the core sees, least recently used ones replaced.
class LineCache {
public:
    static constexpr uint64_t kLine = 64;

    struct Line {
        uint64_t begin;  ///< what of the line is in a tensor
        uint64_t end;
        uint8_t bytes[kLine];  ///< from `begin` on
        uint32_t site;         ///< of the scalar that filled it, or wrote it last
        bool dirty;

        uint64_t number() const { return begin / kLine; }
    };

    explicit LineCache(size_t bytes) : most_(bytes / kLine) {}

    /// The line of an address, which is the most recently used one then; null if there is none.
    Line* Use(uint64_t address) {
        const auto entry = entries_.find(address / kLine);
        if (entry == entries_.end()) {
            return nullptr;
        }
        lines_.splice(lines_.begin(), lines_, entry->second);
        return &lines_.front();
    }
    /// Holds another line, and calls leave(line) for the one that gives way.
    template <typename Leave>
    Line* Add(const Line& line, Leave leave) {
        if (entries_.size() == most_) {
            leave(lines_.back());
            entries_.erase(lines_.back().number());
            lines_.pop_back();
        }
        lines_.push_front(line);
        entries_[line.number()] = lines_.begin();
        return &lines_.front();
    }
    /// Calls leave(line) for the line of an address, and forgets it.
    template <typename Leave>
    void Drop(uint64_t address, Leave leave) {
        const auto entry = entries_.find(address / kLine);
        if (entry != entries_.end()) {
            leave(*entry->second);
            lines_.erase(entry->second);
            entries_.erase(entry);
        }
    }
    template <typename Leave>
    void DropAll(Leave leave) {
        for (const Line& line : lines_) {
            leave(line);
        }
        lines_.clear();
        entries_.clear();
    }

private:
    size_t most_;
    std::list<Line> lines_;  ///< the most recently used one first
    std::unordered_map<uint64_t, std::list<Line>::iterator> entries_;
};

}  // namespace observe
