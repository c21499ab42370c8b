// Calls of the kernels of one ABI of std::string: a library may hold kernels of both.
#pragma once

#include "aicpu/kernel_call.h"

extern "C" {
/// Whether a kernel of the type is registered, and its status.
bool AicpuHasKernelCxx11(const char* op_type);
bool AicpuHasKernelCxx03(const char* op_type);
uint32_t AicpuRunKernelCxx11(const aicpu_call::KernelCall* call);
uint32_t AicpuRunKernelCxx03(const aicpu_call::KernelCall* call);
}
