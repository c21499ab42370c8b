// The last accesses of global memory by all cores, per block of 32 bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "observe/check/vector_clock.h"

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
    uint64_t address;  ///< of the cell
    uint32_t bytes;    ///< bit per common byte
};

/// What a core knows when it accesses: its own pipes, and the other cores.
struct GlobalView {
    const PipeClock* pipes;
    const VectorClock* others;
};

/// Cells as LocalCells has, with the core in each mark. At most `most_pages` pages of 4 KiB are
/// watched; what lies in others is not.
class GlobalCells {
public:
    explicit GlobalCells(uint64_t most_pages) : most_pages_(most_pages) {}

    template <typename Report>
    void Read(uint64_t begin, uint64_t end, const GlobalMark& mark, const GlobalView& view,
              const Report& report);
    template <typename Report>
    void Write(uint64_t begin, uint64_t end, const GlobalMark& mark, const GlobalView& view,
               const Report& report);
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

    /// Whether the access of `last` comes before that of `mark`, or is a part of it.
    static bool IsBefore(const Last& last, const GlobalMark& mark, const GlobalView& view);
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
void GlobalCells::ForEach(uint64_t begin, uint64_t end, Visit visit) {
    for (uint64_t at = begin; at < end;) {
        const uint64_t cell_begin = at / kBytes * kBytes;
        const uint64_t stop = std::min(end, cell_begin + kBytes);
        if (Page* const page = PageAt(at / kPageBytes)) {
            const uint64_t ones = (uint64_t{1} << (stop - at)) - 1;
            visit(page->cells[cell_begin % kPageBytes / kBytes],
                  static_cast<uint32_t>(ones << (at - cell_begin)), cell_begin);
        }
        at = stop;
    }
}

template <typename Report>
void GlobalCells::Read(uint64_t begin, uint64_t end, const GlobalMark& mark, const GlobalView& view,
                       const Report& report) {
    ForEach(begin, end, [&](Cell& cell, uint32_t mask, uint64_t cell_begin) {
        const uint32_t common = cell.write.mask & mask;
        if (common != 0 && !(cell.write.atomic && mark.atomic) &&
            !IsBefore(cell.write, mark, view)) {
            report(GlobalConflict{MarkOf(cell.write), true, cell_begin, common});
        }
        Last* last = &cell.reads[1];
        if (cell.reads[0].stamp == 0 ||
            (cell.reads[0].unit == mark.unit &&
             PipeOfStamp(cell.reads[0].stamp) == PipeOfStamp(mark.stamp))) {
            last = &cell.reads[0];
        }
        const bool same = last->stamp == mark.stamp && last->unit == mark.unit;
        *last = {mark.stamp,
                 mark.site,
                 mask | (same ? last->mask : 0),
                 static_cast<uint16_t>(mark.unit),
                 mark.atomic,
                 mark.scalar};
    });
}

template <typename Report>
void GlobalCells::Write(uint64_t begin, uint64_t end, const GlobalMark& mark,
                        const GlobalView& view, const Report& report) {
    ForEach(begin, end, [&](Cell& cell, uint32_t mask, uint64_t cell_begin) {
        const auto check = [&](const Last& last, bool writes) {
            const uint32_t common = last.mask & mask;
            if (common != 0 && !(last.atomic && mark.atomic) && !IsBefore(last, mark, view)) {
                report(GlobalConflict{MarkOf(last), writes, cell_begin, common});
            }
        };
        check(cell.write, true);
        for (Last& read : cell.reads) {
            check(read, false);
            read.mask &= ~mask;
        }
        const bool same = cell.write.stamp == mark.stamp && cell.write.unit == mark.unit;
        cell.write = {mark.stamp,
                      mark.site,
                      mask | (same ? cell.write.mask : 0),
                      static_cast<uint16_t>(mark.unit),
                      mark.atomic,
                      mark.scalar};
    });
}

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
