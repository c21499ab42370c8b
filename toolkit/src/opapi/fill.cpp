// Constants, copies and conversions.
#include "aclnn/opdev/shape_utils.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_fill_tensor.h"
#include "aclnnop/aclnn_ones.h"
#include "aclnnop/aclnn_zero.h"
#include "opapi/first_phase.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

using opapi::Tensors;
using runtime::Fail;

namespace {

aclIntArray* DimsOf(const aclTensor& tensor, aclOpExecutor* executor) {
    const op::ShapeVector dims = op::ToShapeVector(tensor.GetViewShape());
    return executor->AllocIntArray(dims.data(), dims.size());
}

/// The value, broadcast over `target` and converted to its type.
aclnnStatus Assign(const aclTensor* target, const aclTensor* value, const opapi::Result& result) {
    return opapi::General(
        {{value, ge::DT_UNDEFINED}}, target,
        [target](const Tensors& x, aclOpExecutor* executor) {
            return l0op::BroadcastTo(x[0], DimsOf(*target, executor), executor);
        },
        result);
}

aclnnStatus AssignNumber(const aclTensor* target, const aclScalar* value,
                         const opapi::Result& result) {
    const aclnnStatus code = opapi::RequireOperands({target, value});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::General(
        {}, target,
        [target, value](const Tensors&, aclOpExecutor* executor) {
            const aclTensor* number = executor->ConvertToTensor(value, target->GetDataType());
            return number == nullptr
                       ? nullptr
                       : l0op::Fill(nullptr, number, DimsOf(*target, executor), executor);
        },
        result);
}

aclnnStatus AssignNumber(const aclTensor* target, float value, const opapi::Result& result) {
    const aclScalar number(&value, ge::DT_FLOAT);
    return AssignNumber(target, &number, result);
}

}  // namespace

extern "C" {

aclnnStatus aclnnCastGetWorkspaceSize(const aclTensor* self, const aclDataType dtype,
                                      aclTensor* out, uint64_t* workspaceSize,
                                      aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnCast, DFX_IN(self, dtype), DFX_OUT(out));
    if (out != nullptr && out->GetDataType() != op::ToOpDataType(dtype)) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "out is of type %s, dtype says %s",
                    op::ToString(out->GetDataType()).GetString(),
                    op::ToString(op::ToOpDataType(dtype)).GetString());
    }
    return opapi::General(
        {{self, ge::DT_UNDEFINED}}, out, [](const Tensors& x, aclOpExecutor*) { return x[0]; },
        OPAPI_RESULT);
}

aclnnStatus aclnnInplaceCopyGetWorkspaceSize(aclTensor* selfRef, const aclTensor* src,
                                             uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceCopy, DFX_IN(selfRef, src), DFX_OUT(selfRef));
    return Assign(selfRef, src, OPAPI_RESULT);
}

aclnnStatus aclnnInplaceFillScalarGetWorkspaceSize(aclTensor* selfRef, const aclScalar* value,
                                                   uint64_t* workspaceSize,
                                                   aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceFillScalar, DFX_IN(selfRef, value), DFX_OUT(selfRef));
    return AssignNumber(selfRef, value, OPAPI_RESULT);
}

aclnnStatus aclnnInplaceFillTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* value,
                                                   uint64_t* workspaceSize,
                                                   aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceFillTensor, DFX_IN(selfRef, value), DFX_OUT(selfRef));
    if (value != nullptr && value->Numel() != 1) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "value has %lld elements, it should have one",
                    static_cast<long long>(value->Numel()));
    }
    return Assign(selfRef, value, OPAPI_RESULT);
}

aclnnStatus aclnnInplaceOneGetWorkspaceSize(const aclTensor* selfRef, uint64_t* workspaceSize,
                                            aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceOne, DFX_IN(selfRef), DFX_OUT(selfRef));
    return AssignNumber(selfRef, 1.0F, OPAPI_RESULT);
}

aclnnStatus aclnnInplaceZeroGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceZero, DFX_IN(selfRef), DFX_OUT(selfRef));
    return AssignNumber(selfRef, 0.0F, OPAPI_RESULT);
}
}
