// l0op::SelectV2
#ifndef OP_API_INC_LEVEL0_SELECT_H
#define OP_API_INC_LEVEL0_SELECT_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// `x1` where `condition` differs from 0, else `x2`, which is of its type; broadcast.
const aclTensor* SelectV2(const aclTensor* condition, const aclTensor* x1, const aclTensor* x2,
                          aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_SELECT_H
