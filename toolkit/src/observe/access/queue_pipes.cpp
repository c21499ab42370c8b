#include "observe/access/queue_pipes.h"

#include "detail/types/enums.h"

namespace observe {
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
Pipe Emptying(TPosition from, TPosition to, uint32_t arch) {
    if (from == TPosition::CO1) {
        return HasFixpipe(arch) ? Pipe::kFix : Pipe::kV;
    }
    if (from == TPosition::CO2) {
        return Pipe::kMte3;
    }
    switch (to) {
        case TPosition::GM:
        case TPosition::VECOUT:
            return Pipe::kMte3;
        case TPosition::A1:
        case TPosition::B1:
        case TPosition::C1:
        case TPosition::TSCM:
            return Pipe::kMte1;
        case TPosition::A2:
        case TPosition::B2:
        case TPosition::C2:
            return Pipe::kM;
        default:
            return Pipe::kV;
    }
}

bool IsDocumented(TPosition from, TPosition to, uint32_t arch) {
    switch (from) {
        case TPosition::GM:
            return to == TPosition::VECIN || to == TPosition::VECCALC || to == TPosition::A1 ||
                   to == TPosition::B1 || to == TPosition::TSCM;
        case TPosition::A1:
        case TPosition::B1:
            return to == TPosition::A2 || to == TPosition::B2;
        case TPosition::CO1:
            return true;
        case TPosition::CO2:
            return !HasFixpipe(arch);
        case TPosition::VECOUT:
        case TPosition::VECCALC:
            return to == TPosition::GM;
        case TPosition::VECIN:
            return to == TPosition::VECOUT;
        default:
            return false;
    }
}

}  // namespace

QueuePipes PipesOfQueue(const AscendC::isa::QueueEvent& event, uint32_t arch) {
    const auto from = static_cast<TPosition>(event.src);
    const auto to = static_cast<TPosition>(event.dst);
    return {Filling(from, to), Emptying(from, to, arch), IsDocumented(from, to, arch)};
}

}  // namespace observe
