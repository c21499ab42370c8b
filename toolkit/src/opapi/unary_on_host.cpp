// Functions of real numbers that no kernel of the toolkit computes.
#include <cmath>

#include "aclnnop/aclnn_acos.h"
#include "aclnnop/aclnn_asin.h"
#include "aclnnop/aclnn_atan.h"
#include "aclnnop/aclnn_cosh.h"
#include "aclnnop/aclnn_erf.h"
#include "aclnnop/aclnn_erfc.h"
#include "aclnnop/aclnn_exp2.h"
#include "aclnnop/aclnn_expm1.h"
#include "aclnnop/aclnn_frac.h"
#include "aclnnop/aclnn_isneginf.h"
#include "aclnnop/aclnn_isposinf.h"
#include "aclnnop/aclnn_log10.h"
#include "aclnnop/aclnn_log1p.h"
#include "aclnnop/aclnn_log2.h"
#include "aclnnop/aclnn_sinh.h"
#include "aclnnop/aclnn_tan.h"
#include "opapi/host.h"

namespace {

double Frac(double x) {
    return x - std::trunc(x);
}

double IsNegInf(double x) {
    return std::isinf(x) && x < 0 ? 1 : 0;
}

double IsPosInf(double x) {
    return std::isinf(x) && x > 0 ? 1 : 0;
}

}  // namespace

extern "C" {

#define OPAPI_REAL_OF(Name, self, out, function, ...)                                            \
    OPAPI_INTERFACE(Name, __VA_ARGS__) {                                                         \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(self), DFX_OUT(out));                                 \
        return opapi::Map(                                                                       \
            #Name, {self}, out, [](const double* x) { return double(function(x[0])); }, nullptr, \
            OPAPI_RESULT);                                                                       \
    }
#define OPAPI_REAL(Name, Out, function) \
    OPAPI_REAL_OF(Name, self, out, function, const aclTensor* self, Out out)
#define OPAPI_REAL_INPLACE(Name, Self, function) \
    OPAPI_REAL_OF(Name, selfRef, selfRef, function, Self selfRef)

OPAPI_REAL(Acos, aclTensor*, std::acos)
OPAPI_REAL(Asin, aclTensor*, std::asin)
OPAPI_REAL(Atan, aclTensor*, std::atan)
OPAPI_REAL(Cosh, aclTensor*, std::cosh)
OPAPI_REAL(Erf, aclTensor*, std::erf)
OPAPI_REAL(Erfc, aclTensor*, std::erfc)
OPAPI_REAL(Exp2, aclTensor*, std::exp2)
OPAPI_REAL(Expm1, aclTensor*, std::expm1)
OPAPI_REAL(Frac, aclTensor*, Frac)
OPAPI_REAL(IsNegInf, aclTensor*, IsNegInf)
OPAPI_REAL(IsPosInf, aclTensor*, IsPosInf)
OPAPI_REAL(Log10, aclTensor*, std::log10)
OPAPI_REAL(Log1p, aclTensor*, std::log1p)
OPAPI_REAL(Log2, const aclTensor*, std::log2)
OPAPI_REAL(Sinh, aclTensor*, std::sinh)
OPAPI_REAL(Tan, aclTensor*, std::tan)

OPAPI_REAL_INPLACE(InplaceAcos, aclTensor*, std::acos)
OPAPI_REAL_INPLACE(InplaceAsin, aclTensor*, std::asin)
OPAPI_REAL_INPLACE(InplaceAtan, aclTensor*, std::atan)
OPAPI_REAL_INPLACE(InplaceCosh, aclTensor*, std::cosh)
OPAPI_REAL_INPLACE(InplaceErf, aclTensor*, std::erf)
OPAPI_REAL_INPLACE(InplaceErfc, const aclTensor*, std::erfc)
OPAPI_REAL_INPLACE(InplaceExp2, aclTensor*, std::exp2)
OPAPI_REAL_INPLACE(InplaceExpm1, aclTensor*, std::expm1)
OPAPI_REAL_INPLACE(InplaceFrac, aclTensor*, Frac)
OPAPI_REAL_INPLACE(InplaceLog10, aclTensor*, std::log10)
OPAPI_REAL_INPLACE(InplaceLog1p, aclTensor*, std::log1p)
OPAPI_REAL_INPLACE(InplaceLog2, const aclTensor*, std::log2)
OPAPI_REAL_INPLACE(InplaceSinh, aclTensor*, std::sinh)
OPAPI_REAL_INPLACE(InplaceTan, const aclTensor*, std::tan)
}
