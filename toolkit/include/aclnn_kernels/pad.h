// l0op::Pad
#ifndef PTA_NPU_OP_API_INC_LEVEL0_OP_PAD_OP_H_
#define PTA_NPU_OP_API_INC_LEVEL0_OP_PAD_OP_H_

#include "aclnn/opdev/make_op_executor.h"
#include "aclnn/opdev/op_executor.h"

namespace l0op {
/// Zeros around the tensor. `paddings`: host tensor of int32 or int64, (before, after) of each
/// dimension.
ACL_FUNC_VISIBILITY const aclTensor* Pad(const aclTensor* self, const aclTensor* paddings,
                                         aclOpExecutor* executor);
}  // namespace l0op

#endif  // PTA_NPU_OP_API_INC_LEVEL0_OP_PAD_OP_H_
