// l0op::Div
#ifndef OP_API_INC_LEVEL0_DIV_H
#define OP_API_INC_LEVEL0_DIV_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element, broadcast; integers are divided towards zero.
const aclTensor* Div(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_DIV_H
