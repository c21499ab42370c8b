// l0op::TensorMove, l0op::TensorMoveAiCore
#ifndef OP_API_INC_LEVEL0_TENSOR_MOVE_H
#define OP_API_INC_LEVEL0_TENSOR_MOVE_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Copies `x` into `y`, and returns it.
const aclTensor* TensorMove(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor);
const aclTensor* TensorMoveAiCore(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_TENSOR_MOVE_H
