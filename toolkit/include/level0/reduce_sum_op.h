// l0op::ReduceSumOp
#ifndef OP_API_INC_LEVEL0_REDUCE_SUM_OP_H
#define OP_API_INC_LEVEL0_REDUCE_SUM_OP_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// The sum over `axes`, over all if there are none.
const aclTensor* ReduceSumOp(const aclTensor* x, const aclIntArray* axes, bool keep_dims,
                             aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_REDUCE_SUM_OP_H
