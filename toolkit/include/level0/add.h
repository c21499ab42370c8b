// l0op::Add, l0op::AddInplace, l0op::IsAddSupportNonContiguous
#ifndef OP_API_INC_LEVEL0_ADD_H
#define OP_API_INC_LEVEL0_ADD_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element, broadcast; both of one type.
const aclTensor* Add(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
/// Writes into `self`, and returns it.
const aclTensor* AddInplace(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
/// Whether it takes tensors that are not contiguous: no.
bool IsAddSupportNonContiguous(const aclTensor* self, const aclTensor* other);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_ADD_H
