#include "observe/check/vector_clock.h"

#include <algorithm>

namespace observe {

PipeClock& VectorClock::At(uint32_t unit) {
    if (unit >= units_.size()) {
        units_.resize(unit + 1);
    }
    return units_[unit];
}

void VectorClock::Join(const VectorClock& other) {
    for (uint32_t i = 0; i < other.units_.size(); ++i) {
        At(i).Join(other.units_[i]);
    }
}

void VectorClock::Join(uint32_t unit, const PipeClock& done) {
    At(unit).Join(done);
}

void VectorClock::Join(uint32_t unit, Stamp stamp) {
    uint32_t& tick = At(unit).ticks[PipeOfStamp(stamp)];
    tick = std::max(tick, TickOfStamp(stamp));
}

void Channel::Send(uint32_t unit, const VectorClock& clock, uint32_t site) {
    const uint64_t number = ++sent_[unit];
    Round& round = rounds_[number % kRounds];
    if (round.number != number) {
        round = {number, {}};
    }
    round.clock.Join(clock);
    last_ = std::max(last_, number);
    last_unit_ = unit;
    last_site_ = site;
}

bool Channel::LastIsUnreceived(uint32_t* unit, uint32_t* site) const {
    *unit = last_unit_;
    *site = last_site_;
    return last_ != 0 && std::none_of(received_.begin(), received_.end(),
                                      [&](const auto& heard) { return heard.second == last_; });
}

void Channel::Receive(uint32_t unit, VectorClock* clock) {
    uint64_t& heard = received_[unit];
    if (heard >= last_) {
        return;
    }
    ++heard;
    const Round& round = rounds_[heard % kRounds];
    if (round.number == heard) {
        clock->Join(round.clock);
    }
}

}  // namespace observe
