// l0op::Sqrt
#ifndef OP_API_INC_LEVEL0_SQRT_H
#define OP_API_INC_LEVEL0_SQRT_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element.
const aclTensor* Sqrt(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_SQRT_H
