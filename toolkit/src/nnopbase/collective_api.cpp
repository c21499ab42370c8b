// The part of the individual operator interface that collective operators (MC2) use.
#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "nnopbase/api_check.h"
#include "nnopbase/kernel_executor.h"
#include "runtime/collective_group.h"
#include "runtime/error.h"

#define NNOPBASE_EXPORT __attribute__((visibility("default")))

extern "C" {

enum NnopbaseHcclServerType {
    NNOPBASE_HCCL_SERVER_TYPE_AICPU = 0,
    NNOPBASE_HCCL_SERVER_TYPE_MTE,
    NNOPBASE_HCCL_SERVER_TYPE_CCU,
    NNOPBASE_HCCL_SERVER_TYPE_END
};

/// The groups say all that there is to know.
NNOPBASE_EXPORT aclnnStatus NnopbaseSetMc2(void* const executor) {
    int code = OK;
    nnopbase::FindOp(executor, &code);
    return code;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetHcomGroup(void* const executor, char* const group) {
    int code = OK;
    nnopbase::KernelExecutor* op = nnopbase::FindOp(executor, &code);
    if (op == nullptr) {
        return code;
    }
    if (group == nullptr || !runtime::HasCollectiveGroup(group)) {
        return runtime::Fail(
            ACLNN_ERR_PARAM_INVALID,
            "%s: there is no communicator \"%s\"; HcclGetCommName gives the name of "
            "one that HcclCommInitAll or HcclCommInitRootInfo made",
            op->op_type().c_str(), group == nullptr ? "NULL" : group);
    }
    op->AddGroup();
    return OK;
}

// On one rank it makes no difference which engine serves the communication.
NNOPBASE_EXPORT void NnopbaseSetHcclServerType(void*, NnopbaseHcclServerType) {}

NNOPBASE_EXPORT void NnopbaseSetHcclServerTypeList(void*, NnopbaseHcclServerType*, const uint32_t*,
                                                   size_t) {}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetHcclServerTypeBySocName(void*, NnopbaseHcclServerType*,
                                                               const char* const*, size_t) {
    return OK;
}
}
