#include "observe/check/flag_table.h"

namespace observe {

FlagFault FlagTable::Set(FlagName name, const RaisedFlag& raised, uint32_t* earlier) {
    const auto [flag, is_new] = raised_.try_emplace(name, raised);
    if (is_new) {
        return FlagFault::kNone;
    }
    *earlier = flag->second.site;
    flag->second.done.Join(raised.done);
    flag->second.site = raised.site;
    flag->second.stamp = raised.stamp;
    return FlagFault::kSetTwice;
}

FlagFault FlagTable::Wait(FlagName name, RaisedFlag* raised) {
    const auto flag = raised_.find(name);
    if (flag == raised_.end()) {
        return FlagFault::kWaitForNothing;
    }
    *raised = flag->second;
    raised_.erase(flag);
    return FlagFault::kNone;
}

bool FlagTable::Repeats(FlagName name, const FlagPair& pair, FlagPair* last) {
    const auto [known, is_new] = last_.try_emplace(name, pair);
    *last = known->second;
    known->second = pair;
    return !is_new && pair.set == last->set + 1 && pair.wait == last->wait + 1;
}

}  // namespace observe
