// l0op::Round
#ifndef OP_API_INC_LEVEL0_ROUND_H
#define OP_API_INC_LEVEL0_ROUND_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// To the nearest, halves to the even one.
const aclTensor* Round(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_ROUND_H
