// When the instructions of one core start and end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <tuple>

#include "observe/access/access.h"

namespace observe::cycles {

/// Time since the launch began, or a length of time, in cycles of the core.
using Cycles = double;

/// What an instruction costs its pipe: the next one may start after `occupancy`, its results are
/// there after `latency` more.
struct Work {
    Cycles occupancy = 0;
    Cycles latency = 0;
};

/// When an instruction was at work, and how long its pipe had been idle before; of the scalar unit,
/// how long it waited inside.
struct Span {
    Cycles start = 0;
    Cycles end = 0;
    Cycles idle = 0;
};

/// What a pipe did until now.
struct PipeUse {
    Cycles busy = 0;  ///< time in which at least one of its instructions was at work
    uint64_t count = 0;
    std::array<Cycles, kPipes>
        waited{};  ///< idle time before an instruction, by what it waited for
};

/// The pipes of a core. The scalar unit issues instructions in program order; each pipe works on
/// its own in order; a pipe starts an instruction once the occupancy of the one before has ended,
/// and the events that it waits for have happened.
class CoreClock {
public:
    explicit CoreClock(Cycles start = 0) : scalar_(start), start_(start) {
        ready_.fill({start, Pipe::kS});
        free_.fill(start);
        done_.fill(start);
    }

    /// The scalar unit computes.
    void Scalar(Cycles cycles);
    /// The scalar unit waits without being at work.
    void Stall(Cycles cycles) { scalar_ += cycles; }
    /// The scalar unit goes on at `time`, if that is later.
    void ScalarWaitsUntil(Cycles time, Pipe cause);

    /// When an instruction that is given to the pipe now starts; `not_before` is when its data are
    /// there.
    Cycles NextStart(Pipe pipe, Cycles not_before = 0) const;
    /// Gives an instruction to a pipe.
    Span Issue(Pipe pipe, const Work& work, Cycles not_before = 0);

    /// When all that was given to the pipe has ended; for the scalar unit, now.
    Cycles DoneAt(Pipe pipe) const { return pipe == Pipe::kS ? scalar_ : done_[Index(pipe)]; }
    /// What is given to the pipe from now on starts at `time` or later.
    void PipeWaitsUntil(Pipe pipe, Cycles time, Pipe cause);

    void SetFlag(Pipe from, Pipe to, int32_t id);
    /// A flag that nobody set is not waited for: the checker reports it.
    void WaitFlag(Pipe from, Pipe to, int32_t id);
    /// What is given to the pipe from now on waits for what was given before; kNone: every pipe,
    /// and the scalar unit, wait for all.
    void Barrier(Pipe pipe);

    Cycles now() const { return scalar_; }
    Cycles start() const { return start_; }
    /// When everything has ended.
    Cycles end() const;
    const PipeUse& use(Pipe pipe) const { return use_[Index(pipe)]; }

private:
    struct Ready {
        Cycles time;
        Pipe cause;
    };
    static size_t Index(Pipe pipe) { return static_cast<size_t>(pipe); }

    Cycles scalar_;
    Cycles start_;
    std::array<Ready, kPipes> ready_;
    std::array<Cycles, kPipes> free_;
    std::array<Cycles, kPipes> done_;
    std::array<PipeUse, kPipes> use_{};
    std::map<std::tuple<Pipe, Pipe, int32_t>, std::deque<Cycles>> flags_;
};

}  // namespace observe::cycles
