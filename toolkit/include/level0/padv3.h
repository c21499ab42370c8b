// l0op::PadV3
#ifndef OP_API_INC_LEVEL0_PADV3_H
#define OP_API_INC_LEVEL0_PADV3_H

#include <string>

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// mode "constant"; with `paddingsContiguous` paddings are (before, after) of each dimension, else
/// all befores and then all afters.
const aclTensor* PadV3(const aclTensor* self, const aclTensor* paddings,
                       const aclTensor* constant_values, const std::string& mode,
                       const bool paddingsContiguous, aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_PADV3_H
