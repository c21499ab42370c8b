// Sizes of the temporary memory of vector functions.
#pragma once

#include <cstdint>

#include "graph/tensor.h"
#include "tiling/platform/platform_ascendc.h"

namespace tmp_size {

constexpr uint32_t kRepeatBytes = 256;  // one vector instruction
constexpr uint32_t kBlockBytes = 32;

/// Elements of the shape; 1 for a scalar, 0 for an unknown or overflowing one.
uint64_t ElementsOf(const ge::Shape& shape);
uint32_t Saturate(uint64_t bytes);
uint64_t AlignUp(uint64_t value, uint64_t unit);
/// The arch of the SoC's kernels, as far as temporaries depend on it: 200 or 220.
uint32_t ArchOf(const platform_ascendc::PlatformAscendC& platform);

/// The arch of the process's SoC; 220 if there is none.
uint32_t CurrentArch();

/// `live` vectors in addition to source and destination, of elements as large as the source's (half
/// functions that compute in float count double). Least: one vector instruction at a time.
void LiveVectors(uint64_t elements, uint32_t type_size, uint32_t live, uint32_t* max_value,
                 uint32_t* min_value);

}  // namespace tmp_size
