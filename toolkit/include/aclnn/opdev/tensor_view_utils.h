// Views of tensors.
#ifndef OP_API_COMMON_INC_OP_DEV_TENSOR_VIEW_UTILS_H
#define OP_API_COMMON_INC_OP_DEV_TENSOR_VIEW_UTILS_H

#include "common_types.h"

namespace op {
/// Whether the elements are consecutive in memory, in their order. True for null, for empty tensors
/// and for private formats.
ACL_FUNC_VISIBILITY bool IsContiguous(const aclTensor* tensor);

/// Whether the elements of the view fill one piece of memory without gaps, in whatever order of the
/// dimensions; of a list: all in the same order.
ACL_FUNC_VISIBILITY bool CanPickViewAsContiguous(const aclTensor* tensor);
ACL_FUNC_VISIBILITY bool CanPickViewAsContiguous(
    std::initializer_list<const aclTensor*> tensorList);

/// Whether the view lies inside its storage.
ACL_FUNC_VISIBILITY bool Validate(const aclTensor* tensor);
}  // namespace op

#endif  // OP_API_COMMON_INC_OP_DEV_TENSOR_VIEW_UTILS_H
