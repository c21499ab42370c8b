// Copies between tensors that are no operators.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_FRAMEWORK_OP_H
#define OP_API_OP_API_COMMON_INC_OPDEV_FRAMEWORK_OP_H

#include "aclnn/acl_meta.h"

namespace op {
/// A device tensor in the workspace, filled with the host tensor's values when the executor runs.
/// Null with an error reported if it cannot be.
ACL_FUNC_VISIBILITY const aclTensor* CopyToNpu(const aclTensor* src, aclOpExecutor* executor);
/// The same; the host values may change as soon as the run returns.
ACL_FUNC_VISIBILITY const aclTensor* CopyToNpuSync(const aclTensor* src, aclOpExecutor* executor);
/// Copies as many bytes as both have.
ACL_FUNC_VISIBILITY aclnnStatus CopyNpuToNpu(const aclTensor* src, const aclTensor* dst,
                                             aclOpExecutor* executor);
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_FRAMEWORK_OP_H
