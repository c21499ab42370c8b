// l0op::ReduceAny
#ifndef OP_API_INC_LEVEL0_REDUCE_ANY_H
#define OP_API_INC_LEVEL0_REDUCE_ANY_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Whether any differs from 0: bool.
const aclTensor* ReduceAny(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_REDUCE_ANY_H
