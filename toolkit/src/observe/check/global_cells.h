// The last accesses of global memory by all cores, per block of 32 bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "observe/check/core_clock.h"

namespace observe {

/// Who accesses: a core, when, from which site.
struct GlobalMark {
    uint32_t unit;
    Stamp stamp;
    uint32_t site;
    bool atomic;
    bool scalar;  ///< through the scalar pipe's cache
};

struct GlobalConflict {
    GlobalMark before;
    bool before_writes;
    uint64_t address;  ///< of the first common byte
};

/// What a core knows when it accesses: its own pipes, and the other cores.
struct GlobalView {
    const PipeClock* own;
    const CoreClock* others;
};

/// Cells as LocalCells has, with the core in each mark. At most `most_pages` pages of 4 KiB are
/// watched; what lies in others is not.
class GlobalCells {
public:
    explicit GlobalCells(uint64_t most_pages) : most_pages_(most_pages) {}

    bool Read(uint64_t begin, uint64_t end, const GlobalMark& mark, const GlobalView& view,
              GlobalConflict* conflict);
    bool Write(uint64_t begin, uint64_t end, const GlobalMark& mark, const GlobalView& view,
               GlobalConflict* conflict);
    /// Calls visit(mark) for the last writes of [begin, end).
    template <typename Visit>
    void ForEachWrite(uint64_t begin, uint64_t end, Visit visit) const;

    /// Whether pages were left out.
    bool full() const { return full_; }

private:
    static constexpr uint64_t kBytes = 32;
    static constexpr uint64_t kPageBytes = 4096;

    struct Last {
        Stamp stamp = 0;
        uint32_t site = 0;
        uint32_t mask = 0;
        uint16_t unit = 0;
        bool atomic = false;
        bool scalar = false;
    };
    struct Cell {
        Last write;
        Last reads[2];
    };
    struct Page {
        Cell cells[kPageBytes / kBytes];
    };

    static bool Covers(const GlobalView& view, uint32_t unit, const Last& last);
    static GlobalMark MarkOf(const Last& last) {
        return {last.unit, last.stamp, last.site, last.atomic, last.scalar};
    }
    Page* PageAt(uint64_t number);
    template <typename Visit>
    void ForEach(uint64_t begin, uint64_t end, Visit visit);

    uint64_t most_pages_;
    bool full_ = false;
    uint64_t last_number_ = ~uint64_t{0};
    Page* last_page_ = nullptr;
    std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;
};

template <typename Visit>
void GlobalCells::ForEachWrite(uint64_t begin, uint64_t end, Visit visit) const {
    for (uint64_t at = begin / kBytes * kBytes; at < end; at += kBytes) {
        const auto page = pages_.find(at / kPageBytes);
        if (page == pages_.end()) {
            continue;
        }
        const Last& write = page->second->cells[at % kPageBytes / kBytes].write;
        if (write.stamp != 0) {
            visit(MarkOf(write));
        }
    }
}

}  // namespace observe
