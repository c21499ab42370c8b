// Static kernels read again without a restart (CANN's names and prototypes).
#include <climits>
#include <cstdlib>

#include "aclnn/aclnn_base.h"
#include "nnopbase/api_check.h"
#include "nnopbase/static_kernels.h"
#include "runtime/error.h"

extern "C" {

/// Those of ASCEND_OPP_PATH, for programs that installed some.
NNOPBASE_EXPORT aclnnStatus aclnnReselectStaticKernel() {
    nnopbase::StaticKernels::Reload("");
    return OK;
}

/// Those below another directory, `<path>/static_kernel/ai_core`; 161001 for NULL, 161002 for what
/// is none.
NNOPBASE_EXPORT aclnnStatus aclnnReselectStaticKernelWithPath(const char* staticKernelPath) {
    const int code = nnopbase::CheckNotNull(staticKernelPath, "the path of static kernels");
    if (code != OK) {
        return code;
    }
    char path[PATH_MAX];
    if (*staticKernelPath == '\0' || realpath(staticKernelPath, path) == nullptr) {
        return runtime::Fail(ACLNN_ERR_PARAM_INVALID, "there is no path of static kernels \"%s\"",
                             staticKernelPath);
    }
    nnopbase::StaticKernels::Reload(path);
    return OK;
}
}
