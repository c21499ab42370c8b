// The part of the individual operator interface that deals with non-contiguous tensors.
#include "aclnn/acl_meta.h"
#include "nnopbase/api_check.h"

using nnopbase::CheckNotNull;
using nnopbase::FindOp;
using nnopbase::KernelExecutor;

extern "C" {

NNOPBASE_EXPORT aclnnStatus NnopbaseGetUnContiguousTensors(void* executor,
                                                           const aclTensorList** inTensors) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || (code = CheckNotNull(inTensors, "a result")) != OK) {
        return code;
    }
    *inTensors = op->view_copies().Views(op->operands());
    return OK;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetUnContExecutor(void* executor, aclOpExecutor* inExe,
                                                      const size_t inWsSize) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op != nullptr) {
        op->view_copies().set_gather(inExe, inWsSize);
    }
    return code;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseGetUnContExecutor(void* executor, aclOpExecutor** inExe,
                                                      size_t* inWsSize) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || inExe == nullptr || inWsSize == nullptr) {
        return op == nullptr ? code : CheckNotNull(nullptr, "a result");
    }
    *inExe = op->view_copies().gather().executor;
    *inWsSize = op->view_copies().gather().workspace;
    return OK;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseGetRefUnContiguousTensors(void* executor,
                                                              const aclTensorList** unContTensors,
                                                              const aclTensorList** contTensors) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || unContTensors == nullptr || contTensors == nullptr) {
        return op == nullptr ? code : CheckNotNull(nullptr, "a result");
    }
    op->view_copies().InPlaceViews(op->operands(), unContTensors, contTensors);
    return OK;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetViewCopyExecutor(void* executor, aclOpExecutor* exe) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op != nullptr) {
        op->view_copies().set_scatter_executor(exe);
    }
    return code;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseGetViewCopyExecutor(void* executor, aclOpExecutor** exe) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || (code = CheckNotNull(exe, "a result")) != OK) {
        return code;
    }
    *exe = op->view_copies().scatter_executor();
    return OK;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseReleaseRefContiguousTensors(void* executor,
                                                                const aclTensorList** tensors) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || (code = CheckNotNull(tensors, "a result")) != OK) {
        return code;
    }
    // A repeatable executor needs them again.
    *tensors = op->repeatable() ? nullptr : op->view_copies().ReleaseStandIns();
    return OK;
}
}
