// l0op::Transpose
#ifndef OP_API_INC_LEVEL0_TRANSPOSE_H
#define OP_API_INC_LEVEL0_TRANSPOSE_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Dimension i of the result is dimension perm[i] of `x`.
ACL_FUNC_VISIBILITY const aclTensor* Transpose(const aclTensor* x, const aclIntArray* perm,
                                               aclOpExecutor* executor);
/// The same into `y`; `perm` is a host tensor of int32 or int64.
ACL_FUNC_VISIBILITY const aclTensor* Transpose(const aclTensor* x, const aclTensor* y,
                                               const aclTensor* perm, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_TRANSPOSE_H
