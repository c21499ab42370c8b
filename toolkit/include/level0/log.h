// l0op::Log
#ifndef OP_API_INC_LEVEL0_LOG_H
#define OP_API_INC_LEVEL0_LOG_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// The logarithm of scale * self + shift; to the base e where `base` is -1.
const aclTensor* Log(const aclTensor* self, const float base, const float scale, const float shift,
                     aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_LOG_H
