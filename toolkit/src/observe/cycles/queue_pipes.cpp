#include "observe/cycles/queue_pipes.h"

#include "detail/types/enums.h"

namespace observe::cycles {
namespace {

using AscendC::TPosition;

/// The pipe that fills a buffer at `to` from `from`.
Pipe Filling(TPosition from, TPosition to) {
    switch (from) {
        case TPosition::GM:
            return Pipe::kMte2;
        case TPosition::A1:
        case TPosition::B1:
        case TPosition::C1:
            return Pipe::kMte1;
        case TPosition::CO1:
            return Pipe::kM;
        case TPosition::VECIN:
            return to == TPosition::VECOUT ? Pipe::kMte2 : Pipe::kV;
        default:
            return Pipe::kV;
    }
}

/// The pipe that empties a buffer at `from` towards `to`.
Pipe Emptying(TPosition from, TPosition to) {
    switch (to) {
        case TPosition::GM:
            return from == TPosition::CO1 ? Pipe::kFix : Pipe::kMte3;
        case TPosition::VECOUT:
            return Pipe::kMte3;
        case TPosition::A1:
        case TPosition::B1:
        case TPosition::C1:
            return Pipe::kMte1;
        case TPosition::A2:
        case TPosition::B2:
        case TPosition::C2:
            return Pipe::kM;
        case TPosition::CO2:
            return Pipe::kFix;
        default:
            return Pipe::kV;
    }
}

}  // namespace

QueuePipes PipesOfQueue(const AscendC::isa::QueueAct& act) {
    const auto from = static_cast<TPosition>(act.src);
    const auto to = static_cast<TPosition>(act.dst);
    return {Filling(from, to), Emptying(from, to)};
}

}  // namespace observe::cycles
