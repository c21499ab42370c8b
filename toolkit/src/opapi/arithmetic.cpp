// Arithmetic of two tensors, or of a tensor and a number.
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_bitwise_and_scalar.h"
#include "aclnnop/aclnn_bitwise_and_tensor.h"
#include "aclnnop/aclnn_bitwise_or_scalar.h"
#include "aclnnop/aclnn_bitwise_or_tensor.h"
#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_maximum.h"
#include "aclnnop/aclnn_minimum.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_pow.h"
#include "aclnnop/aclnn_pow_tensor_tensor.h"
#include "aclnnop/aclnn_rsub.h"
#include "aclnnop/aclnn_sub.h"
#include "opapi/first_phase.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

using opapi::Compute;
using opapi::Operand;
using opapi::Result;
using opapi::Tensors;

namespace {

using BinaryOperator = const aclTensor* (*)(const aclTensor*, const aclTensor*, aclOpExecutor*);

aclnnStatus Binary(const Operand& self, const Operand& other, const aclTensor* out,
                   opapi::TypeRule rule, BinaryOperator apply, const Result& result) {
    return opapi::Elementwise(
        {self, other}, out, rule,
        [apply](const Tensors& x, aclOpExecutor* executor) { return apply(x[0], x[1], executor); },
        result);
}

/// apply(self, alpha * other); with alpha 1, which is the rule, nothing is multiplied.
aclnnStatus Scaled(const Operand& self, const Operand& other, const aclScalar* alpha,
                   const aclTensor* out, BinaryOperator apply, const Result& result) {
    if (alpha == nullptr) {
        return opapi::RequireOperands({alpha});
    }
    const Compute compute = [apply, alpha](const Tensors& x, aclOpExecutor* executor) {
        const aclTensor* right = x[1];
        if (alpha->ToDouble() != 1) {
            const aclTensor* factor = executor->ConvertToTensor(alpha, right->GetDataType());
            right = factor == nullptr ? nullptr : l0op::Mul(right, factor, executor);
        }
        return right == nullptr ? nullptr : apply(x[0], right, executor);
    };
    return opapi::Elementwise({self, other}, out, opapi::SameType, compute, result);
}

/// Mode 0 divides exactly, 1 rounds towards zero, 2 down.
aclnnStatus Divide(const Operand& self, const Operand& other, int mode, const aclTensor* out,
                   const Result& result) {
    switch (mode) {
        case 0:
            return Binary(self, other, out, opapi::FloatingType, l0op::Div, result);
        case 1:
            return Binary(self, other, out, opapi::SameType, l0op::TruncateDiv, result);
        case 2:
            return Binary(self, other, out, opapi::SameType, l0op::FloorDiv, result);
        default:
            return runtime::Fail(ACLNN_ERR_PARAM_INVALID, "there is no division mode %d", mode);
    }
}

}  // namespace

extern "C" {

aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                     const aclScalar* alpha, aclTensor* out,
                                     uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnAdd, DFX_IN(self, other, alpha), DFX_OUT(out));
    return Scaled(self, other, alpha, out, l0op::Add, OPAPI_RESULT);
}

aclnnStatus aclnnAddsGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                      const aclScalar* alpha, aclTensor* out,
                                      uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnAdds, DFX_IN(self, other, alpha), DFX_OUT(out));
    return Scaled(self, other, alpha, out, l0op::Add, OPAPI_RESULT);
}

aclnnStatus aclnnInplaceAddGetWorkspaceSize(const aclTensor* selfRef, const aclTensor* other,
                                            const aclScalar* alpha, uint64_t* workspaceSize,
                                            aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceAdd, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
    return Scaled(selfRef, other, alpha, selfRef, l0op::Add, OPAPI_RESULT);
}

aclnnStatus aclnnInplaceAddsGetWorkspaceSize(const aclTensor* selfRef, const aclScalar* other,
                                             const aclScalar* alpha, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceAdds, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
    return Scaled(selfRef, other, alpha, selfRef, l0op::Add, OPAPI_RESULT);
}

aclnnStatus aclnnSubGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                     const aclScalar* alpha, aclTensor* out,
                                     uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnSub, DFX_IN(self, other, alpha), DFX_OUT(out));
    return Scaled(self, other, alpha, out, l0op::Sub, OPAPI_RESULT);
}

aclnnStatus aclnnSubsGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                      const aclScalar* alpha, aclTensor* out,
                                      uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnSubs, DFX_IN(self, other, alpha), DFX_OUT(out));
    return Scaled(self, other, alpha, out, l0op::Sub, OPAPI_RESULT);
}

aclnnStatus aclnnInplaceSubGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                            const aclScalar* alpha, uint64_t* workspaceSize,
                                            aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceSub, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
    return Scaled(selfRef, other, alpha, selfRef, l0op::Sub, OPAPI_RESULT);
}

aclnnStatus aclnnInplaceSubsGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                             const aclScalar* alpha, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceSubs, DFX_IN(selfRef, other, alpha), DFX_OUT(selfRef));
    return Scaled(selfRef, other, alpha, selfRef, l0op::Sub, OPAPI_RESULT);
}

aclnnStatus aclnnRsubGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                      const aclScalar* alpha, aclTensor* out,
                                      uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnRsub, DFX_IN(self, other, alpha), DFX_OUT(out));
    return Scaled(other, self, alpha, out, l0op::Sub, OPAPI_RESULT);
}

aclnnStatus aclnnRsubsGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                       const aclScalar* alpha, aclTensor* out,
                                       uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnRsubs, DFX_IN(self, other, alpha), DFX_OUT(out));
    return Scaled(other, self, alpha, out, l0op::Sub, OPAPI_RESULT);
}

/// aclnn<Name>(self, other, out) for operands of some types.
#define OPAPI_BINARY(Name, Self, Other, Out, rule, apply)                                          \
    aclnnStatus aclnn##Name##GetWorkspaceSize(Self self, Other other, Out out,                     \
                                              uint64_t* workspaceSize, aclOpExecutor** executor) { \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(self, other), DFX_OUT(out));                            \
        return Binary(self, other, out, opapi::rule, l0op::apply, OPAPI_RESULT);                   \
    }

/// aclnn<Name>(selfRef, other).
#define OPAPI_BINARY_INPLACE(Name, Self, Other, rule, apply)                                      \
    aclnnStatus aclnn##Name##GetWorkspaceSize(Self selfRef, Other other, uint64_t* workspaceSize, \
                                              aclOpExecutor** executor) {                         \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(selfRef, other), DFX_OUT(selfRef));                    \
        return Binary(selfRef, other, selfRef, opapi::rule, l0op::apply, OPAPI_RESULT);           \
    }

OPAPI_BINARY(BitwiseAndTensor, const aclTensor*, const aclTensor*, aclTensor*, SameType, BitwiseAnd)
OPAPI_BINARY(BitwiseOrTensor, const aclTensor*, const aclTensor*, aclTensor*, SameType, BitwiseOr)
OPAPI_BINARY(BitwiseAndScalar, const aclTensor*, const aclScalar*, aclTensor*, SameType, BitwiseAnd)
OPAPI_BINARY(BitwiseOrScalar, const aclTensor*, const aclScalar*, aclTensor*, SameType, BitwiseOr)
OPAPI_BINARY(Mul, const aclTensor*, const aclTensor*, aclTensor*, SameType, Mul)
OPAPI_BINARY(Muls, const aclTensor*, const aclScalar*, aclTensor*, SameType, Mul)
OPAPI_BINARY(Div, const aclTensor*, const aclTensor*, aclTensor*, FloatingType, Div)
OPAPI_BINARY(Divs, const aclTensor*, const aclScalar*, aclTensor*, FloatingType, Div)
OPAPI_BINARY(Maximum, const aclTensor*, const aclTensor*, aclTensor*, SameType, Maximum)
OPAPI_BINARY(Minimum, const aclTensor*, const aclTensor*, aclTensor*, SameType, Minimum)
OPAPI_BINARY(PowTensorScalar, const aclTensor*, const aclScalar*, const aclTensor*, SameType, Pow)
OPAPI_BINARY(PowScalarTensor, const aclScalar*, const aclTensor*, const aclTensor*, SameType, Pow)
OPAPI_BINARY(PowTensorTensor, const aclTensor*, const aclTensor*, aclTensor*, SameType, Pow)

OPAPI_BINARY_INPLACE(InplaceBitwiseAndTensor, const aclTensor*, const aclTensor*, SameType,
                     BitwiseAnd)
OPAPI_BINARY_INPLACE(InplaceBitwiseAndScalar, const aclTensor*, const aclScalar*, SameType,
                     BitwiseAnd)
OPAPI_BINARY_INPLACE(InplaceBitwiseOrScalar, aclTensor*, const aclScalar*, SameType, BitwiseOr)
OPAPI_BINARY_INPLACE(InplaceBitwiseOrTensor, aclTensor*, const aclTensor*, SameType, BitwiseOr)
OPAPI_BINARY_INPLACE(InplaceMul, aclTensor*, const aclTensor*, SameType, Mul)
OPAPI_BINARY_INPLACE(InplaceMuls, aclTensor*, const aclScalar*, SameType, Mul)
OPAPI_BINARY_INPLACE(InplaceDiv, aclTensor*, const aclTensor*, FloatingType, Div)
OPAPI_BINARY_INPLACE(InplaceDivs, aclTensor*, const aclScalar*, FloatingType, Div)
OPAPI_BINARY_INPLACE(InplacePowTensorScalar, const aclTensor*, const aclScalar*, SameType, Pow)
OPAPI_BINARY_INPLACE(InplacePowTensorTensor, const aclTensor*, const aclTensor*, SameType, Pow)

aclnnStatus aclnnDivModGetWorkspaceSize(const aclTensor* self, const aclTensor* other, int mode,
                                        aclTensor* out, uint64_t* workspaceSize,
                                        aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnDivMod, DFX_IN(self, other, mode), DFX_OUT(out));
    return Divide(self, other, mode, out, OPAPI_RESULT);
}

aclnnStatus aclnnDivModsGetWorkspaceSize(const aclTensor* self, const aclScalar* other, int mode,
                                         aclTensor* out, uint64_t* workspaceSize,
                                         aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnDivMods, DFX_IN(self, other, mode), DFX_OUT(out));
    return Divide(self, other, mode, out, OPAPI_RESULT);
}

aclnnStatus aclnnInplaceDivModGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other, int mode,
                                               uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceDivMod, DFX_IN(selfRef, other, mode), DFX_OUT(selfRef));
    return Divide(selfRef, other, mode, selfRef, OPAPI_RESULT);
}

aclnnStatus aclnnInplaceDivModsGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                int mode, uint64_t* workspaceSize,
                                                aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceDivMods, DFX_IN(selfRef, other, mode), DFX_OUT(selfRef));
    return Divide(selfRef, other, mode, selfRef, OPAPI_RESULT);
}
}
