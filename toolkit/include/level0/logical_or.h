// l0op::LogicalOr
#ifndef OP_API_INC_LEVEL0_LOGICAL_OR_H
#define OP_API_INC_LEVEL0_LOGICAL_OR_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Whether one differs from 0, element by element, broadcast: bool.
const aclTensor* LogicalOr(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_LOGICAL_OR_H
