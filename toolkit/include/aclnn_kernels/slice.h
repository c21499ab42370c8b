// l0op::Slice
#ifndef OP_API_INC_LEVEL0_SLICE_H
#define OP_API_INC_LEVEL0_SLICE_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// `size` elements of each dimension from `offsets` on; a size of -1 is all the rest.
ACL_FUNC_VISIBILITY const aclTensor* Slice(const aclTensor* x, const aclIntArray* offsets,
                                           const aclIntArray* size, aclOpExecutor* executor);
/// The same into `y`; offsets and sizes are host tensors of int32 or int64.
ACL_FUNC_VISIBILITY const aclTensor* Slice(const aclTensor* x, const aclTensor* y,
                                           const aclTensor* offset, const aclTensor* size,
                                           aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_SLICE_H
