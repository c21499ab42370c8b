// What a block of a benchmark kernel works on.
#pragma once

#include "kernel_operator.h"

constexpr int32_t BUFFER_NUM = 2;

/// The part of `total` items that belongs to this block, in whole units.
struct Share {
    uint64_t begin;
    uint64_t end;

    __aicore__ inline Share(uint64_t total, uint64_t unit) {
        const uint64_t units = (total + unit - 1) / unit;
        const uint64_t blocks = AscendC::GetBlockNum();
        begin = units * AscendC::GetBlockIdx() / blocks * unit;
        end = units * (AscendC::GetBlockIdx() + 1) / blocks * unit;
        end = end < total ? end : total;
    }
};

/// Copies a tiling structure out of global memory.
template <typename T>
__aicore__ inline void CopyTiling(T* tiling, GM_ADDR source) {
    uint32_t* to = reinterpret_cast<uint32_t*>(tiling);
    __gm__ uint32_t* from = reinterpret_cast<__gm__ uint32_t*>(source);
    for (uint32_t i = 0; i < sizeof(T) / sizeof(uint32_t); ++i) {
        to[i] = from[i];
    }
}
