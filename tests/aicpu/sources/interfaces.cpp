// Interfaces that launch the kernels of the other sources, as public operators do.
#include <string>

#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

namespace {

/// Phase 1: `add` adds the kernels, and returns a status.
template <typename Add>
aclnnStatus Phase1(uint64_t* workspaceSize, aclOpExecutor** executor, const Add& add) {
    auto unique = CREATE_EXECUTOR();
    const aclnnStatus code = add(unique.get());
    if (code == ACLNN_SUCCESS) {
        *workspaceSize = unique->GetWorkspaceSize();
        unique.ReleaseTo(executor);
    }
    return code;
}

aclnnStatus Blend(const aclTensor* x, const aclTensor* bias, const aclTensorList* others,
                  double scale, int64_t shift, bool negate, const char* mode,
                  const aclIntArray* powers, const aclFloatArray* coefficients,
                  const aclBoolArray* signs, const aclTensor* y, aclOpExecutor* executor) {
    static op::internal::AicpuTaskSpace space("AcmeBlend");
    return ADD_TO_LAUNCHER_LIST_AICPU(
        AcmeBlend,
        OP_ATTR_NAMES(
            {"scale", "shift", "negate", "mode", "powers", "coefficients", "signs", "dtype"}),
        OP_INPUT(x, bias, others), OP_OUTPUT(y),
        OP_ATTR(static_cast<float>(scale), shift, negate, std::string(mode), powers, coefficients,
                signs, x->GetDataType()));
}

}  // namespace

extern "C" {

/// Two launches one after the other, with a tensor in the workspace between.
aclnnStatus aclnnBlendTwiceGetWorkspaceSize(const aclTensor* x, const aclTensor* bias,
                                            const aclTensorList* others, double scale,
                                            int64_t shift, bool negate, const char* mode,
                                            const aclIntArray* powers,
                                            const aclFloatArray* coefficients,
                                            const aclBoolArray* signs, const aclTensor* y,
                                            uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnBlendTwice, DFX_IN(x), DFX_OUT(y));
    return Phase1(workspaceSize, executor, [=](aclOpExecutor* owner) {
        const aclTensor* once = owner->AllocTensor(x->GetViewShape(), x->GetDataType());
        const aclnnStatus code = Blend(x, bias, others, scale, shift, negate, mode, powers,
                                       coefficients, signs, once, owner);
        return code != ACLNN_SUCCESS ? code
                                     : Blend(once, bias, others, scale, shift, negate, mode, powers,
                                             coefficients, signs, y, owner);
    });
}

aclnnStatus aclnnGatherAddGetWorkspaceSize(const aclTensor* x, const aclIntArray* indices,
                                           const aclScalar* addend, const aclTensor* y,
                                           uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnGatherAdd, DFX_IN(x), DFX_OUT(y));
    return Phase1(workspaceSize, executor, [=](aclOpExecutor* executor) {
        static op::internal::AicpuTaskSpace space("AcmeGather");
        return ADD_TO_LAUNCHER_LIST_AICPU(AcmeGather, OP_ATTR_NAMES(), OP_INPUT(x, indices, addend),
                                          OP_OUTPUT(y));
    });
}

/// An operator of one input and one output, by its name.
aclnnStatus aclnnByNameGetWorkspaceSize(const char* name, bool computes_shape, const aclTensor* x,
                                        const aclTensor* y, uint64_t* workspaceSize,
                                        aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnByName, DFX_IN(x), DFX_OUT(y));
    return Phase1(workspaceSize, executor, [=](aclOpExecutor* executor) {
        op::internal::AicpuTaskSpace space(
            name, computes_shape ? ge::DEPEND_SHAPE_RANGE : ge::DEPEND_IN_SHAPE);
        return op::internal::CreatAicpuKernelLauncher(
            0, space, executor, OP_ATTR_NAMES(), op::GetOpArgContext(OP_INPUT(x), OP_OUTPUT(y)));
    });
}

aclnnStatus aclnnSubtractGetWorkspaceSize(const aclTensor* x, const aclTensor* y,
                                          const aclTensor* z, uint64_t* workspaceSize,
                                          aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnSubtract, DFX_IN(x, y), DFX_OUT(z));
    return Phase1(workspaceSize, executor, [=](aclOpExecutor* executor) {
        static op::internal::AicpuTaskSpace space("AcmeBroadcast", ge::DEPEND_IN_SHAPE, false);
        return ADD_TO_LAUNCHER_LIST_AICPU(AcmeBroadcast, OP_ATTR_NAMES(), OP_INPUT(x, y),
                                          OP_OUTPUT(z), OP_ATTR());
    });
}

/// One name for two attributes, a tensor among the attributes, a kernel that allocates.
aclnnStatus aclnnWrongGetWorkspaceSize(int64_t which, const aclTensor* x, uint64_t* workspaceSize,
                                       aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnWrong, DFX_IN(x), DFX_OUT(x));
    return Phase1(workspaceSize, executor, [=](aclOpExecutor* executor) {
        op::internal::AicpuTaskSpace space("AcmeGather",
                                           which == 2 ? ge::DEPEND_COMPUTE : ge::DEPEND_IN_SHAPE);
        return which == 0 ? ADD_TO_LAUNCHER_LIST_AICPU(AcmeGather, OP_ATTR_NAMES({"a"}),
                                                       OP_INPUT(x), OP_OUTPUT(x), OP_ATTR(1, 2))
                          : ADD_TO_LAUNCHER_LIST_AICPU(AcmeGather, OP_ATTR_NAMES({"a"}),
                                                       OP_INPUT(x), OP_OUTPUT(x), OP_ATTR(x));
    });
}

#define PHASE_2(name)                                                         \
    aclnnStatus name(void* workspace, uint64_t size, aclOpExecutor* executor, \
                     aclrtStream stream) {                                    \
        L2_DFX_PHASE_2(name);                                                 \
        return CommonOpExecutorRun(workspace, size, executor, stream);        \
    }
PHASE_2(aclnnBlendTwice)
PHASE_2(aclnnGatherAdd)
PHASE_2(aclnnByName)
PHASE_2(aclnnSubtract)
PHASE_2(aclnnWrong)
}
