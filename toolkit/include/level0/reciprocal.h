// l0op::Reciprocal
#ifndef OP_API_INC_LEVEL0_RECIPROCAL_H
#define OP_API_INC_LEVEL0_RECIPROCAL_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element.
const aclTensor* Reciprocal(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_RECIPROCAL_H
