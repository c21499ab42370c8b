// l0op::Less
#ifndef OP_API_INC_LEVEL0_LESS_H
#define OP_API_INC_LEVEL0_LESS_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Whether they compare so, element by element, broadcast: bool.
const aclTensor* Less(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_LESS_H
