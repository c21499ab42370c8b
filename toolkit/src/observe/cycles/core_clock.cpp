#include "observe/cycles/core_clock.h"

namespace observe::cycles {

void CoreClock::Scalar(Cycles cycles) {
    scalar_ += cycles;
    PipeUse& use = use_[Index(Pipe::kS)];
    use.busy += cycles;
    ++use.count;
}

void CoreClock::ScalarWaitsUntil(Cycles time, Pipe cause) {
    if (time > scalar_) {
        use_[Index(Pipe::kS)].waited[Index(cause)] += time - scalar_;
        scalar_ = time;
    }
}

Cycles CoreClock::NextStart(Pipe pipe, Cycles not_before) const {
    const size_t i = Index(pipe);
    return std::max({free_[i], ready_[i].time, not_before, scalar_});
}

Span CoreClock::Issue(Pipe pipe, const Work& work, Cycles not_before) {
    const size_t i = Index(pipe);
    PipeUse& use = use_[i];
    const Cycles start = NextStart(pipe, not_before);
    const Span span{start, start + work.occupancy + work.latency,
                    std::max(Cycles{0}, start - done_[i])};
    if (span.idle > 0) {
        const Pipe cause = start == scalar_          ? Pipe::kS
                           : start == ready_[i].time ? ready_[i].cause
                                                     : pipe;
        use.waited[Index(cause)] += span.idle;
    }
    use.busy += std::max(Cycles{0}, span.end - std::max(start, done_[i]));
    ++use.count;
    free_[i] = span.start + work.occupancy;
    done_[i] = std::max(done_[i], span.end);
    return span;
}

void CoreClock::PipeWaitsUntil(Pipe pipe, Cycles time, Pipe cause) {
    if (pipe == Pipe::kS) {
        ScalarWaitsUntil(time, cause);
    } else if (time > ready_[Index(pipe)].time) {
        ready_[Index(pipe)] = {time, cause};
    }
}

void CoreClock::SetFlag(Pipe from, Pipe to, int32_t id) {
    // The flag goes up in its pipe's turn: neither before the scalar unit gave it out, nor before
    // what stands in front of it.
    flags_[{from, to, id}].push_back(std::max({scalar_, DoneAt(from), ready_[Index(from)].time}));
}

void CoreClock::WaitFlag(Pipe from, Pipe to, int32_t id) {
    std::deque<Cycles>& raised = flags_[{from, to, id}];
    if (!raised.empty()) {
        PipeWaitsUntil(to, raised.front(), from);
        raised.pop_front();
    }
}

void CoreClock::Barrier(Pipe pipe) {
    if (pipe != Pipe::kNone) {
        PipeWaitsUntil(pipe, DoneAt(pipe), pipe);
        return;
    }
    for (size_t i = 0; i < kPipes; ++i) {
        const Pipe other = static_cast<Pipe>(i);
        if (other != Pipe::kS) {
            ScalarWaitsUntil(DoneAt(other), other);
        }
    }
}

Cycles CoreClock::end() const {
    return std::max(scalar_, *std::max_element(done_.begin(), done_.end()));
}

}  // namespace observe::cycles
