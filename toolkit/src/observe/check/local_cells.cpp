#include "observe/check/local_cells.h"

namespace observe {

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
