// The flags between the pipes of one core: what each stands for, and whether sets and waits pair
// up.
#pragma once

#include <cstdint>
#include <deque>
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
    kSetTwice,       ///< it was set already, and counts up
    kWaitForNothing  ///< nobody set it: the pipe waits for ever
};

/// A flag that is set.
struct RaisedFlag {
    PipeClock done;
    uint32_t site;
    Stamp stamp;
};

/// A set and the wait for it.
struct FlagPair {
    Stamp set, wait;
    uint32_t set_site, wait_site;
};

class FlagTable {
public:
    /// `*earlier`: the site that set the flag before, for kSetTwice.
    FlagFault Set(FlagName name, const RaisedFlag& raised, uint32_t* earlier);
    /// Takes the flag down once; `*raised`: the earliest set that nobody waited for.
    FlagFault Wait(FlagName name, RaisedFlag* raised);
    /// Notes a pair. True if it directly follows one of the same flag, `*last`: neither pipe did
    /// anything in between, so it orders nothing more.
    bool Repeats(FlagName name, const FlagPair& pair, FlagPair* last);
    /// What is still set, the earliest first.
    const std::map<FlagName, std::deque<RaisedFlag>>& raised() const { return raised_; }

private:
    std::map<FlagName, std::deque<RaisedFlag>> raised_;
    std::map<FlagName, FlagPair> last_;
};

}  // namespace observe
