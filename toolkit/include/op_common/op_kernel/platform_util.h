// Sizes in bytes that kernels count with.
#ifndef OP_COMMON_OP_KERNEL_PLATFORM_UTIL_H
#define OP_COMMON_OP_KERNEL_PLATFORM_UTIL_H

#include "kernel_operator.h"

namespace Ops {
namespace Base {
/// Of a block of the unified buffer.
__aicore__ inline constexpr uint32_t GetUbBlockSize() {
    return 32;
}

/// Of what a vector instruction works on at once.
__aicore__ inline constexpr uint32_t GetVRegSize() {
    return 256;
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_KERNEL_PLATFORM_UTIL_H
