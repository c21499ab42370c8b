// What Blend's host code tells its kernel: a plain structure that both include.
#ifndef BLEND_TILING_H
#define BLEND_TILING_H

#include <cstdint>

struct BlendTilingData {
    uint32_t length;       // elements of the whole tensor
    uint32_t blockLength;  // elements per core; the last core may have fewer
    uint32_t tileLength;   // elements that a core computes at a time
};

#endif  // BLEND_TILING_H
