// l0op::SplitV, l0op::SplitVAiCoreSupport, l0op::IsSplitV2AiCoreSupport
#ifndef OP_API_INC_LEVEL0_SPLIT_V_H
#define OP_API_INC_LEVEL0_SPLIT_V_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Parts of `self` along a dimension, of the given sizes.
const aclTensorList* SplitV(const aclTensor* self, const aclIntArray* splitSize, int64_t dim,
                            aclOpExecutor* executor);
/// Whether an AI core does it in CANN. Here all runs on the host.
bool SplitVAiCoreSupport(const aclTensor* self);
bool IsSplitV2AiCoreSupport(const aclTensor* self, const aclIntArray* splitSize, int64_t dim);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_SPLIT_V_H
