// An interface written by hand: its kernel takes contiguous float32 tensors, its user gives others.
#include "aclnn_centered_transpose.h"

#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/transpose.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

namespace l0op {
OP_TYPE_REGISTER(SubtractMean);

static const aclTensor* SubtractMean(const aclTensor* x, aclOpExecutor* executor) {
    L0_DFX(SubtractMean, x);
    aclTensor* y = executor->AllocTensor(op::DataType::DT_FLOAT, x->GetStorageFormat(),
                                         x->GetOriginalFormat());
    CHECK_RET(INFER_SHAPE(SubtractMean, OP_INPUT(x), OP_OUTPUT(y)) == ACLNN_SUCCESS, nullptr);
    CHECK_RET(ADD_TO_LAUNCHER_LIST_AICORE(SubtractMean, OP_INPUT(x), OP_OUTPUT(y)) == ACLNN_SUCCESS,
              nullptr);
    return y;
}
}  // namespace l0op

static const std::initializer_list<op::DataType> SUPPORTED = {
    op::DataType::DT_FLOAT, op::DataType::DT_FLOAT16, op::DataType::DT_BF16,
    op::DataType::DT_INT32};

static bool CheckParameters(const aclTensor* x, const aclIntArray* perm, const aclTensor* out) {
    OP_CHECK_NULL(x, return false);
    OP_CHECK_NULL(perm, return false);
    OP_CHECK_NULL(out, return false);
    OP_CHECK_DTYPE_NOT_SUPPORT(x, SUPPORTED, return false);
    OP_CHECK_DTYPE_NOT_SUPPORT(out, SUPPORTED, return false);
    OP_CHECK_WRONG_DIMENSION(x, perm->Size(), return false);
    return true;
}

aclnnStatus aclnnCenteredTransposeGetWorkspaceSize(const aclTensor* x, const aclIntArray* perm,
                                                   aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnCenteredTranspose, DFX_IN(x, perm), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    CHECK_RET(CheckParameters(x, perm, out), ACLNN_ERR_PARAM_INVALID);
    if (x->IsEmpty()) {
        *workspaceSize = 0;
        unique.ReleaseTo(executor);
        return ACLNN_SUCCESS;
    }
    const aclTensor* contiguous = l0op::Contiguous(x, unique.get());
    CHECK_RET(contiguous != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor* real = l0op::Cast(contiguous, op::DataType::DT_FLOAT, unique.get());
    CHECK_RET(real != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor* centered = l0op::SubtractMean(real, unique.get());
    CHECK_RET(centered != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor* permuted = l0op::Transpose(centered, perm, unique.get());
    CHECK_RET(permuted != nullptr, ACLNN_ERR_INNER_NULLPTR);
    OP_CHECK_SHAPE_NOT_EQUAL(out, permuted, return ACLNN_ERR_PARAM_INVALID);
    const aclTensor* result = l0op::Cast(permuted, out->GetDataType(), unique.get());
    CHECK_RET(result != nullptr, ACLNN_ERR_INNER_NULLPTR);
    CHECK_RET(l0op::ViewCopy(result, out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnCenteredTranspose(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnCenteredTranspose);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
