// What is ordered before what among the pipes of one core: happens-before by vector clocks.
#pragma once

#include <array>
#include <cstdint>

namespace observe {

/// Pipes that clocks count; observe::Pipe's numbers.
constexpr uint32_t kClockPipes = 8;
constexpr uint32_t kScalarPipe = 0;

/// A place in the sequence of one pipe: pipe in the upper 3 bits, position from 1 in the others. 0
/// is no place.
using Stamp = uint32_t;
constexpr uint32_t kTickBits = 29;
constexpr Stamp StampOf(uint32_t pipe, uint32_t tick) {
    return pipe << kTickBits | (tick & ((1U << kTickBits) - 1));
}
constexpr uint32_t PipeOfStamp(Stamp stamp) {
    return stamp >> kTickBits;
}
constexpr uint32_t TickOfStamp(Stamp stamp) {
    return stamp & ((1U << kTickBits) - 1);
}

/// For every pipe, up to which position its work is known to be done.
struct PipeClock {
    std::array<uint32_t, kClockPipes> ticks = {};

    bool Covers(Stamp stamp) const { return ticks[PipeOfStamp(stamp)] >= TickOfStamp(stamp); }
    void Join(const PipeClock& other) {
        for (uint32_t i = 0; i < kClockPipes; ++i) {
            ticks[i] = ticks[i] < other.ticks[i] ? other.ticks[i] : ticks[i];
        }
    }
};

/// The clocks of a core's pipes. The scalar pipe hands instructions to the others in program order,
/// so whatever it has waited for is done before all that it hands out later.
class PipeOrder {
public:
    /// Begins the next instruction of `pipe`.
    Stamp Issue(uint32_t pipe) {
        PipeClock& clock = clocks_[pipe];
        if (pipe != kScalarPipe) {
            clock.Join(clocks_[kScalarPipe]);
        }
        return StampOf(pipe, ++clock.ticks[pipe]);
    }
    /// What is done before the next instruction of `pipe` begins.
    const PipeClock& Before(uint32_t pipe) const { return clocks_[pipe]; }
    /// What a flag that `pipe` sets now stands for.
    PipeClock Done(uint32_t pipe) const {
        PipeClock clock = clocks_[pipe];
        clock.Join(clocks_[kScalarPipe]);
        return clock;
    }
    /// What is done when all pipes have come to an end.
    PipeClock AllDone() const {
        PipeClock all;
        for (const PipeClock& clock : clocks_) {
            all.Join(clock);
        }
        return all;
    }
    /// `pipe` waits for what a flag stands for.
    void Await(uint32_t pipe, const PipeClock& done) { clocks_[pipe].Join(done); }
    /// All pipes wait for all.
    void Barrier() {
        const PipeClock all = AllDone();
        for (PipeClock& clock : clocks_) {
            clock = all;
        }
    }

private:
    std::array<PipeClock, kClockPipes> clocks_ = {};
};

}  // namespace observe
