#include "observe/cycles/memory_system.h"

#include <algorithm>

namespace observe::cycles {
namespace {

// Cores that touch more than this many times their share of what there is are taken to share it:
// lines at the edges of tiles belong to two.
constexpr double kShares = 2.5;
// Cores that have read as much as one another, up to this, read at the same time: about a tile.
constexpr uint64_t kTogetherBytes = 16 * 1024;

}  // namespace

uint32_t MemorySystem::AddCore() {
    cores_.emplace_back();
    cores_.back().before = fetched_;
    return static_cast<uint32_t>(cores_.size() - 1);
}

ReadTraffic MemorySystem::Read(uint32_t unit, uint32_t cores, uint64_t address, uint64_t bytes) {
    if (!Bypasses(address)) {
        return Touch(unit, cores, address, bytes);
    }
    const uint64_t lines = (address + bytes + line_ - 1) / line_ - address / line_;
    const uint64_t together = Meet(unit, address / line_ / kLinesPerPage);
    cores_[unit].read_past_l2 += bytes;
    return {0, bytes, lines * together};
}

uint32_t MemorySystem::Meet(uint32_t unit, uint64_t number) {
    PerCore& core = cores_[unit];
    const auto [met, is_new] = core.cores_of_pages.try_emplace(number);
    if (is_new) {
        Page& page = PageAt(number, unit);
        const uint64_t read_before = core.read_past_l2;
        const uint64_t distance =
            std::max(read_before, page.read_before) - std::min(read_before, page.read_before);
        page.together = distance > kTogetherBytes ? 1 : page.together + 1;
        page.read_before = read_before;
        met->second = page.together;
    }
    return met->second;
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
    const auto next = bypassed_.upper_bound(address);
    return next != bypassed_.begin() && address < std::prev(next)->second;
}

double MemorySystem::FetchingCores(uint32_t unit, uint32_t cores) const {
    if (concurrent_) {
        return cores;
    }
    const double touched = static_cast<double>(cores_[unit].touched * line_);
    const double shared = allocated_ == 0 ? 1 : touched * cores / static_cast<double>(allocated_);
    return shared > kShares ? cores / shared : cores;
}

bool MemorySystem::HasLeft(uint64_t number, const Page& page, uint64_t since, uint32_t unit,
                           uint32_t cores) const {
    const double fetching = FetchingCores(unit, cores);
    const double age = static_cast<double>(since) * fetching + static_cast<double>(page.age);
    const double capacity = static_cast<double>(capacity_);
    if (age <= capacity || fetching == cores) {
        return age > capacity;
    }
    constexpr uint64_t kParts = 1024;
    const uint64_t part = number * 0x9e3779b97f4a7c15u >> 54;  // of kParts, the same in every run
    return static_cast<double>(part) >= kParts * capacity / age;
}

MemorySystem::Page& MemorySystem::PageAt(uint64_t number, uint32_t unit) {
    const auto [at, is_new] = pages_.try_emplace(number);
    uint64_t begin = 0;
    uint64_t bytes = 0;
    if (is_new && find_ != nullptr && find_(number * kLinesPerPage * line_, &begin, &bytes) &&
        allocations_.emplace(begin, bytes).second) {
        allocated_ += bytes;
    }
    if (is_new) {
        at->second = FirstUse(number, unit);
    }
    return at->second;
}

uint64_t MemorySystem::FetchedByEarlier(uint32_t unit) const {
    return concurrent_ ? 0 : cores_[unit - unit % cores_[unit].cores].before;
}

MemorySystem::Page MemorySystem::FirstUse(uint64_t number, uint32_t unit) const {
    Page page;
    if (is_repeated_) {
        // Since its last use, the launch before has touched all the rest.
        page.lines = std::max(repeated_bytes_, allocated_) <= capacity_ ? ~uint64_t{0} : 0;
        return page;
    }
    const auto cached = before_.pages.find(number);
    if (cached != before_.pages.end()) {
        page.lines = cached->second.lines;
        page.age = before_.fetched - cached->second.stamp + FetchedByEarlier(unit);
    }
    return page;
}

L2Contents MemorySystem::Contents() const {
    L2Contents contents = before_;
    contents.fetched += fetched_;
    for (const auto& [number, page] : pages_) {
        // Cores that work at a time fetch at about the same rate.
        const uint64_t position =
            FetchedByEarlier(page.unit) + page.stamp * cores_[page.unit].cores;
        contents.pages[number] = {page.lines, before_.fetched + std::min(position, fetched_)};
    }
    for (auto page = contents.pages.begin(); page != contents.pages.end();) {
        const bool has_left = contents.fetched - page->second.stamp > capacity_;
        page = has_left ? contents.pages.erase(page) : std::next(page);
    }
    return contents;
}

ReadTraffic MemorySystem::Touch(uint32_t unit, uint32_t cores, uint64_t address, uint64_t bytes) {
    ReadTraffic sources;
    if (bytes == 0) {
        return sources;
    }
    const uint64_t last = (address + bytes - 1) / line_;
    for (uint64_t line = address / line_; line <= last;) {
        const uint64_t number = line / kLinesPerPage;
        Page& page = PageAt(number, unit);
        PerCore& core = cores_[unit];
        core.cores = cores;
        uint64_t& fetched = core.fetched;
        uint64_t& own_lines = core.lines[number];
        if ((fetched > page.stamp || page.age > 0) &&
            HasLeft(number, page, fetched - std::min(fetched, page.stamp), unit, cores)) {
            page.lines = 0;
        }
        for (; line <= last && line / kLinesPerPage == number; ++line) {
            const uint64_t bit = uint64_t{1} << (line % kLinesPerPage);
            if ((page.lines & bit) != 0) {
                sources.in_l2 +=
                    std::min(address + bytes, (line + 1) * line_) - std::max(address, line * line_);
            } else {
                sources.in_ddr += line_;
                fetched += line_;
                fetched_ += line_;
            }
            page.lines |= bit;
            core.touched += (own_lines & bit) == 0 ? 1 : 0;
            own_lines |= bit;
        }
        page.stamp = std::max(page.stamp, fetched);
        page.age = 0;
        page.unit = unit;
    }
    return sources;
}

Cycles MemorySystem::UseDdr(uint32_t unit, const BandwidthShare& share, Cycles time,
                            uint64_t bytes) {
    const Cycles duration = static_cast<double>(bytes) / share.ddr;
    PerCore& core = cores_[unit];
    core.ddr_used += duration;
    core.ddr_free = std::max(core.ddr_free, time) + duration;
    return core.ddr_free;
}

}  // namespace observe::cycles
