// l0op::Minimum
#ifndef OP_API_INC_LEVEL0_MINIMUM_H
#define OP_API_INC_LEVEL0_MINIMUM_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element, broadcast; both of one type.
const aclTensor* Minimum(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_MINIMUM_H
