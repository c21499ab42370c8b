// What ScaleEach's host code tells its kernel: a plain structure that both include.
#ifndef SCALE_EACH_TILING_H
#define SCALE_EACH_TILING_H

#include <cstdint>

constexpr uint32_t SCALE_EACH_MOST = 64;  // tensors in a list

struct ScaleEachTilingData {
    uint32_t count;
    float factors[SCALE_EACH_MOST];
};

#endif  // SCALE_EACH_TILING_H
