// l0op::BroadcastTo
#ifndef OP_API_INC_LEVEL0_BROADCAST_TO_H
#define OP_API_INC_LEVEL0_BROADCAST_TO_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Repeated along dimensions of size 1; a -1 in `shape` keeps the dimension.
ACL_FUNC_VISIBILITY const aclTensor* BroadcastTo(const aclTensor* x, const aclIntArray* shape,
                                                 aclOpExecutor* executor);
/// The same into `y`, whose shape it takes; `shape` is not read.
ACL_FUNC_VISIBILITY const aclTensor* BroadcastTo(const aclTensor* x, const aclTensor* y,
                                                 const aclTensor* shape, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_BROADCAST_TO_H
