// l0op::Sigmoid
#ifndef OP_API_INC_LEVEL0_SIGMOID_H
#define OP_API_INC_LEVEL0_SIGMOID_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element.
const aclTensor* Sigmoid(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_SIGMOID_H
