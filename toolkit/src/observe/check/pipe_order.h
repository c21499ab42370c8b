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
/// so whatever it has waited for is done before all that it hands out later. A pipe begins its
/// instructions in order; that the earlier ones have ended, it knows from others that waited for
/// them, and from barriers.
class PipeOrder {
public:
    /// `manual`: options make the compiler insert no waits; else the others wait for what the
    /// scalar pipe did itself.
    explicit PipeOrder(bool manual) : manual_(manual) {}

    bool manual() const { return manual_; }
    /// Begins the next instruction of `pipe`.
    Stamp Issue(uint32_t pipe) {
        if (pipe != kScalarPipe) {
            ended_[pipe].Join(manual_ ? ended_[kScalarPipe] : Before(kScalarPipe));
        }
        return StampOf(pipe, ++issued_[pipe]);
    }
    /// What comes before the next instruction of `pipe`: all that it began itself, and what others
    /// have ended.
    PipeClock Before(uint32_t pipe) const {
        PipeClock clock = ended_[pipe];
        clock.ticks[pipe] = issued_[pipe];
        return clock;
    }
    /// What has ended before the next instruction of `pipe` begins.
    const PipeClock& Ended(uint32_t pipe) const { return ended_[pipe]; }
    /// What a flag that `pipe` sets now stands for.
    PipeClock Done(uint32_t pipe) const {
        PipeClock clock = Before(pipe);
        clock.Join(Before(kScalarPipe));
        return clock;
    }
    /// What is done when all pipes have come to an end.
    PipeClock AllDone() const { return {issued_}; }
    /// `pipe` waits for what a flag stands for.
    void Await(uint32_t pipe, const PipeClock& done) { ended_[pipe].Join(done); }
    /// `pipe` waits for itself.
    void Barrier(uint32_t pipe) { ended_[pipe].ticks[pipe] = issued_[pipe]; }
    /// All pipes wait for all.
    void Barrier() { ended_.fill(AllDone()); }

private:
    bool manual_;
    std::array<uint32_t, kClockPipes> issued_ = {};
    std::array<PipeClock, kClockPipes> ended_ = {};
};

}  // namespace observe
