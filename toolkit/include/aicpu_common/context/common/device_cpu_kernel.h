// The function by which a library of AI CPU kernels is called.
#ifndef AICPU_CONTEXT_COMMON_DEVICE_CPU_KERNEL_H
#define AICPU_CONTEXT_COMMON_DEVICE_CPU_KERNEL_H

#include <cstdint>

/// One of several calls of a kernel for one launch.
struct BlkDimInfo {
    uint32_t block_num;
    uint32_t block_id;
};

extern "C" {
/// `param` is what the toolkit's libnnopbase passes; returns the status of the kernel.
uint32_t RunCpuKernel(void* param);
}

#endif  // AICPU_CONTEXT_COMMON_DEVICE_CPU_KERNEL_H
