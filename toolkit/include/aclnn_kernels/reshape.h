// l0op::Reshape
#ifndef OP_API_INC_LEVEL0_RESHAPE_H
#define OP_API_INC_LEVEL0_RESHAPE_H

#include "aclnn/opdev/op_def.h"
#include "aclnn/opdev/shape_utils.h"

namespace l0op {
/// The contiguous tensor with another shape, in the same memory. One dimension may be -1.
ACL_FUNC_VISIBILITY const aclTensor* Reshape(const aclTensor* x, const op::Shape& shape,
                                             aclOpExecutor* executor);
ACL_FUNC_VISIBILITY const aclTensor* Reshape(const aclTensor* x, const aclIntArray* shape,
                                             aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_RESHAPE_H
