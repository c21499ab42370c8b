// The last accesses of one on-chip memory, per block of 32 bytes, to find those that nothing
// orders.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "observe/check/pipe_order.h"

namespace observe {

/// An access that a cell remembers: when, and by which site (Sites).
struct Mark {
    Stamp stamp;
    uint32_t site;
};

/// Two accesses of the same bytes, one of them a write, that nothing orders.
struct Conflict {
    Mark before;         ///< the one that came first in program order
    bool before_writes;  ///< what it did
    uint64_t offset;     ///< of the first common byte
};

/// A cell knows its last write and the last reads of two pipes. What it forgets can hide a race and
/// never makes one up.
class LocalCells {
public:
    static constexpr uint32_t kBytes = 32;

    explicit LocalCells(uint64_t size) : cell_count_((size + kBytes - 1) / kBytes) {
        pages_.resize((cell_count_ + kPageCells - 1) / kPageCells);
    }

    /// Notes a read of [begin, end) by `mark`, before which `done` was done. True with `*conflict`
    /// if a write of these bytes is not among it. Bytes outside the memory are left out.
    bool Read(uint64_t begin, uint64_t end, Mark mark, const PipeClock& done, Conflict* conflict);
    bool Write(uint64_t begin, uint64_t end, Mark mark, const PipeClock& done, Conflict* conflict);

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

    template <typename Visit>
    void ForEach(uint64_t begin, uint64_t end, Visit visit);

    uint64_t cell_count_;
    std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace observe
