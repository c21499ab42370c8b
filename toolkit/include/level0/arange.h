// l0op::Arange
#ifndef OP_API_INC_LEVEL0_ARANGE_H
#define OP_API_INC_LEVEL0_ARANGE_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// start + i * step, as many as `out` has elements, of its type and shape.
const aclTensor* Arange(const aclScalar* start, const aclScalar* end, const aclScalar* step,
                        const aclTensor* out, const bool isClosed, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_ARANGE_H
