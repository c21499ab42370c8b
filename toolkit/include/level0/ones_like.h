// l0op::OnesLike
#ifndef OP_API_INC_LEVEL0_ONES_LIKE_H
#define OP_API_INC_LEVEL0_ONES_LIKE_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Ones, as many as `self` has elements, of its type.
const aclTensor* OnesLike(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_ONES_LIKE_H
