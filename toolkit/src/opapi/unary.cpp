// Functions of single elements.
#include "aclnnop/aclnn_abs.h"
#include "aclnnop/aclnn_bitwise_not.h"
#include "aclnnop/aclnn_ceil.h"
#include "aclnnop/aclnn_cos.h"
#include "aclnnop/aclnn_exp.h"
#include "aclnnop/aclnn_floor.h"
#include "aclnnop/aclnn_isfinite.h"
#include "aclnnop/aclnn_log.h"
#include "aclnnop/aclnn_logical_not.h"
#include "aclnnop/aclnn_neg.h"
#include "aclnnop/aclnn_reciprocal.h"
#include "aclnnop/aclnn_relu.h"
#include "aclnnop/aclnn_round.h"
#include "aclnnop/aclnn_rsqrt.h"
#include "aclnnop/aclnn_sigmoid.h"
#include "aclnnop/aclnn_sign.h"
#include "aclnnop/aclnn_sin.h"
#include "aclnnop/aclnn_sqrt.h"
#include "aclnnop/aclnn_tanh.h"
#include "aclnnop/aclnn_trunc.h"
#include "opapi/first_phase.h"
#include "opapi/l0/built_in.h"

using opapi::Tensors;

namespace {

using UnaryOperator = const aclTensor* (*)(const aclTensor*, aclOpExecutor*);

aclnnStatus Unary(const aclTensor* self, const aclTensor* out, opapi::TypeRule rule,
                  UnaryOperator apply, const opapi::Result& result) {
    return opapi::Elementwise(
        {self}, out, rule,
        [apply](const Tensors& x, aclOpExecutor* executor) { return apply(x[0], executor); },
        result);
}

}  // namespace

extern "C" {

#define OPAPI_UNARY(Name, Out, rule, apply)                                                        \
    aclnnStatus aclnn##Name##GetWorkspaceSize(const aclTensor* self, Out out,                      \
                                              uint64_t* workspaceSize, aclOpExecutor** executor) { \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(self), DFX_OUT(out));                                   \
        return Unary(self, out, opapi::rule, l0op::apply, OPAPI_RESULT);                           \
    }

#define OPAPI_UNARY_INPLACE(Name, Self, rule, apply)                                 \
    aclnnStatus aclnn##Name##GetWorkspaceSize(Self selfRef, uint64_t* workspaceSize, \
                                              aclOpExecutor** executor) {            \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(selfRef), DFX_OUT(selfRef));              \
        return Unary(selfRef, selfRef, opapi::rule, l0op::apply, OPAPI_RESULT);      \
    }

OPAPI_UNARY(Abs, aclTensor*, SameType, Abs)
OPAPI_UNARY(BitwiseNot, aclTensor*, SameType, BitwiseNot)
OPAPI_UNARY(Ceil, aclTensor*, SameType, Ceil)
OPAPI_UNARY(Cos, aclTensor*, FloatingType, Cos)
OPAPI_UNARY(Exp, aclTensor*, FloatingType, Exp)
OPAPI_UNARY(Floor, aclTensor*, SameType, Floor)
OPAPI_UNARY(IsFinite, aclTensor*, SameType, IsFinite)
OPAPI_UNARY(Log, aclTensor*, FloatingType, Log)
OPAPI_UNARY(LogicalNot, aclTensor*, SameType, LogicalNot)
OPAPI_UNARY(Neg, aclTensor*, SameType, Neg)
OPAPI_UNARY(Reciprocal, aclTensor*, FloatingType, Reciprocal)
OPAPI_UNARY(Relu, const aclTensor*, SameType, Relu)
OPAPI_UNARY(Round, aclTensor*, SameType, Round)
OPAPI_UNARY(Rsqrt, aclTensor*, FloatingType, Rsqrt)
OPAPI_UNARY(Sigmoid, aclTensor*, FloatingType, Sigmoid)
OPAPI_UNARY(Sign, aclTensor*, SameType, Sign)
OPAPI_UNARY(Sin, aclTensor*, FloatingType, Sin)
OPAPI_UNARY(Sqrt, aclTensor*, FloatingType, Sqrt)
OPAPI_UNARY(Tanh, aclTensor*, FloatingType, Tanh)
OPAPI_UNARY(Trunc, aclTensor*, SameType, Trunc)

OPAPI_UNARY_INPLACE(InplaceCeil, aclTensor*, SameType, Ceil)
OPAPI_UNARY_INPLACE(InplaceCos, aclTensor*, FloatingType, Cos)
OPAPI_UNARY_INPLACE(InplaceExp, aclTensor*, FloatingType, Exp)
OPAPI_UNARY_INPLACE(InplaceFloor, aclTensor*, SameType, Floor)
OPAPI_UNARY_INPLACE(InplaceLog, aclTensor*, FloatingType, Log)
OPAPI_UNARY_INPLACE(InplaceLogicalNot, aclTensor*, SameType, LogicalNot)
OPAPI_UNARY_INPLACE(InplaceNeg, aclTensor*, SameType, Neg)
OPAPI_UNARY_INPLACE(InplaceReciprocal, const aclTensor*, FloatingType, Reciprocal)
OPAPI_UNARY_INPLACE(InplaceRelu, aclTensor*, SameType, Relu)
OPAPI_UNARY_INPLACE(InplaceRound, const aclTensor*, SameType, Round)
OPAPI_UNARY_INPLACE(InplaceRsqrt, aclTensor*, FloatingType, Rsqrt)
OPAPI_UNARY_INPLACE(InplaceSigmoid, aclTensor*, FloatingType, Sigmoid)
OPAPI_UNARY_INPLACE(InplaceSin, aclTensor*, FloatingType, Sin)
OPAPI_UNARY_INPLACE(InplaceSqrt, aclTensor*, FloatingType, Sqrt)
OPAPI_UNARY_INPLACE(InplaceTanh, aclTensor*, FloatingType, Tanh)
OPAPI_UNARY_INPLACE(InplaceTrunc, aclTensor*, SameType, Trunc)
}
