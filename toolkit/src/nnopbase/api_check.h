// Checks that the functions of the C interface share.
#pragma once

#include "aclnn/aclnn_base.h"
#include "nnopbase/kernel_executor.h"
#include "runtime/error.h"

#define NNOPBASE_EXPORT __attribute__((visibility("default")))

namespace nnopbase {

/// The executor of an operator call; null with a text reported if there is none.
inline KernelExecutor* FindOp(void* executor, int* code) {
    KernelExecutor* kernel_executor =
        dynamic_cast<KernelExecutor*>(nnopbase::FindExecutor(executor));
    *code = OK;
    if (kernel_executor == nullptr) {
        *code = runtime::Fail(
            ACLNN_ERR_PARAM_NULLPTR,
            "executor %p does not exist: NULL, used twice, or never made by phase 1", executor);
    }
    return kernel_executor;
}

inline int CheckNotNull(const void* pointer, const char* name) {
    return pointer != nullptr ? OK : runtime::Fail(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL", name);
}

}  // namespace nnopbase
