// l0op::ReduceMin
#ifndef OP_API_INC_LEVEL0_REDUCE_MIN_H
#define OP_API_INC_LEVEL0_REDUCE_MIN_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// The least over the given dimensions, over all if there are none.
const aclTensor* ReduceMin(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_REDUCE_MIN_H
