#include "observe/check/flag_table.h"

namespace observe {

FlagFault FlagTable::Set(FlagName name, const RaisedFlag& raised, uint32_t* earlier) {
    std::deque<RaisedFlag>& sets = raised_[name];
    const bool is_set = !sets.empty();
    if (is_set) {
        *earlier = sets.back().site;
    }
    sets.push_back(raised);
    return is_set ? FlagFault::kSetTwice : FlagFault::kNone;
}

FlagFault FlagTable::Wait(FlagName name, RaisedFlag* raised) {
    const auto flag = raised_.find(name);
    if (flag == raised_.end()) {
        return FlagFault::kWaitForNothing;
    }
    *raised = flag->second.front();
    flag->second.pop_front();
    if (flag->second.empty()) {
        raised_.erase(flag);
    }
    return FlagFault::kNone;
}

bool FlagTable::Repeats(FlagName name, const FlagPair& pair, FlagPair* last) {
    const auto [entry, is_new] = last_.try_emplace(name, pair);
    *last = entry->second;
    entry->second = pair;
    return !is_new && pair.set == last->set + 1 && pair.wait == last->wait + 1;
}

}  // namespace observe
