// l0op::Sort
#ifndef OP_API_INC_LEVEL0_SORT_H
#define OP_API_INC_LEVEL0_SORT_H

#include <tuple>

#include "aclnn/opdev/common_types.h"

namespace l0op {
/// The sorted values along the last dimension, and where they were; equal ones in their order.
const std::tuple<aclTensor*, aclTensor*> Sort(const aclTensor* self, int64_t dim, bool descending,
                                              bool stable, op::DataType indicesType,
                                              aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_SORT_H
