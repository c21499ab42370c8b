// l0op::ConcatD
#ifndef OP_API_INC_LEVEL0_CONCAT_H
#define OP_API_INC_LEVEL0_CONCAT_H

#include "aclnn/opdev/common_types.h"

namespace l0op {
/// Tensors of one type, joined along a dimension; cast to `outDtype` if it is given.
aclTensor* ConcatD(const aclTensorList* inputs, int64_t dim, op::DataType outDtype,
                   aclOpExecutor* executor);
aclTensor* ConcatD(const aclTensorList* inputs, int64_t dim, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_CONCAT_H
