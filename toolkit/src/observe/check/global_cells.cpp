#include "observe/check/global_cells.h"

#include <algorithm>

namespace observe {

bool GlobalCells::Covers(const GlobalView& view, uint32_t unit, const Last& last) {
    return last.unit == unit ? view.own->Covers(last.stamp)
                             : view.others->Covers(last.unit, last.stamp);
}

GlobalCells::Page* GlobalCells::PageAt(uint64_t number) {
    if (number == last_number_) {
        return last_page_;
    }
    auto found = pages_.find(number);
    if (found == pages_.end()) {
        if (pages_.size() >= most_pages_) {
            full_ = true;
            return nullptr;
        }
        found = pages_.emplace(number, std::make_unique<Page>()).first;
    }
    last_number_ = number;
    last_page_ = found->second.get();
    return last_page_;
}

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

bool GlobalCells::Read(uint64_t begin, uint64_t end, const GlobalMark& mark, const GlobalView& view,
                       GlobalConflict* conflict) {
    bool found = false;
    ForEach(begin, end, [&](Cell& cell, uint32_t mask, uint64_t cell_begin) {
        const uint32_t common = cell.write.mask & mask;
        if (common != 0 && !found && !(cell.write.atomic && mark.atomic) &&
            !Covers(view, mark.unit, cell.write)) {
            *conflict = {MarkOf(cell.write), true,
                         cell_begin + static_cast<uint64_t>(__builtin_ctz(common))};
            found = true;
        }
        Last* place = &cell.reads[1];
        if (cell.reads[0].stamp == 0 ||
            (cell.reads[0].unit == mark.unit &&
             PipeOfStamp(cell.reads[0].stamp) == PipeOfStamp(mark.stamp))) {
            place = &cell.reads[0];
        }
        const bool same = place->stamp == mark.stamp && place->unit == mark.unit;
        *place = {mark.stamp,
                  mark.site,
                  mask | (same ? place->mask : 0),
                  static_cast<uint16_t>(mark.unit),
                  mark.atomic,
                  mark.scalar};
    });
    return found;
}

bool GlobalCells::Write(uint64_t begin, uint64_t end, const GlobalMark& mark,
                        const GlobalView& view, GlobalConflict* conflict) {
    bool found = false;
    ForEach(begin, end, [&](Cell& cell, uint32_t mask, uint64_t cell_begin) {
        const auto check = [&](const Last& last, bool writes) {
            const uint32_t common = last.mask & mask;
            if (common != 0 && !found && !(last.atomic && mark.atomic) &&
                !Covers(view, mark.unit, last)) {
                *conflict = {MarkOf(last), writes,
                             cell_begin + static_cast<uint64_t>(__builtin_ctz(common))};
                found = true;
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
    return found;
}

}  // namespace observe
