// Short vectors of dimensions, axes and the like.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_FAST_VECTOR_H
#define OP_API_OP_API_COMMON_INC_OPDEV_FAST_VECTOR_H

#include <cstdarg>
#include <limits>
#include <new>
#include <numeric>

#include "op_log.h"
#include "small_vector.h"

namespace op {
template <typename T, size_t N = 8>
using FVector = op::internal::SmallVector<T, N>;
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_FAST_VECTOR_H
