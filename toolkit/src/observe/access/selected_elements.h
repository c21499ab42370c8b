// Elements of one size that an instruction names one by one, as few regions.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/core.h"
#include "observe/access/regions.h"

namespace observe {

/// Elements within one memory of the core, at distances from `start`.
class SelectedElements {
public:
    /// `size`: bytes of an element, a power of two.
    SelectedElements(const AscendC::isa::Arena& arena, const uint8_t* start, uint32_t size);

    /// False if one of them is not whole in the memory, or is not where its elements are; then
    /// nothing more can be done with what was collected.
    bool Add(const uint32_t* offsets, uint64_t count);
    /// Hands over what was collected as accesses to `operand`: a few runs, or one region.
    void Flush(const Operand& operand, Regions* regions);

private:
    /// How many runs of neighbours there are.
    uint64_t CountRuns() const;
    void FlushRuns(const Operand& operand, Regions* regions);

    const AscendC::isa::Arena& arena_;
    const uint64_t start_;  ///< of the offsets, from the memory's begin; may wrap
    const uint32_t size_;
    std::vector<uint64_t>& words_;  ///< a bit for each element of the memory, then a zero
};

}  // namespace observe
