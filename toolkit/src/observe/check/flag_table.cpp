#include "observe/check/flag_table.h"

namespace observe {

FlagFault FlagTable::Set(FlagName name, const PipeClock& done, uint32_t site, uint32_t* earlier) {
    const auto [flag, is_new] = raised_.try_emplace(name, RaisedFlag{done, site});
    if (is_new) {
        return FlagFault::kNone;
    }
    *earlier = flag->second.site;
    flag->second.done.Join(done);
    flag->second.site = site;
    return FlagFault::kSetTwice;
}

FlagFault FlagTable::Wait(FlagName name, PipeClock* done) {
    const auto flag = raised_.find(name);
    if (flag == raised_.end()) {
        return FlagFault::kWaitForNothing;
    }
    *done = flag->second.done;
    raised_.erase(flag);
    return FlagFault::kNone;
}

}  // namespace observe
