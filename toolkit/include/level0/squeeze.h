// l0op::SqueezeNd
#ifndef OP_API_INC_LEVEL0_SQUEEZE_H
#define OP_API_INC_LEVEL0_SQUEEZE_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// The dimensions `dim`, which have size 1, left out, in the same memory; those below 0 count from
/// the last.
ACL_FUNC_VISIBILITY const aclTensor* SqueezeNd(const aclTensor* x, const aclIntArray* dim,
                                               aclOpExecutor* executor);
ACL_FUNC_VISIBILITY const aclTensor* SqueezeNd(const aclTensor* x, int64_t dim,
                                               aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_SQUEEZE_H
