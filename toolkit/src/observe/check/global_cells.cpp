#include "observe/check/global_cells.h"

namespace observe {

bool GlobalCells::IsBefore(const Last& last, const GlobalMark& mark, const GlobalView& view) {
    if (last.unit != mark.unit) {
        return view.others->Covers(last.unit, last.stamp);
    }
    return last.stamp == mark.stamp || view.pipes->Covers(last.stamp);
}

GlobalCells::Page* GlobalCells::PageAt(uint64_t number) {
    if (number == last_number_) {
        return last_page_;
    }
    auto entry = pages_.find(number);
    if (entry == pages_.end()) {
        if (pages_.size() >= most_pages_) {
            full_ = true;
            return nullptr;
        }
        entry = pages_.emplace(number, std::make_unique<Page>()).first;
    }
    last_number_ = number;
    last_page_ = entry->second.get();
    return last_page_;
}

}  // namespace observe
