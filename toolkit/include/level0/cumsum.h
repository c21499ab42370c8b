// l0op::Cumsum
#ifndef OP_API_INC_LEVEL0_CUMSUM_H
#define OP_API_INC_LEVEL0_CUMSUM_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Sums of all elements up to each along a dimension, a number on the host: without it if
/// `exclusive`, from the last one on if `reverse`.
const aclTensor* Cumsum(const aclTensor* self, const aclTensor* dim, aclOpExecutor* executor);
const aclTensor* Cumsum(const aclTensor* self, const aclTensor* dim, bool exclusive, bool reverse,
                        aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_CUMSUM_H
