// l0op::Floor
#ifndef OP_API_INC_LEVEL0_FLOOR_H
#define OP_API_INC_LEVEL0_FLOOR_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element.
const aclTensor* Floor(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_FLOOR_H
