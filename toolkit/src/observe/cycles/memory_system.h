// Global memory as the cores see it: what lies in L2, and each core's share of the bandwidths.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "observe/cycles/constants.h"
#include "observe/cycles/core_clock.h"

namespace observe::cycles {

/// What one core gets, in bytes per cycle of that core, while all cores of its type work.
struct BandwidthShare {
    double ddr;
    double l2_read;
    double l2_write;
};

/// Bytes of an access by where they were found. What misses is fetched in whole lines.
struct Found {
    uint64_t in_l2 = 0;
    uint64_t in_ddr = 0;
};

/// Blocks are simulated one after the other but run side by side. So places in time are compared by
/// how many bytes a core has moved, times the number of cores: L2 holds what was touched within its
/// capacity of such bytes.
class MemorySystem {
public:
    /// `capacity`: bytes of L2; `line`: bytes of a line.
    MemorySystem(uint64_t capacity, uint64_t line) : capacity_(capacity), line_(line) {}

    /// One more core; returns its number.
    uint32_t AddCore();

    /// Core `unit`, one of `cores` of its type that work at a time, reads [address, address +
    /// bytes).
    Found Read(uint32_t unit, uint32_t cores, uint64_t address, uint64_t bytes);
    /// The same for a write: all of it goes to L2.
    void Write(uint32_t unit, uint32_t cores, uint64_t address, uint64_t bytes);

    /// Reads of [begin, end) go past L2, or through it again.
    void Bypass(uint64_t begin, uint64_t end, bool bypass);

    /// The core's share of the memory behind L2 works on `bytes` from `time` on; returns when it is
    /// done.
    Cycles UseDdr(uint32_t unit, const BandwidthShare& share, Cycles time, uint64_t bytes);

    /// True once the core's type has moved more than L2 holds: from then on writes push out other
    /// lines.
    bool Overflows(uint32_t unit) const { return position_[unit] > capacity_; }

private:
    static constexpr uint64_t kLinesPerPage = 64;
    Found Touch(uint32_t unit, uint32_t cores, uint64_t address, uint64_t bytes);

    struct Page {
        uint64_t lines = 0;  ///< bit per line that was touched
        uint64_t stamp = 0;  ///< position at the last touch
    };

    bool Bypasses(uint64_t address) const;

    uint64_t capacity_;
    uint64_t line_;
    std::map<uint64_t, uint64_t> bypassed_;  ///< begin -> end
    std::vector<uint64_t> position_;         ///< by core: bytes moved, times cores
    std::vector<Cycles> ddr_free_;           ///< by core: when its share of the memory has time
    std::unordered_map<uint64_t, Page> pages_;
};

}  // namespace observe::cycles
