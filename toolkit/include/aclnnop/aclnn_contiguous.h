// Built-in operators that repack tensors (libopapi.so). They run in the stream as strided copies in
// device memory.
#ifndef ACLNN_CONTIGUOUS_H_
#define ACLNN_CONTIGUOUS_H_

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Copies each tensor of the list, element order of its view, to consecutive memory: the copies
 * follow one another in the workspace, each at a multiple of 512 bytes.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclnnContiguousGetWorkspaceSize(const aclTensorList* tensors,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnContiguous(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

/** Copies each contiguous tensor of `contiguous` into the view of the same index in `views`; needs
 * no workspace. */
ACL_FUNC_VISIBILITY aclnnStatus aclnnViewCopyGetWorkspaceSize(const aclTensorList* contiguous,
                                                              const aclTensorList* views,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
ACL_FUNC_VISIBILITY aclnnStatus aclnnViewCopy(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // ACLNN_CONTIGUOUS_H_
