// Long contiguous copies between global and on-chip memory.
#pragma once

#include <cstdint>

namespace AscendC::isa {

/// Copies `bytes` bytes; the two ranges do not overlap.
struct LongCopyRecord {
    uint8_t* dst;
    const uint8_t* src;
    uint64_t bytes;
    bool to_global;  ///< dst is not read again soon
};

}  // namespace AscendC::isa

extern "C" void aicore_long_copy(const AscendC::isa::LongCopyRecord* record);
