// The flags between the pipes of one core: what each stands for, and whether sets and waits pair
// up.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "observe/check/pipe_order.h"

namespace observe {

/// One flag: source and destination pipe, number.
struct FlagName {
    uint8_t from;
    uint8_t to;
    int32_t id;

    bool operator<(const FlagName& other) const {
        return std::tie(from, to, id) < std::tie(other.from, other.to, other.id);
    }
};

/// What a call did to a flag.
enum class FlagFault : uint8_t {
    kNone,
    kSetTwice,       ///< it was set already: the earlier set is lost
    kWaitForNothing  ///< nobody set it: the pipe waits for ever
};

/// A flag that is set.
struct RaisedFlag {
    PipeClock done;
    uint32_t site;
};

class FlagTable {
public:
    /// `*earlier`: the site that set the flag before, for kSetTwice.
    FlagFault Set(FlagName name, const PipeClock& done, uint32_t site, uint32_t* earlier);
    /// `*done`: what the flag stands for.
    FlagFault Wait(FlagName name, PipeClock* done);
    /// What is still set.
    const std::map<FlagName, RaisedFlag>& raised() const { return raised_; }

private:
    std::map<FlagName, RaisedFlag> raised_;
};

}  // namespace observe
