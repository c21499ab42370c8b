// l0op::Topk
#ifndef OP_API_INC_LEVEL0_TOPK_H
#define OP_API_INC_LEVEL0_TOPK_H

#include <tuple>

#include "aclnn/opdev/common_types.h"

namespace l0op {
/// The `k` largest, or least, values along the last dimension, sorted, and where they were.
std::tuple<aclTensor*, aclTensor*> Topk(const aclTensor* self, int64_t k, int64_t dim, bool largest,
                                        bool sorted, op::DataType indicesDType,
                                        aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_TOPK_H
