// Element-wise sums, maxima and minima in memory (aclrtReduceAsync).
#pragma once

#include <cstddef>

#include "acl/acl_rt.h"

namespace runtime {

/// Bytes of an element; 0 for a type or an operation that devices do not reduce.
size_t ReducedElementBytes(aclDataType type, aclrtReduceKind kind);

/// to[i] = to[i] op from[i] for `count` elements. Integral sums saturate.
void Reduce(void* to, const void* from, size_t count, aclDataType type, aclrtReduceKind kind);

}  // namespace runtime
