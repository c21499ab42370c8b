// The part of a result that one core computes, tile by tile.
#ifndef BUILTIN_TILES_H
#define BUILTIN_TILES_H

#include "kernel_operator.h"

struct Part {
    template <typename Tiling>
    __aicore__ inline explicit Part(const Tiling& tiling)
        : begin(tiling.blockLength * AscendC::GetBlockIdx()), tileLength(tiling.tileLength) {
        const uint64_t rest = begin < tiling.length ? tiling.length - begin : 0;
        length = rest < tiling.blockLength ? rest : tiling.blockLength;
    }

    /// Elements of the tile at an offset from the part's begin.
    __aicore__ inline uint32_t CountAt(uint64_t offset) const {
        const uint64_t rest = length - offset;
        return static_cast<uint32_t>(rest < tileLength ? rest : tileLength);
    }

    const uint64_t begin;
    uint64_t length;
    const uint32_t tileLength;
};

/// `count` elements in a row, as a move between global and on-chip memory.
template <typename T>
__aicore__ inline AscendC::DataCopyExtParams InRow(uint32_t count) {
    return {1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0};
}

template <AscendC::HardEvent event>
__aicore__ inline void WaitFor() {
    const event_t id = static_cast<event_t>(GetTPipePtr()->FetchEventID(event));
    AscendC::SetFlag<event>(id);
    AscendC::WaitFlag<event>(id);
}

#endif  // BUILTIN_TILES_H
