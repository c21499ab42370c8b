// l0op::Trunc, l0op::InplaceTrunc
#ifndef OP_API_INC_LEVEL0_TRUNC_H
#define OP_API_INC_LEVEL0_TRUNC_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Towards zero.
const aclTensor* Trunc(const aclTensor* self, aclOpExecutor* executor);
/// Writes into `self`, and returns it.
const aclTensor* InplaceTrunc(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_TRUNC_H
