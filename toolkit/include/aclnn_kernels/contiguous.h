// Between views and contiguous tensors.
#ifndef OP_API_OP_API_COMMON_INC_LEVEL0_OP_CONTIGUOUS_OP_H_
#define OP_API_OP_API_COMMON_INC_LEVEL0_OP_CONTIGUOUS_OP_H_

#include "aclnn/opdev/common_types.h"
#include "aclnn/opdev/op_def.h"

namespace l0op {
/// A contiguous tensor of the view's elements: in the same memory if they are contiguous, else a
/// copy in the workspace.
ACL_FUNC_VISIBILITY const aclTensor* Contiguous(const aclTensor* x, aclOpExecutor* executor);

/// Copies the contiguous `x` into the view `y` of the same shape and type; gives `y`.
ACL_FUNC_VISIBILITY const aclTensor* ViewCopy(const aclTensor* x, const aclTensor* y,
                                              aclOpExecutor* executor);

/// A contiguous tensor in the memory of a view that fills it without gaps (see
/// op::CanPickViewAsContiguous), its dimensions in the order of the memory.
ACL_FUNC_VISIBILITY const aclTensor* PickViewAsContiguous(const aclTensor* x,
                                                          aclOpExecutor* executor);

/// `x` with the view of `y`.
ACL_FUNC_VISIBILITY const aclTensor* ReViewToOut(const aclTensor* x, const aclTensor* y,
                                                 aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_OP_API_COMMON_INC_LEVEL0_OP_CONTIGUOUS_OP_H_
