// The same operator of each tensor of a list: what optimisers are made of.
#include <cmath>

#include "aclnnop/aclnn_foreach_abs.h"
#include "aclnnop/aclnn_foreach_add_list.h"
#include "aclnnop/aclnn_foreach_add_list_v2.h"
#include "aclnnop/aclnn_foreach_add_scalar.h"
#include "aclnnop/aclnn_foreach_add_scalar_list.h"
#include "aclnnop/aclnn_foreach_add_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcdiv_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcmul_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_copy.h"
#include "aclnnop/aclnn_foreach_div_list.h"
#include "aclnnop/aclnn_foreach_div_scalar.h"
#include "aclnnop/aclnn_foreach_div_scalar_list.h"
#include "aclnnop/aclnn_foreach_div_scalar_v2.h"
#include "aclnnop/aclnn_foreach_exp.h"
#include "aclnnop/aclnn_foreach_lerp_list.h"
#include "aclnnop/aclnn_foreach_lerp_scalar.h"
#include "aclnnop/aclnn_foreach_maximum_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_mul_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar.h"
#include "aclnnop/aclnn_foreach_mul_scalar_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_neg.h"
#include "aclnnop/aclnn_foreach_norm.h"
#include "aclnnop/aclnn_foreach_pow_list.h"
#include "aclnnop/aclnn_foreach_pow_scalar.h"
#include "aclnnop/aclnn_foreach_pow_scalar_and_tensor.h"
#include "aclnnop/aclnn_foreach_pow_scalar_list.h"
#include "aclnnop/aclnn_foreach_pow_scalar_v2.h"
#include "aclnnop/aclnn_foreach_reciprocal.h"
#include "aclnnop/aclnn_foreach_sign.h"
#include "aclnnop/aclnn_foreach_sqrt.h"
#include "aclnnop/aclnn_foreach_sub_list.h"
#include "aclnnop/aclnn_foreach_sub_list_v2.h"
#include "aclnnop/aclnn_foreach_sub_scalar.h"
#include "aclnnop/aclnn_foreach_sub_scalar_list.h"
#include "aclnnop/aclnn_foreach_sub_scalar_v2.h"
#include "aclnnop/aclnn_foreach_zero_inplace.h"
#include "opapi/host.h"
#include "opapi/weighted.h"

using opapi::Addcdiv;
using opapi::Addcmul;
using opapi::HostSteps;
using opapi::Lerp;
using opapi::Operand;
using opapi::RealFunction;

namespace {

/// What of an argument goes with each tensor: a tensor or a number of a list, or one for all.
class Each {
public:
    Each(const aclTensorList* list) : list_(list) {}
    Each(const aclScalarList* list) : numbers_(list) {}
    Each(const aclScalar* number) : single_(number) {}
    /// A tensor of one number, or with `of_each` of one for each tensor of the list.
    Each(const aclTensor* tensor, bool of_each = false) : single_(tensor), of_each_(of_each) {}

    bool is_set() const { return list_ != nullptr || numbers_ != nullptr || single_.is_set(); }
    bool Has(uint64_t number) const {
        return list_ != nullptr      ? number < list_->Size()
               : numbers_ != nullptr ? number < numbers_->Size()
                                     : true;
    }
    Operand At(uint64_t number, HostSteps* steps) const {
        if (list_ != nullptr) {
            return (*list_)[number];
        }
        if (numbers_ != nullptr) {
            return (*numbers_)[number];
        }
        return of_each_ ? steps->Element(single_.tensor, static_cast<int64_t>(number)) : single_;
    }

private:
    const aclTensorList* list_ = nullptr;
    const aclScalarList* numbers_ = nullptr;
    Operand single_ = static_cast<const aclTensor*>(nullptr);
    bool of_each_ = false;
};

aclnnStatus Foreach(const char* name, const std::vector<Each>& arguments, const aclTensorList* out,
                    RealFunction function, const opapi::Result& result) {
    HostSteps steps(name);
    for (const Each& argument : arguments) {
        if (!argument.is_set() || out == nullptr ||
            (out->Size() > 0 && !argument.Has(out->Size() - 1))) {
            steps.Reject("an argument is NULL or shorter than out");
            return steps.Finish(result);
        }
    }
    for (uint64_t i = 0; i < out->Size(); ++i) {
        opapi::Operands operands;
        for (const Each& argument : arguments) {
            operands.push_back(argument.At(i, &steps));
        }
        steps.AddMap(operands, (*out)[i], function);
    }
    return steps.Finish(result);
}

// Functions of a tensor's element and those that go with it.
double Same(const double* x) {
    return x[0];
}
double Abs(const double* x) {
    return std::fabs(x[0]);
}
double Exp(const double* x) {
    return std::exp(x[0]);
}
double Neg(const double* x) {
    return -x[0];
}
double Reciprocal(const double* x) {
    return 1 / x[0];
}
double Sign(const double* x) {
    return x[0] > 0 ? 1 : x[0] < 0 ? -1 : x[0];
}
double Sqrt(const double* x) {
    return std::sqrt(x[0]);
}
double Add(const double* x) {
    return x[0] + x[1];
}
double Sub(const double* x) {
    return x[0] - x[1];
}
double Mul(const double* x) {
    return x[0] * x[1];
}
double Div(const double* x) {
    return x[0] / x[1];
}
double Maximum(const double* x) {
    return x[0] != x[0] || x[0] > x[1] ? x[0] : x[1];
}
double Pow(const double* x) {
    return std::pow(x[0], x[1]);
}
double AddScaled(const double* x) {
    return x[0] + x[2] * x[1];
}
double SubScaled(const double* x) {
    return x[0] - x[2] * x[1];
}

}  // namespace

extern "C" {

#define OPAPI_EACH(Name, function)                                                     \
    OPAPI_INTERFACE(Foreach##Name, const aclTensorList* x, const aclTensorList* out) { \
        OPAPI_BEGIN(Foreach##Name);                                                    \
        return Foreach("Foreach" #Name, {x}, out, function, OPAPI_RESULT);             \
    }
OPAPI_EACH(Abs, Abs)
OPAPI_EACH(Copy, Same)
OPAPI_EACH(Exp, Exp)
OPAPI_EACH(Neg, Neg)
OPAPI_EACH(Reciprocal, Reciprocal)
OPAPI_EACH(Sign, Sign)
OPAPI_EACH(Sqrt, Sqrt)

#define OPAPI_EACH_PAIR(Name, function)                                              \
    OPAPI_INTERFACE(Foreach##Name, const aclTensorList* x1, const aclTensorList* x2, \
                    const aclTensorList* out) {                                      \
        OPAPI_BEGIN(Foreach##Name);                                                  \
        return Foreach("Foreach" #Name, {x1, x2}, out, function, OPAPI_RESULT);      \
    }
OPAPI_EACH_PAIR(DivList, Div)
OPAPI_EACH_PAIR(MaximumList, Maximum)
OPAPI_EACH_PAIR(MulList, Mul)
OPAPI_EACH_PAIR(PowList, Pow)

/// x1 and alpha * x2, the factor as a tensor or as a number.
#define OPAPI_EACH_SCALED(Name, function)                                                   \
    OPAPI_INTERFACE(Foreach##Name, const aclTensorList* x1, const aclTensorList* x2,        \
                    const aclTensor* alpha, const aclTensorList* out) {                     \
        OPAPI_BEGIN(Foreach##Name);                                                         \
        return Foreach("Foreach" #Name, {x1, x2, alpha}, out, function, OPAPI_RESULT);      \
    }                                                                                       \
    OPAPI_INTERFACE(Foreach##Name##V2, const aclTensorList* x1, const aclTensorList* x2,    \
                    const aclScalar* alpha, aclTensorList* out) {                           \
        OPAPI_BEGIN(Foreach##Name##V2);                                                     \
        return Foreach("Foreach" #Name "V2", {x1, x2, alpha}, out, function, OPAPI_RESULT); \
    }
OPAPI_EACH_SCALED(AddList, AddScaled)
OPAPI_EACH_SCALED(SubList, SubScaled)

/// One number for all tensors, as a tensor or as a number, or one for each.
#define OPAPI_EACH_NUMBER(Name, function)                                                      \
    OPAPI_INTERFACE(Foreach##Name, const aclTensorList* x, const aclTensor* scalar,            \
                    const aclTensorList* out) {                                                \
        OPAPI_BEGIN(Foreach##Name);                                                            \
        return Foreach("Foreach" #Name, {x, scalar}, out, function, OPAPI_RESULT);             \
    }                                                                                          \
    OPAPI_INTERFACE(Foreach##Name##V2, const aclTensorList* x, const aclScalar* scalar,        \
                    aclTensorList* out) {                                                      \
        OPAPI_BEGIN(Foreach##Name##V2);                                                        \
        return Foreach("Foreach" #Name "V2", {x, scalar}, out, function, OPAPI_RESULT);        \
    }                                                                                          \
    OPAPI_INTERFACE(Foreach##Name##List, const aclTensorList* x, const aclScalarList* scalars, \
                    const aclTensorList* out) {                                                \
        OPAPI_BEGIN(Foreach##Name##List);                                                      \
        return Foreach("Foreach" #Name "List", {x, scalars}, out, function, OPAPI_RESULT);     \
    }
OPAPI_EACH_NUMBER(AddScalar, Add)
OPAPI_EACH_NUMBER(DivScalar, Div)
OPAPI_EACH_NUMBER(MaximumScalar, Maximum)
OPAPI_EACH_NUMBER(MulScalar, Mul)
OPAPI_EACH_NUMBER(PowScalar, Pow)
OPAPI_EACH_NUMBER(SubScalar, Sub)

/// x1, x2, x3 and a factor: of all, or of each as an element of a tensor.
#define OPAPI_EACH_TRIPLE(Name, Last, factor, function)                                       \
    OPAPI_INTERFACE(Foreach##Name, const aclTensorList* x1, const aclTensorList* x2,          \
                    const aclTensorList* x3, const Last* scalars, const aclTensorList* out) { \
        L2_DFX_PHASE_1(aclnnForeach##Name, DFX_IN(x1, x2, x3, scalars), DFX_OUT(out));        \
        return Foreach("Foreach" #Name, {x1, x2, x3, factor}, out, function, OPAPI_RESULT);   \
    }
OPAPI_EACH_TRIPLE(AddcdivList, aclTensor, Each(scalars, true), Addcdiv)
OPAPI_EACH_TRIPLE(AddcdivScalar, aclTensor, scalars, Addcdiv)
OPAPI_EACH_TRIPLE(AddcdivScalarList, aclTensor, Each(scalars, true), Addcdiv)
OPAPI_EACH_TRIPLE(AddcmulList, aclTensor, Each(scalars, true), Addcmul)
OPAPI_EACH_TRIPLE(AddcmulScalar, aclTensor, scalars, Addcmul)
OPAPI_EACH_TRIPLE(AddcmulScalarList, aclTensor, Each(scalars, true), Addcmul)

OPAPI_INTERFACE(ForeachAddcdivScalarV2, const aclTensorList* x1, const aclTensorList* x2,
                const aclTensorList* x3, const aclScalar* scalar, aclTensorList* out) {
    OPAPI_BEGIN(ForeachAddcdivScalarV2);
    return Foreach("ForeachAddcdivScalarV2", {x1, x2, x3, scalar}, out, Addcdiv, OPAPI_RESULT);
}

OPAPI_INTERFACE(ForeachAddcmulScalarV2, const aclTensorList* x1, const aclTensorList* x2,
                const aclTensorList* x3, const aclScalar* scalar, aclTensorList* out) {
    OPAPI_BEGIN(ForeachAddcmulScalarV2);
    return Foreach("ForeachAddcmulScalarV2", {x1, x2, x3, scalar}, out, Addcmul, OPAPI_RESULT);
}

OPAPI_INTERFACE(ForeachLerpList, const aclTensorList* x1, const aclTensorList* x2,
                const aclTensorList* weight, const aclTensorList* out) {
    OPAPI_BEGIN(ForeachLerpList);
    return Foreach("ForeachLerpList", {x1, x2, weight}, out, Lerp, OPAPI_RESULT);
}

OPAPI_INTERFACE(ForeachLerpScalar, const aclTensorList* x1, const aclTensorList* x2,
                const aclScalar* weight, const aclTensorList* out) {
    OPAPI_BEGIN(ForeachLerpScalar);
    return Foreach("ForeachLerpScalar", {x1, x2, weight}, out, Lerp, OPAPI_RESULT);
}

OPAPI_INTERFACE(ForeachPowScalarAndTensor, const aclScalar* scalar, const aclTensorList* x,
                const aclTensorList* out) {
    OPAPI_BEGIN(ForeachPowScalarAndTensor);
    return Foreach("ForeachPowScalarAndTensor", {scalar, x}, out, Pow, OPAPI_RESULT);
}

OPAPI_INTERFACE(ForeachZeroInplace, const aclTensorList* x) {
    OPAPI_BEGIN(ForeachZeroInplace);
    return Foreach("ForeachZeroInplace", {x}, x, [](const double*) { return 0.0; }, OPAPI_RESULT);
}

OPAPI_INTERFACE(ForeachNorm, const aclTensorList* x, const aclScalar* scalar,
                const aclTensorList* out) {
    OPAPI_BEGIN(ForeachNorm);
    HostSteps steps("ForeachNorm");
    if (x == nullptr || out == nullptr || x->Size() != out->Size()) {
        steps.Reject("a list is NULL, or they differ in length");
        return steps.Finish(OPAPI_RESULT);
    }
    const double order = scalar == nullptr ? 2 : scalar->ToDouble();
    for (uint64_t i = 0; i < x->Size(); ++i) {
        steps.Add({(*x)[i], (*out)[i]}, [order](const l0::Operands& views) {
            l0::WriteReals({opapi::NormOf(l0::ReadReals(views[0]), order)}, views[1]);
        });
    }
    return steps.Finish(OPAPI_RESULT);
}
}
