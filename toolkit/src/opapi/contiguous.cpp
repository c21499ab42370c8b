// libopapi.so: copies between strided views and contiguous memory.
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_contiguous.h"
#include "nnopbase/contiguous_executor.h"
#include "runtime/error.h"

using nnopbase::ContiguousExecutor;
using runtime::Fail;

namespace {

int NullArgument(const char* function) {
    return Fail(ACLNN_ERR_PARAM_NULLPTR, "%s: an argument is NULL", function);
}

int Run(const char* function, void* workspace, uint64_t size, aclOpExecutor* executor,
        aclrtStream stream) {
    auto* copies = dynamic_cast<ContiguousExecutor*>(nnopbase::FindExecutor(executor));
    if (copies == nullptr) {
        return NullArgument(function);
    }
    const int code = copies->Run(workspace, size, stream);
    if (!copies->repeatable()) {
        delete copies;
    }
    return code;
}

}  // namespace

extern "C" {

aclnnStatus aclnnContiguousGetWorkspaceSize(const aclTensorList* tensors, uint64_t* workspaceSize,
                                            aclOpExecutor** executor) {
    if (tensors == nullptr || workspaceSize == nullptr || executor == nullptr) {
        return NullArgument(__func__);
    }
    ContiguousExecutor* copies = ContiguousExecutor::Gather(*tensors);
    if (copies == nullptr) {
        return ACLNN_ERR_PARAM_INVALID;
    }
    *workspaceSize = copies->workspace_size();
    *executor = copies;
    return OK;
}

aclnnStatus aclnnContiguous(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                            aclrtStream stream) {
    return Run(__func__, workspace, workspaceSize, executor, stream);
}

aclnnStatus aclnnViewCopyGetWorkspaceSize(const aclTensorList* contiguous,
                                          const aclTensorList* views, uint64_t* workspaceSize,
                                          aclOpExecutor** executor) {
    if (contiguous == nullptr || views == nullptr || workspaceSize == nullptr ||
        executor == nullptr) {
        return NullArgument(__func__);
    }
    ContiguousExecutor* copies = ContiguousExecutor::Scatter(*contiguous, *views);
    if (copies == nullptr) {
        return ACLNN_ERR_PARAM_INVALID;
    }
    *workspaceSize = 0;
    *executor = copies;
    return OK;
}

aclnnStatus aclnnViewCopy(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                          aclrtStream stream) {
    return Run(__func__, workspace, workspaceSize, executor, stream);
}
}
