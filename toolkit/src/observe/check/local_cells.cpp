#include "observe/check/local_cells.h"

#include <algorithm>

namespace observe {
namespace {

/// Bits of the bytes [from, to) of a cell, 0 <= from < to <= 32.
uint32_t MaskOf(uint64_t from, uint64_t to) {
    const uint32_t upper = to == 32 ? ~0U : (1U << to) - 1;
    return upper & ~((1U << from) - 1);
}

}  // namespace

template <typename Visit>
void LocalCells::ForEach(uint64_t begin, uint64_t end, Visit visit) {
    end = std::min(end, cell_count_ * kBytes);
    for (uint64_t at = begin; at < end;) {
        const uint64_t index = at / kBytes;
        const uint64_t cell_begin = index * kBytes;
        const uint64_t stop = std::min(end, cell_begin + kBytes);
        std::unique_ptr<Page>& page = pages_[index / kPageCells];
        if (page == nullptr) {
            page = std::make_unique<Page>();
        }
        visit(page->cells[index % kPageCells], MaskOf(at - cell_begin, stop - cell_begin),
              cell_begin);
        at = stop;
    }
}

bool LocalCells::Read(uint64_t begin, uint64_t end, Mark mark, const PipeClock& done,
                      Conflict* conflict) {
    bool found = false;
    ForEach(begin, end, [&](Cell& cell, uint32_t mask, uint64_t cell_begin) {
        const uint32_t common = cell.write.mask & mask;
        if (common != 0 && !found && !done.Covers(cell.write.stamp)) {
            *conflict = {{cell.write.stamp, cell.write.site},
                         true,
                         cell_begin + static_cast<uint64_t>(__builtin_ctz(common))};
            found = true;
        }
        // The place of this pipe's last read, else one that is over.
        const uint32_t pipe = PipeOfStamp(mark.stamp);
        Last* place = &cell.reads[1];
        if (cell.reads[0].stamp == 0 || PipeOfStamp(cell.reads[0].stamp) == pipe ||
            (PipeOfStamp(cell.reads[1].stamp) != pipe && done.Covers(cell.reads[0].stamp))) {
            place = &cell.reads[0];
        }
        const uint32_t same = place->stamp == mark.stamp ? place->mask : 0;
        *place = {mark.stamp, mark.site, mask | same};
    });
    return found;
}

bool LocalCells::Write(uint64_t begin, uint64_t end, Mark mark, const PipeClock& done,
                       Conflict* conflict) {
    bool found = false;
    ForEach(begin, end, [&](Cell& cell, uint32_t mask, uint64_t cell_begin) {
        const auto check = [&](const Last& last, bool writes) {
            const uint32_t common = last.mask & mask;
            if (common != 0 && !found && !done.Covers(last.stamp)) {
                *conflict = {{last.stamp, last.site},
                             writes,
                             cell_begin + static_cast<uint64_t>(__builtin_ctz(common))};
                found = true;
            }
        };
        check(cell.write, true);
        for (Last& read : cell.reads) {
            check(read, false);
            // What reads before this write need not be remembered behind it.
            read.mask &= ~mask;
        }
        const uint32_t same = cell.write.stamp == mark.stamp ? cell.write.mask : 0;
        cell.write = {mark.stamp, mark.site, mask | same};
    });
    return found;
}

uint32_t LocalCells::PipesOf(uint64_t begin, uint64_t end) const {
    uint32_t pipes = 0;
    end = std::min(end, cell_count_ * kBytes);
    for (uint64_t index = begin / kBytes; index * kBytes < end; ++index) {
        const Page* page = pages_[index / kPageCells].get();
        if (page == nullptr) {
            continue;
        }
        const Cell& cell = page->cells[index % kPageCells];
        for (const Last& last : {cell.write, cell.reads[0], cell.reads[1]}) {
            pipes |= last.stamp == 0 ? 0 : 1U << PipeOfStamp(last.stamp);
        }
    }
    return pipes;
}

}  // namespace observe
