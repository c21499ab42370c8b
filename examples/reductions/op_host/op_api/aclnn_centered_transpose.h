// The mean of all elements subtracted from each, and the dimensions permuted.
#ifndef ACLNN_CENTERED_TRANSPOSE_H
#define ACLNN_CENTERED_TRANSPOSE_H

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* x and out: any view, float32, float16, bfloat16 or int32; out has the permuted shape of x. */
__attribute__((visibility("default"))) aclnnStatus
aclnnCenteredTransposeGetWorkspaceSize(const aclTensor* x, const aclIntArray* perm, aclTensor* out,
                                       uint64_t* workspaceSize, aclOpExecutor** executor);

__attribute__((visibility("default"))) aclnnStatus aclnnCenteredTranspose(void* workspace,
                                                                          uint64_t workspaceSize,
                                                                          aclOpExecutor* executor,
                                                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // ACLNN_CENTERED_TRANSPOSE_H
