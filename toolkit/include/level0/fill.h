// l0op::Fill
#ifndef OP_API_INC_LEVEL0_FILL_H
#define OP_API_INC_LEVEL0_FILL_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// A tensor of the shape `outShape`, all of the first element of `value`; `dims` is not read.
ACL_FUNC_VISIBILITY const aclTensor* Fill(const aclTensor* dims, const aclTensor* value,
                                          const aclIntArray* outShape, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_FILL_H
