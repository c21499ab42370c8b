// l0op::Dot
#ifndef OP_API_INC_LEVEL0_DOT_H
#define OP_API_INC_LEVEL0_DOT_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Not part of the embedded toolkit: an error says so.
const aclTensor* Dot(const aclTensor* self, const aclTensor* tensor, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_DOT_H
