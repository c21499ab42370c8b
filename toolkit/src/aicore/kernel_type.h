// What the types of kernels mean on a part.
#pragma once

#include <cstdint>

#include "detail/core/kernel_meta_type.h"

namespace aicore {

/// The type that a stated or inferred one means on a part with separate cores, or on one without.
inline uint32_t KernelTypeOn(bool split_cores, uint32_t type) {
    if (split_cores) {
        const bool vector = type == KERNEL_TYPE_VECTORCORE || type == KERNEL_TYPE_MIX_VECTOR_CORE;
        return vector ? static_cast<uint32_t>(KERNEL_TYPE_AIV_ONLY) : type;
    }
    return type >= KERNEL_TYPE_AICORE ? type : static_cast<uint32_t>(KERNEL_TYPE_AICORE);
}

}  // namespace aicore
