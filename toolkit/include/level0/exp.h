// l0op::Exp
#ifndef OP_API_INC_LEVEL0_EXP_H
#define OP_API_INC_LEVEL0_EXP_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element.
const aclTensor* Exp(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_EXP_H
