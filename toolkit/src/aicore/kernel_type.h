// What the types of kernels mean. The compiler applies the same rules
// (custom_compiler/kernel/toolchain/kernel_types.py); a test compares them.
#pragma once

#include <cstdint>

#include "detail/core/kernel_meta_type.h"

namespace aicore {

/// The type of a kernel that states none: it follows from what the kernel uses.
inline KernelMetaType InferredKernelType(bool cube, bool vector, bool cross_core_sync) {
    if (cube) {
        return vector ? KERNEL_TYPE_MIX_AIC_1_2 : KERNEL_TYPE_AIC_ONLY;
    }
    return cross_core_sync ? KERNEL_TYPE_MIX_AIV_1_0 : KERNEL_TYPE_AIV_ONLY;
}

/// The type that a stated or inferred one means on a part with separate cores, or on one without.
inline uint32_t KernelTypeOn(bool split_cores, uint32_t type) {
    if (split_cores) {
        const bool vector = type == KERNEL_TYPE_VECTORCORE || type == KERNEL_TYPE_MIX_VECTOR_CORE;
        return vector ? static_cast<uint32_t>(KERNEL_TYPE_AIV_ONLY) : type;
    }
    return type >= KERNEL_TYPE_AICORE ? type : static_cast<uint32_t>(KERNEL_TYPE_AICORE);
}

/// The cores of one group that a kernel runs on.
struct GroupCores {
    uint32_t cube;
    uint32_t vector;
};

inline GroupCores GroupCoresOf(uint32_t type) {
    switch (type) {
        case KERNEL_TYPE_AIV_ONLY:
        case KERNEL_TYPE_VECTORCORE:
        case KERNEL_TYPE_MIX_AIV_1_0:
            return {0, 1};
        case KERNEL_TYPE_MIX_AIC_1_1:
        case KERNEL_TYPE_MIX_AICORE:
        case KERNEL_TYPE_MIX_VECTOR_CORE:
            return {1, 1};
        case KERNEL_TYPE_MIX_AIC_1_2:
            return {1, 2};
        default:
            return {1, 0};
    }
}

}  // namespace aicore
