// What is ordered before what among the cores of a launch.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "observe/check/pipe_order.h"

namespace observe {

/// For every core of the launch, up to which positions of its pipes its work is known to be done.
class VectorClock {
public:
    bool Covers(uint32_t unit, Stamp stamp) const {
        return unit < units_.size() && units_[unit].Covers(stamp);
    }
    void Join(const VectorClock& other);
    void Join(uint32_t unit, const PipeClock& done);
    void Join(uint32_t unit, Stamp stamp);
    PipeClock Of(uint32_t unit) const { return unit < units_.size() ? units_[unit] : PipeClock{}; }

private:
    PipeClock& At(uint32_t unit);

    std::vector<PipeClock> units_;
};

/// A point where cores signal each other that they have come so far: the n-th wait of a core
/// receives the n-th signals of the others.
class Channel {
public:
    void Send(uint32_t unit, const VectorClock& clock, uint32_t site);
    /// Receives the next round; nothing if nobody has signalled it yet.
    void Receive(uint32_t unit, VectorClock* clock);

    /// Whether nobody received the last round; then who signalled it, and where.
    bool LastIsUnreceived(uint32_t* unit, uint32_t* site) const;

private:
    /// More rounds than a core can lag: flags count to 15.
    static constexpr uint32_t kRounds = 32;

    struct Round {
        uint64_t number = 0;
        VectorClock clock;
    };
    Round rounds_[kRounds];
    uint64_t last_ = 0;
    uint32_t last_unit_ = 0;
    uint32_t last_site_ = 0;
    std::map<uint32_t, uint64_t> sent_;
    std::map<uint32_t, uint64_t> received_;
};

}  // namespace observe
