// l0op::Mul, l0op::MulInplace, l0op::IsMulSupportNonContiguous
#ifndef OP_API_INC_LEVEL0_MUL_H
#define OP_API_INC_LEVEL0_MUL_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element, broadcast; both of one type.
const aclTensor* Mul(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
/// Writes into `self`, and returns it.
const aclTensor* MulInplace(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
/// Whether it takes tensors that are not contiguous: no.
bool IsMulSupportNonContiguous(const aclTensor* self, const aclTensor* other);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_MUL_H
