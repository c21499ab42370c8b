// l0op::Pow, l0op::InplacePow
#ifndef OP_API_INC_LEVEL0_POW_H
#define OP_API_INC_LEVEL0_POW_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element, broadcast; both of one type.
const aclTensor* Pow(const aclTensor* self, const aclTensor* exponent, aclOpExecutor* executor);
/// Writes into `self`, and returns it.
const aclTensor* InplacePow(const aclTensor* self, const aclTensor* exponent,
                            aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_POW_H
