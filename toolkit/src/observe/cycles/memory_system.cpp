#include "observe/cycles/memory_system.h"

#include <algorithm>

namespace observe::cycles {

uint32_t MemorySystem::AddCore() {
    position_.push_back(0);
    ddr_free_.push_back(0);
    return static_cast<uint32_t>(position_.size() - 1);
}

Found MemorySystem::Read(uint32_t unit, uint32_t cores, uint64_t address, uint64_t bytes) {
    return Bypasses(address) ? Found{0, bytes} : Touch(unit, cores, address, bytes);
}

void MemorySystem::Write(uint32_t unit, uint32_t cores, uint64_t address, uint64_t bytes) {
    Touch(unit, cores, address, bytes);
}

void MemorySystem::Bypass(uint64_t begin, uint64_t end, bool bypass) {
    if (bypass) {
        bypassed_[begin] = end;
    } else {
        bypassed_.erase(begin);
    }
}

bool MemorySystem::Bypasses(uint64_t address) const {
    const auto behind = bypassed_.upper_bound(address);
    return behind != bypassed_.begin() && address < std::prev(behind)->second;
}

Found MemorySystem::Touch(uint32_t unit, uint32_t cores, uint64_t address, uint64_t bytes) {
    Found found;
    if (bytes == 0) {
        return found;
    }
    uint64_t& position = position_[unit];
    for (uint64_t line = address / line_; line <= (address + bytes - 1) / line_;) {
        Page& page = pages_[line / kLinesPerPage];
        if (position > page.stamp && position - page.stamp > capacity_) {
            page.lines = 0;
        }
        page.stamp = std::max(page.stamp, position);
        const uint64_t page_end = (line / kLinesPerPage + 1) * kLinesPerPage;
        for (; line < page_end && line <= (address + bytes - 1) / line_; ++line) {
            const uint64_t bit = uint64_t{1} << (line % kLinesPerPage);
            const uint64_t from = std::max(address, line * line_);
            const uint64_t to = std::min(address + bytes, (line + 1) * line_);
            if ((page.lines & bit) != 0) {
                found.in_l2 += to - from;
            } else {
                found.in_ddr += line_;
            }
            page.lines |= bit;
        }
    }
    position += bytes * cores;
    return found;
}

Cycles MemorySystem::UseDdr(uint32_t unit, const BandwidthShare& share, Cycles time,
                            uint64_t bytes) {
    Cycles& free = ddr_free_[unit];
    free = std::max(free, time) + static_cast<double>(bytes) / share.ddr;
    return free;
}

}  // namespace observe::cycles
