// l0op::MaskedFill
#ifndef OP_API_INC_LEVEL0_MASKED_FILL_H
#define OP_API_INC_LEVEL0_MASKED_FILL_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// `value` where `mask` differs from 0, else `self`; broadcast.
const aclTensor* MaskedFill(const aclTensor* self, const aclTensor* mask, const aclTensor* value,
                            aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_MASKED_FILL_H
