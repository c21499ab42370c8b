// Layouts of tensors, and what TransData makes of them; tiling functions and kernels share both.
#ifndef KERNEL_TILING_DATA_FORMAT_H_
#define KERNEL_TILING_DATA_FORMAT_H_

#include <stdint.h>

namespace AscendC {
enum class DataFormat : uint8_t {
    ND = 0,
    NZ,
    NCHW,
    NC1HWC0,
    NHWC,
    NCDHW,
    NDC1HWC0,
    FRACTAL_Z_3D,
};

struct TransDataConfig {
    DataFormat srcFormat;
    DataFormat dstFormat;
};
}  // namespace AscendC

#endif  // KERNEL_TILING_DATA_FORMAT_H_
