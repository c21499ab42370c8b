// l0op::ZerosLike, l0op::InplaceZerosLike
#ifndef OP_API_INC_LEVEL0_ZERO_OP_H
#define OP_API_INC_LEVEL0_ZERO_OP_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Zeros, as many as `self` has elements, of its type.
const aclTensor* ZerosLike(const aclTensor* self, aclOpExecutor* executor);
/// Writes into `self`, and returns it.
const aclTensor* InplaceZerosLike(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_ZERO_OP_H
