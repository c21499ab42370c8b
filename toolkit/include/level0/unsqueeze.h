// l0op::UnsqueezeNd
#ifndef OP_API_INC_LEVEL0_UNSQUEEZE_H
#define OP_API_INC_LEVEL0_UNSQUEEZE_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Dimensions of size 1 inserted, in the same memory; `dim` are their places in the result, those
/// below 0 counted from its end.
ACL_FUNC_VISIBILITY const aclTensor* UnsqueezeNd(const aclTensor* x, const aclIntArray* dim,
                                                 aclOpExecutor* executor);
ACL_FUNC_VISIBILITY const aclTensor* UnsqueezeNd(const aclTensor* x, int64_t dim,
                                                 aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_UNSQUEEZE_H
