// l0op::Muls, l0op::MulsInplace
#ifndef OP_API_INC_LEVEL0_MULS_H
#define OP_API_INC_LEVEL0_MULS_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Times a number.
const aclTensor* Muls(const aclTensor* self, float alpha, aclOpExecutor* executor);
/// Writes into `self`, and returns it.
const aclTensor* MulsInplace(const aclTensor* self, float alpha, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_MULS_H
