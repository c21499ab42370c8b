// l0op::ReduceMean
#ifndef OP_API_INC_LEVEL0_REDUCE_MEAN_H
#define OP_API_INC_LEVEL0_REDUCE_MEAN_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// The mean over the given dimensions; over all if there are none, unless `noopWithEmptyAxes`.
const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                            aclOpExecutor* executor);
const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                            bool noopWithEmptyAxes, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_REDUCE_MEAN_H
