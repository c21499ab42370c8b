// l0op::Axpy, l0op::AxpyInplace
#ifndef OP_API_INC_LEVEL0_AXPY_H
#define OP_API_INC_LEVEL0_AXPY_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// self + alpha * other, broadcast; both of one type.
const aclTensor* Axpy(const aclTensor* self, const aclTensor* other, float alpha,
                      aclOpExecutor* executor);
/// Writes into `self`, and returns it.
const aclTensor* AxpyInplace(const aclTensor* self, const aclTensor* other, float alpha,
                             aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_AXPY_H
