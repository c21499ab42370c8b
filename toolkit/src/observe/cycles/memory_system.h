// Global memory as the cores see it: what lies in L2, and each core's share of the bandwidths.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "observe/cycles/constants.h"
#include "observe/cycles/core_clock.h"
#include "observe/cycles/device_caches.h"

namespace observe::cycles {

/// What one core gets, in bytes per cycle of that core, while all cores of its type work.
struct BandwidthShare {
    double ddr;
    double l2_read;
    double l2_write;
};

/// Bytes of an access by where they were found. What misses is fetched in whole lines.
struct ReadTraffic {
    uint64_t in_l2 = 0;
    uint64_t in_ddr = 0;
    uint64_t past_l2 = 0;  ///< lines read past L2, each times the cores that did so at the time
};

/// How long ago a line was touched is counted in bytes that its core has fetched since, times the
/// cores that do the same meanwhile. Blocks that are simulated one after the other pay for what
/// others would have fetched for them: where they read more than their share of what there is, they
/// would fetch that much less, and what they hit of each other's depends on their order, so that
/// only a part is still there.
class MemorySystem {
public:
    using FindAllocation = bool (*)(uint64_t address, uint64_t* begin, uint64_t* bytes);

    /// `capacity`: bytes of L2; `line`: bytes of a line; `find`: what memory there is, may be null.
    MemorySystem(uint64_t capacity, uint64_t line, FindAllocation find)
        : capacity_(capacity), line_(line), find_(find) {}

    /// Whether blocks come here in the order of their times, not one after the other.
    void RunConcurrently(bool concurrent) { concurrent_ = concurrent; }

    /// The launch begins with what the launches before left in L2.
    void BeginWith(L2Contents before) { before_ = std::move(before); }
    /// The launch repeats one that touched the same memory, of `bytes` or more.
    void BeginRepeated(uint64_t bytes) {
        is_repeated_ = true;
        repeated_bytes_ = bytes;
    }
    /// What it leaves.
    L2Contents Contents() const;

    /// One more core; returns its number.
    uint32_t AddCore();

    /// Core `unit`, one of `cores` of its type that work at a time, reads [address, address +
    /// bytes).
    ReadTraffic Read(uint32_t unit, uint32_t cores, uint64_t address, uint64_t bytes);
    /// The same for a write: all of it goes to L2.
    void Write(uint32_t unit, uint32_t cores, uint64_t address, uint64_t bytes);

    /// Reads of [begin, end) go past L2, or through it again.
    void Bypass(uint64_t begin, uint64_t end, bool bypass);

    /// The core's share of the memory beyond L2 works on `bytes` from `time` on; returns when it is
    /// done.
    Cycles UseDdr(uint32_t unit, const BandwidthShare& share, Cycles time, uint64_t bytes);

    /// For what part of the time until `time` the core has used its share of the memory.
    double DdrUse(uint32_t unit, Cycles time) const {
        return std::min(1.0, cores_[unit].ddr_used / std::max(time, 1.0));
    }

    /// True once the cores have fetched more than L2 holds: from then on writes push out other
    /// lines.
    bool Overflows(uint32_t unit, uint32_t cores) const {
        return static_cast<double>(cores_[unit].fetched) * FetchingCores(unit, cores) >
               static_cast<double>(capacity_);
    }

private:
    static constexpr uint64_t kLinesPerPage = 64;
    struct Page {
        uint64_t lines = 0;  ///< bit per line that was touched
        uint64_t stamp = 0;  ///< bytes that the core which touched it last had fetched
        uint64_t age = 0;    ///< bytes that were fetched between its last use and this launch
        uint64_t read_before =
            0;  ///< how many bytes the last that came to read it past L2 had read so
        uint32_t together = 0;  ///< cores that came at about that place
        uint32_t unit = 0;      ///< the core that touched it last
    };
    struct PerCore {
        uint64_t fetched = 0;                          ///< bytes, whole lines
        uint64_t before = 0;                           ///< bytes that others had, when it began
        uint32_t cores = 1;                            ///< that work at a time
        uint64_t read_past_l2 = 0;                     ///< bytes
        Cycles ddr_used = 0;                           ///< how long it used its share of the memory
        Cycles ddr_free = 0;                           ///< when its share of the memory has time
        std::unordered_map<uint64_t, uint64_t> lines;  ///< that it touched: page -> bit per line
        /// What Meet says of pages.
        std::unordered_map<uint64_t, uint32_t> cores_of_pages;
        uint64_t touched = 0;  ///< their number
    };

    /// Core `unit` reads of a page past L2; how many cores came to it before, at about the same
    /// place of their course, and this one.
    uint32_t Meet(uint32_t unit, uint64_t number);
    ReadTraffic Touch(uint32_t unit, uint32_t cores, uint64_t address, uint64_t bytes);
    bool Bypasses(uint64_t address) const;
    /// Of `cores` cores that do as this one: as many as would fetch as much if nothing were shared.
    double FetchingCores(uint32_t unit, uint32_t cores) const;
    /// Whether a page that was touched when the core had fetched less by `since` bytes has left L2.
    bool HasLeft(uint64_t number, const Page& page, uint64_t since, uint32_t unit,
                 uint32_t cores) const;
    Page& PageAt(uint64_t number, uint32_t unit);
    /// A page that the launch touches for the first time, as it lies in L2.
    Page FirstUse(uint64_t number, uint32_t unit) const;
    /// Bytes that the launch fetched before the cores that work at the same time as `unit` began.
    uint64_t FetchedByEarlier(uint32_t unit) const;

    uint64_t capacity_;
    uint64_t line_;
    bool concurrent_ = false;
    FindAllocation find_;
    std::map<uint64_t, uint64_t> bypassed_;     ///< begin -> end
    std::map<uint64_t, uint64_t> allocations_;  ///< that were touched: begin -> bytes
    uint64_t allocated_ = 0;                    ///< their bytes
    std::vector<PerCore> cores_;
    uint64_t fetched_ = 0;  ///< bytes, by all cores
    std::unordered_map<uint64_t, Page> pages_;
    L2Contents before_;
    bool is_repeated_ = false;
    uint64_t repeated_bytes_ = 0;
};

}  // namespace observe::cycles
