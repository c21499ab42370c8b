// l0op::LogicalNot
#ifndef OP_API_INC_LEVEL0_LOGICAL_NOT_H
#define OP_API_INC_LEVEL0_LOGICAL_NOT_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Whether elements are 0: bool.
const aclTensor* LogicalNot(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_LOGICAL_NOT_H
