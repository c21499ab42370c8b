// l0op::Sign
#ifndef OP_API_INC_LEVEL0_SIGN_H
#define OP_API_INC_LEVEL0_SIGN_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element.
const aclTensor* Sign(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_SIGN_H
