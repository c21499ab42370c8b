// Reductions along dimensions.
#include "aclnnop/aclnn_all.h"
#include "aclnnop/aclnn_amax.h"
#include "aclnnop/aclnn_amin.h"
#include "aclnnop/aclnn_any.h"
#include "aclnnop/aclnn_max.h"
#include "aclnnop/aclnn_mean.h"
#include "aclnnop/aclnn_min.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "opapi/first_phase.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

using opapi::Tensors;

namespace {

using ReduceFunction = const aclTensor* (*)(const aclTensor*, const aclIntArray*, bool,
                                            aclOpExecutor*);

/// `type` is what is computed in; DT_UNDEFINED: the type of self.
aclnnStatus Reduce(const aclTensor* self, const aclIntArray* dims, bool keep, op::DataType type,
                   const aclTensor* out, ReduceFunction apply, const opapi::Result& result) {
    return opapi::General(
        {{self, type}}, out,
        [=](const Tensors& x, aclOpExecutor* executor) {
            return apply(x[0], dims, keep, executor);
        },
        result);
}

aclnnStatus CheckOutType(const aclTensor* out, aclDataType dtype) {
    if (out == nullptr || out->GetDataType() == op::ToOpDataType(dtype)) {
        return ACLNN_SUCCESS;
    }
    return runtime::Fail(ACLNN_ERR_PARAM_INVALID, "out is of type %s, dtype says %s",
                         op::ToString(out->GetDataType()).GetString(),
                         op::ToString(op::ToOpDataType(dtype)).GetString());
}

const aclTensor* MeanOfAny(const aclTensor* x, const aclIntArray* dims, bool keep,
                           aclOpExecutor* executor) {
    return l0op::ReduceMean(x, dims, keep, false, executor);
}

const aclTensor* MeanOfGiven(const aclTensor* x, const aclIntArray* dims, bool keep,
                             aclOpExecutor* executor) {
    return l0op::ReduceMean(x, dims, keep, true, executor);
}

}  // namespace

extern "C" {

aclnnStatus aclnnReduceSumGetWorkspaceSize(const aclTensor* self, const aclIntArray* dims,
                                           bool keepDims, aclDataType dtype, aclTensor* out,
                                           uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnReduceSum, DFX_IN(self, dims, keepDims, dtype), DFX_OUT(out));
    const aclnnStatus code = CheckOutType(out, dtype);
    return code != ACLNN_SUCCESS ? code
                                 : Reduce(self, dims, keepDims, op::ToOpDataType(dtype), out,
                                          l0op::ReduceSumOp, OPAPI_RESULT);
}

aclnnStatus aclnnMeanGetWorkspaceSize(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                      aclDataType dtype, aclTensor* out, uint64_t* workspaceSize,
                                      aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnMean, DFX_IN(self, dim, keepDim, dtype), DFX_OUT(out));
    const aclnnStatus code = CheckOutType(out, dtype);
    return code != ACLNN_SUCCESS
               ? code
               : Reduce(self, dim, keepDim, op::ToOpDataType(dtype), out, MeanOfAny, OPAPI_RESULT);
}

aclnnStatus aclnnMeanV2GetWorkspaceSize(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                        bool noopWithEmptyAxes, aclTensor* out,
                                        uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnMeanV2, DFX_IN(self, dim, keepDim, noopWithEmptyAxes), DFX_OUT(out));
    return Reduce(self, dim, keepDim, ge::DT_UNDEFINED, out,
                  noopWithEmptyAxes ? MeanOfGiven : MeanOfAny, OPAPI_RESULT);
}

#define OPAPI_REDUCE(Name, apply)                                                                  \
    aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensor* self, const aclIntArray* dim,       \
                                              bool keepDim, aclTensor* out,                        \
                                              uint64_t* workspaceSize, aclOpExecutor** executor) { \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(self, dim, keepDim), DFX_OUT(out));                     \
        return Reduce(self, dim, keepDim, ge::DT_UNDEFINED, out, l0op::apply, OPAPI_RESULT);       \
    }

#define OPAPI_REDUCE_ALL(Name, apply)                                                              \
    aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensor* self, aclTensor* out,               \
                                              uint64_t* workspaceSize, aclOpExecutor** executor) { \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(self), DFX_OUT(out));                                   \
        return Reduce(self, nullptr, false, ge::DT_UNDEFINED, out, l0op::apply, OPAPI_RESULT);     \
    }

OPAPI_REDUCE(All, ReduceAll)
OPAPI_REDUCE(Any, ReduceAny)
OPAPI_REDUCE(Amax, ReduceMax)
OPAPI_REDUCE(Amin, ReduceMin)
OPAPI_REDUCE_ALL(Max, ReduceMax)
OPAPI_REDUCE_ALL(Min, ReduceMin)
}
