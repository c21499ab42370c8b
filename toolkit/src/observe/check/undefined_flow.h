// How undefined bytes go through instructions.
#pragma once

#include <vector>

#include "observe/check/checker.h"

namespace observe {

/// The shadows of all memories that one core can address.
class Shadows {
public:
    Shadows(CoreState* state, GlobalMemory* global) : state_(*state), global_(*global) {}

    void Define(AscendC::Hardware memory, uint64_t begin, uint64_t end);
    void Undefine(AscendC::Hardware memory, uint64_t begin, uint64_t end, uint32_t origin);
    uint64_t FirstUndefined(AscendC::Hardware memory, uint64_t begin, uint64_t end) const;
    uint64_t FirstDefined(AscendC::Hardware memory, uint64_t begin, uint64_t end) const;
    uint32_t OriginOf(AscendC::Hardware memory, uint64_t address) const;

    bool IsUndefined(AscendC::Hardware memory, uint64_t begin, uint64_t end) const {
        return FirstUndefined(memory, begin, end) != end;
    }

private:
    CoreState& state_;
    GlobalMemory& global_;
};

/// Moves undefinedness from what the instruction of `moment` reads to what it writes. `regions` are
/// its accesses; some of the bytes read are undefined.
void FlowUndefined(const Moment& moment, const std::vector<Region>& regions, uint32_t origin,
                   Shadows* shadows);

}  // namespace observe
