// l0op::IsFinite
#ifndef OP_API_INC_LEVEL0_IS_FINITE_H
#define OP_API_INC_LEVEL0_IS_FINITE_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Whether elements are no infinities and no NaN: bool.
const aclTensor* IsFinite(const aclTensor* self, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_IS_FINITE_H
