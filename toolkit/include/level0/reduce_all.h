// l0op::ReduceAll
#ifndef OP_API_INC_LEVEL0_REDUCE_ALL_H
#define OP_API_INC_LEVEL0_REDUCE_ALL_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Whether all differ from 0: bool.
const aclTensor* ReduceAll(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_REDUCE_ALL_H
