// The part of the individual operator interface that records profiles. Phases are not recorded:
// time stamps are zero, as in CANN with profiling off.
#include <cstdint>

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "nnopbase/api_check.h"

using nnopbase::CheckNotNull;
using nnopbase::FindOp;

extern "C" {

typedef struct {
    uint32_t id;
    const char* funcName;
    bool hasReg;
} NnopbaseDfxId;

NNOPBASE_EXPORT uint64_t NnopbaseMsprofSysTime() {
    return 0;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddTilingId(void* executor, NnopbaseDfxId* tilingId) {
    int code = OK;
    return FindOp(executor, &code) == nullptr ? code : CheckNotNull(tilingId, "tiling id");
}

NNOPBASE_EXPORT void NnopbaseReportApiInfo(const uint64_t, NnopbaseDfxId&) {}

NNOPBASE_EXPORT void NnopbaseReportLaunchInfo(const uint64_t, const char* const) {}

NNOPBASE_EXPORT aclnnStatus NnopbaseReportAicpuAdditionInfo(const uint64_t, const char* const) {
    return OK;
}
}
