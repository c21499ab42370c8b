// The last accesses of one on-chip memory, per block of 32 bytes, to find those that nothing
// orders.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "observe/access/access.h"
#include "observe/check/pipe_order.h"

namespace observe {

/// An access that a cell remembers: when, and by which site (Sites).
struct Mark {
    Stamp stamp;
    uint32_t site;
};

/// A byte range of one cell that an access shares with one before it; one of them writes, and
/// nothing orders them.
struct Conflict {
    Mark before;         ///< the one that came first in program order
    bool before_writes;  ///< what it did
    uint64_t offset;     ///< of the cell
    uint32_t bytes;      ///< bit per byte of the cell
};

/// A cell knows its last write and the last reads of two pipes. What it forgets can hide a race and
/// never makes one up.
class LocalCells {
public:
    static constexpr uint32_t kBytes = 32;

    explicit LocalCells(uint64_t size) : cell_count_((size + kBytes - 1) / kBytes) {
        pages_.resize((cell_count_ + kPageCells - 1) / kPageCells);
    }

    /// Calls visit(cell, bytes) for the cells that a region of the memory at `base` touches: where
    /// they begin in the memory, and a bit for each byte. What follows each other in one cell is
    /// one call.
    template <typename Visit>
    static void ForEachCell(const Region& region, uint64_t base, const Visit& visit);

    /// Notes a read by `mark`, before which `done` was done, of bytes of the cell that begins at
    /// `cell`, within the memory. Calls found(conflict) for a write of these bytes that is not
    /// among it.
    template <typename Report>
    void Read(uint64_t cell, uint32_t bytes, Mark mark, const PipeClock& done,
              const Report& report);
    template <typename Report>
    void Write(uint64_t cell, uint32_t bytes, Mark mark, const PipeClock& done,
               const Report& report);

    /// Joins into `*clock` the pipes of the marks that [begin, end) remembers: bit per pipe. For
    /// scalar accesses, before which the compiler waits for those pipes.
    uint32_t PipesOf(uint64_t begin, uint64_t end) const;

private:
    static constexpr uint64_t kPageCells = 128;  // 4 KiB of memory

    struct Last {
        Stamp stamp = 0;
        uint32_t site = 0;
        uint32_t mask = 0;  ///< bit per byte
    };
    struct Cell {
        Last write;
        Last reads[2];
    };
    struct Page {
        Cell cells[kPageCells];
    };

    /// Bits of the bytes [from, to) of a cell, 0 <= from < to <= 32.
    static uint32_t MaskOf(uint64_t from, uint64_t to) {
        const uint32_t upper = to == 32 ? ~0U : (1U << to) - 1;
        return upper & ~((1U << from) - 1);
    }
    Cell& CellAt(uint64_t cell_begin);

    uint64_t cell_count_;
    std::vector<std::unique_ptr<Page>> pages_;
};

template <typename Visit>
void LocalCells::ForEachCell(const Region& region, uint64_t base, const Visit& visit) {
    uint64_t cell = 0;
    uint32_t bytes = 0;
    ForEachRun(region, [&](uint64_t address) {
        const uint64_t begin = address - base;
        const uint64_t end = begin + region.run;
        for (uint64_t at = begin; at < end;) {
            const uint64_t next = at / kBytes * kBytes;
            const uint64_t stop = std::min(end, next + kBytes);
            if (next != cell && bytes != 0) {
                visit(cell, bytes);
                bytes = 0;
            }
            cell = next;
            bytes |= MaskOf(at - next, stop - next);
            at = stop;
        }
    });
    if (bytes != 0) {
        visit(cell, bytes);
    }
}

inline LocalCells::Cell& LocalCells::CellAt(uint64_t cell_begin) {
    const uint64_t index = cell_begin / kBytes;
    std::unique_ptr<Page>& page = pages_[index / kPageCells];
    if (page == nullptr) {
        page = std::make_unique<Page>();
    }
    return page->cells[index % kPageCells];
}

template <typename Report>
void LocalCells::Read(uint64_t cell_begin, uint32_t mask, Mark mark, const PipeClock& done,
                      const Report& report) {
    Cell& cell = CellAt(cell_begin);
    const uint32_t common = cell.write.mask & mask;
    if (common != 0 && cell.write.stamp != mark.stamp && !done.Covers(cell.write.stamp)) {
        report(Conflict{{cell.write.stamp, cell.write.site}, true, cell_begin, common});
    }
    // The place of this pipe's last read, else one that is over.
    const uint32_t pipe = PipeOfStamp(mark.stamp);
    Last* last = &cell.reads[1];
    if (cell.reads[0].stamp == 0 || PipeOfStamp(cell.reads[0].stamp) == pipe ||
        (PipeOfStamp(cell.reads[1].stamp) != pipe && done.Covers(cell.reads[0].stamp))) {
        last = &cell.reads[0];
    }
    const uint32_t same = last->stamp == mark.stamp ? last->mask : 0;
    *last = {mark.stamp, mark.site, mask | same};
}

template <typename Report>
void LocalCells::Write(uint64_t cell_begin, uint32_t mask, Mark mark, const PipeClock& done,
                       const Report& report) {
    Cell& cell = CellAt(cell_begin);
    const auto check = [&](const Last& last, bool writes) {
        const uint32_t common = last.mask & mask;
        if (common != 0 && last.stamp != mark.stamp && !done.Covers(last.stamp)) {
            report(Conflict{{last.stamp, last.site}, writes, cell_begin, common});
        }
    };
    check(cell.write, true);
    for (Last& read : cell.reads) {
        check(read, false);
        // What reads before this write need not be remembered after it.
        read.mask &= ~mask;
    }
    const uint32_t same = cell.write.stamp == mark.stamp ? cell.write.mask : 0;
    cell.write = {mark.stamp, mark.site, mask | same};
}

}  // namespace observe
