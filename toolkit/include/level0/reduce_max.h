// l0op::ReduceMax
#ifndef OP_API_INC_LEVEL0_REDUCE_MAX_H
#define OP_API_INC_LEVEL0_REDUCE_MAX_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// The largest over the given dimensions; over all if there are none, unless `noopWithEmptyDims`.
const aclTensor* ReduceMax(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           bool noopWithEmptyDims, aclOpExecutor* executor);
const aclTensor* ReduceMax(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_REDUCE_MAX_H
