// l0op::Mod
#ifndef OP_API_INC_LEVEL0_MOD_H
#define OP_API_INC_LEVEL0_MOD_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// The remainder of the division towards zero, with the sign of `self`; 0 where integers are
/// divided by 0.
const aclTensor* Mod(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_MOD_H
