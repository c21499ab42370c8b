// Long contiguous copies between global and on-chip memory.
#pragma once

#include <cstdint>

namespace AscendC::isa {

/// Copies `bytes` bytes; the two ranges do not overlap.
struct StreamRecord {
    uint8_t* dst;
    const uint8_t* src;
    uint64_t bytes;
    bool to_global;  ///< dst is not read again soon
};

}  // namespace AscendC::isa

extern "C" void aicore_stream(const AscendC::isa::StreamRecord* record);
