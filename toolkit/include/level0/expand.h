// l0op::Expand
#ifndef OP_API_INC_LEVEL0_EXPAND_H
#define OP_API_INC_LEVEL0_EXPAND_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// BroadcastTo by another name.
const aclTensor* Expand(const aclTensor* self, const aclIntArray* shape, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_EXPAND_H
