#include "observe/check/core_clock.h"

#include <algorithm>

namespace observe {

PipeClock& CoreClock::At(uint32_t unit) {
    if (unit >= units_.size()) {
        units_.resize(unit + 1);
    }
    return units_[unit];
}

void CoreClock::Join(const CoreClock& other) {
    for (uint32_t i = 0; i < other.units_.size(); ++i) {
        At(i).Join(other.units_[i]);
    }
}

void CoreClock::Join(uint32_t unit, const PipeClock& done) {
    At(unit).Join(done);
}

void CoreClock::Join(uint32_t unit, Stamp stamp) {
    uint32_t& tick = At(unit).ticks[PipeOfStamp(stamp)];
    tick = std::max(tick, TickOfStamp(stamp));
}

void Channel::Tell(uint32_t unit, const CoreClock& known, uint32_t site) {
    const uint64_t number = ++told_[unit];
    Round& round = rounds_[number % kRounds];
    if (round.number != number) {
        round = {number, {}};
    }
    round.known.Join(known);
    last_ = std::max(last_, number);
    last_unit_ = unit;
    last_site_ = site;
}

bool Channel::LastIsUnheard(uint32_t* unit, uint32_t* site) const {
    *unit = last_unit_;
    *site = last_site_;
    return last_ != 0 && std::none_of(heard_.begin(), heard_.end(),
                                      [&](const auto& heard) { return heard.second == last_; });
}

void Channel::Hear(uint32_t unit, CoreClock* known) {
    uint64_t& heard = heard_[unit];
    if (heard >= last_) {
        return;
    }
    ++heard;
    const Round& round = rounds_[heard % kRounds];
    if (round.number == heard) {
        known->Join(round.known);
    }
}

}  // namespace observe
