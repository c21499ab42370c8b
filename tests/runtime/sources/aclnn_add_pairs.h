#ifndef ACLNN_ADD_PAIRS_H_
#define ACLNN_ADD_PAIRS_H_

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

__attribute__((visibility("default"))) aclnnStatus aclnnAddPairsGetWorkspaceSize(
    const aclTensor* x, const aclTensor* y, int64_t key, int64_t addend, const aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);
__attribute__((visibility("default"))) aclnnStatus aclnnAddPairs(void* workspace,
                                                                 uint64_t workspaceSize,
                                                                 aclOpExecutor* executor,
                                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
