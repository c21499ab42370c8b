// Comparisons and logic: results are bool, converted to the type of `out`.
#include "aclnnop/aclnn_eq_scalar.h"
#include "aclnnop/aclnn_eq_tensor.h"
#include "aclnnop/aclnn_ge_scalar.h"
#include "aclnnop/aclnn_ge_tensor.h"
#include "aclnnop/aclnn_gt_scalar.h"
#include "aclnnop/aclnn_gt_tensor.h"
#include "aclnnop/aclnn_le_scalar.h"
#include "aclnnop/aclnn_le_tensor.h"
#include "aclnnop/aclnn_logical_and.h"
#include "aclnnop/aclnn_logical_or.h"
#include "aclnnop/aclnn_lt_scalar.h"
#include "aclnnop/aclnn_lt_tensor.h"
#include "aclnnop/aclnn_ne_scalar.h"
#include "aclnnop/aclnn_ne_tensor.h"
#include "opapi/first_phase.h"
#include "opapi/l0/built_in.h"

using opapi::Operand;
using opapi::Result;
using opapi::Tensors;

namespace {

using Comparison = const aclTensor* (*)(const aclTensor*, const aclTensor*, aclOpExecutor*);

aclnnStatus Compare(const Operand& self, const Operand& other, const aclTensor* out,
                    Comparison apply, const Result& result) {
    return opapi::Elementwise(
        {self, other}, out, opapi::SameType,
        [apply](const Tensors& x, aclOpExecutor* executor) { return apply(x[0], x[1], executor); },
        result);
}

}  // namespace

extern "C" {

#define OPAPI_COMPARE(Name, Other, apply)                                                          \
    aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensor* self, Other other, aclTensor* out,  \
                                              uint64_t* workspaceSize, aclOpExecutor** executor) { \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(self, other), DFX_OUT(out));                            \
        return Compare(self, other, out, l0op::apply, OPAPI_RESULT);                               \
    }

#define OPAPI_COMPARE_INPLACE(Name, Self, Other, apply)                                           \
    aclnnStatus aclnn##Name##GetWorkspaceSize(Self selfRef, Other other, uint64_t* workspaceSize, \
                                              aclOpExecutor** executor) {                         \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(selfRef, other), DFX_OUT(selfRef));                    \
        return Compare(selfRef, other, selfRef, l0op::apply, OPAPI_RESULT);                       \
    }

OPAPI_COMPARE(EqTensor, const aclTensor*, Equal)
OPAPI_COMPARE(EqScalar, const aclScalar*, Equal)
OPAPI_COMPARE(NeTensor, const aclTensor*, NotEqual)
OPAPI_COMPARE(NeScalar, const aclScalar*, NotEqual)
OPAPI_COMPARE(GtTensor, const aclTensor*, Greater)
OPAPI_COMPARE(GtScalar, const aclScalar*, Greater)
OPAPI_COMPARE(GeTensor, const aclTensor*, GreaterEqual)
OPAPI_COMPARE(GeScalar, const aclScalar*, GreaterEqual)
OPAPI_COMPARE(LtTensor, const aclTensor*, Less)
OPAPI_COMPARE(LtScalar, const aclScalar*, Less)
OPAPI_COMPARE(LeTensor, const aclTensor*, LessEqual)
OPAPI_COMPARE(LeScalar, const aclScalar*, LessEqual)
OPAPI_COMPARE(LogicalAnd, const aclTensor*, LogicalAnd)
OPAPI_COMPARE(LogicalOr, const aclTensor*, LogicalOr)

OPAPI_COMPARE_INPLACE(InplaceEqTensor, const aclTensor*, const aclTensor*, Equal)
OPAPI_COMPARE_INPLACE(InplaceEqScalar, const aclTensor*, const aclScalar*, Equal)
OPAPI_COMPARE_INPLACE(InplaceNeTensor, aclTensor*, const aclTensor*, NotEqual)
OPAPI_COMPARE_INPLACE(InplaceNeScalar, aclTensor*, const aclScalar*, NotEqual)
OPAPI_COMPARE_INPLACE(InplaceGtTensor, const aclTensor*, const aclTensor*, Greater)
OPAPI_COMPARE_INPLACE(InplaceGtScalar, aclTensor*, const aclScalar*, Greater)
OPAPI_COMPARE_INPLACE(InplaceGeTensor, aclTensor*, const aclTensor*, GreaterEqual)
OPAPI_COMPARE_INPLACE(InplaceGeScalar, aclTensor*, const aclScalar*, GreaterEqual)
OPAPI_COMPARE_INPLACE(InplaceLtTensor, const aclTensor*, const aclTensor*, Less)
OPAPI_COMPARE_INPLACE(InplaceLtScalar, const aclTensor*, const aclScalar*, Less)
OPAPI_COMPARE_INPLACE(InplaceLeTensor, aclTensor*, const aclTensor*, LessEqual)
OPAPI_COMPARE_INPLACE(InplaceLeScalar, aclTensor*, const aclScalar*, LessEqual)
OPAPI_COMPARE_INPLACE(InplaceLogicalAnd, aclTensor*, const aclTensor*, LogicalAnd)
OPAPI_COMPARE_INPLACE(InplaceLogicalOr, aclTensor*, const aclTensor*, LogicalOr)
}
