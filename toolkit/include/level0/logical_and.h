// l0op::LogicalAnd
#ifndef OP_API_INC_LEVEL0_LOGICAL_AND_H
#define OP_API_INC_LEVEL0_LOGICAL_AND_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Whether they both differ from 0, element by element, broadcast: bool.
const aclTensor* LogicalAnd(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_LOGICAL_AND_H
