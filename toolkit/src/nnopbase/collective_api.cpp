// The part of the individual operator interface that collective operators (MC2) use.
#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "runtime/error.h"

#define NNOPBASE_EXPORT __attribute__((visibility("default")))

extern "C" {

enum NnopbaseHcclServerType {
    NNOPBASE_HCCL_SERVER_TYPE_AICPU = 0,
    NNOPBASE_HCCL_SERVER_TYPE_MTE,
    NNOPBASE_HCCL_SERVER_TYPE_CCU,
    NNOPBASE_HCCL_SERVER_TYPE_END
};

NNOPBASE_EXPORT aclnnStatus NnopbaseSetMc2(void* const) {
    return runtime::Fail(ACLNN_ERR_RUNTIME_ERROR,
                         "operators that communicate inside their kernels (HcclGroup) need several "
                         "devices that exchange "
                         "data; the simulated ones do not");
}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetHcomGroup(void* const executor, char* const) {
    return NnopbaseSetMc2(executor);
}

// Which engine serves the communication makes no difference to an operator that is refused anyway.
NNOPBASE_EXPORT void NnopbaseSetHcclServerType(void*, NnopbaseHcclServerType) {}

NNOPBASE_EXPORT void NnopbaseSetHcclServerTypeList(void*, NnopbaseHcclServerType*, const uint32_t*,
                                                   size_t) {}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetHcclServerTypeBySocName(void*, NnopbaseHcclServerType*,
                                                               const char* const*, size_t) {
    return OK;
}
}
