// l0op::Greater, l0op::IsGreaterSupportNonContiguous
#ifndef OP_API_INC_LEVEL0_GREATER_H
#define OP_API_INC_LEVEL0_GREATER_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Whether they compare so, element by element, broadcast: bool.
const aclTensor* Greater(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
/// Whether it takes tensors that are not contiguous: no.
bool IsGreaterSupportNonContiguous(const aclTensor* self);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_GREATER_H
