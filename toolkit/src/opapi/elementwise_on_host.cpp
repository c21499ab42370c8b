// Functions of the elements of several tensors and numbers.
#include <cmath>

#include "aclnnop/aclnn_addcdiv.h"
#include "aclnnop/aclnn_addcmul.h"
#include "aclnnop/aclnn_bitwise_xor_scalar.h"
#include "aclnnop/aclnn_bitwise_xor_tensor.h"
#include "aclnnop/aclnn_clamp.h"
#include "aclnnop/aclnn_equal.h"
#include "aclnnop/aclnn_floor_divide.h"
#include "aclnnop/aclnn_fmod_scalar.h"
#include "aclnnop/aclnn_fmod_tensor.h"
#include "aclnnop/aclnn_isclose.h"
#include "aclnnop/aclnn_lerp_scalar.h"
#include "aclnnop/aclnn_lerp_tensor.h"
#include "aclnnop/aclnn_logical_xor.h"
#include "aclnnop/aclnn_masked_fill_scalar.h"
#include "aclnnop/aclnn_masked_fill_tensor.h"
#include "aclnnop/aclnn_nan_to_num.h"
#include "aclnnop/aclnn_remainder.h"
#include "opapi/host.h"
#include "opapi/weighted.h"

using nnopbase::View;
using opapi::Addcdiv;
using opapi::Addcmul;
using opapi::Lerp;
using opapi::Map;
using opapi::RealFunction;
using opapi::WholeFunction;

namespace {

double Remainder(const double* x) {
    const double rest = std::fmod(x[0], x[1]);
    return rest != 0 && (rest < 0) != (x[1] < 0) ? rest + x[1] : rest;
}

/// 0 if the divisor is, as there is no other number for it.
int64_t WholeFmod(const int64_t* x) {
    return x[1] == 0 || x[1] == -1 ? 0 : x[0] % x[1];
}

int64_t WholeRemainder(const int64_t* x) {
    const int64_t rest = WholeFmod(x);
    return rest != 0 && (rest < 0) != (x[1] < 0) ? rest + x[1] : rest;
}

double Fmod(const double* x) {
    return std::fmod(x[0], x[1]);
}

double FloorDivide(const double* x) {
    return std::floor(x[0] / x[1]);
}

int64_t WholeFloorDivide(const int64_t* x) {
    if (x[1] == 0 || x[1] == -1) {
        return x[1] == 0 ? 0 : static_cast<int64_t>(-static_cast<uint64_t>(x[0]));
    }
    return x[0] / x[1] - (WholeFmod(x) != 0 && (x[0] < 0) != (x[1] < 0) ? 1 : 0);
}

int64_t WholeAddProduct(const int64_t* x) {
    const auto bits = [x](int i) { return static_cast<uint64_t>(x[i]); };
    return static_cast<int64_t>(bits(0) + bits(3) * bits(1) * bits(2));
}

double Xor(const double* x) {
    return (x[0] != 0) != (x[1] != 0) ? 1 : 0;
}

int64_t WholeXor(const int64_t* x) {
    return x[0] ^ x[1];
}

template <typename T>
T Largest(const T* x) {
    return x[0] != x[0] || x[0] > x[1] ? x[0] : x[1];
}

template <typename T>
T Smallest(const T* x) {
    return x[0] != x[0] || x[0] < x[1] ? x[0] : x[1];
}

template <typename T>
T Clamped(const T* x) {
    const T raised[] = {Largest(x), x[2]};
    return Smallest(raised);
}

/// x[0], or x[2] where x[1] says so.
template <typename T>
T Masked(const T* x) {
    return x[1] != 0 ? x[2] : x[0];
}

aclnnStatus Clamp(const opapi::Operand& self, const opapi::Operand& low, const opapi::Operand& high,
                  const aclTensor* out, const opapi::Result& result) {
    if (low.is_set() && high.is_set()) {
        return Map("Clamp", {self, low, high}, out, Clamped<double>, Clamped<int64_t>, result);
    }
    return low.is_set()
               ? Map("ClampMin", {self, low}, out, Largest<double>, Largest<int64_t>, result)
               : Map("ClampMax", {self, high}, out, Smallest<double>, Smallest<int64_t>, result);
}

RealFunction CloseWithin(double rtol, double atol, bool equal_nan) {
    return [=](const double* x) {
        const bool both_nan = x[0] != x[0] && x[1] != x[1];
        const bool close =
            x[0] == x[1] || (std::isfinite(x[0]) && std::isfinite(x[1]) &&
                             std::fabs(x[0] - x[1]) <= atol + rtol * std::fabs(x[1]));
        return close || (both_nan && equal_nan) ? 1.0 : 0.0;
    };
}

}  // namespace

extern "C" {

/// aclnn<Name>(self, other, out) and aclnn<Inplace>(selfRef, other).
#define OPAPI_PAIR(Name, Self, Other, Out, real, whole)                   \
    OPAPI_INTERFACE(Name, Self self, Other other, Out out) {              \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(self, other), DFX_OUT(out));   \
        return Map(#Name, {self, other}, out, real, whole, OPAPI_RESULT); \
    }
#define OPAPI_PAIR_INPLACE(Name, Other, real, whole)                             \
    OPAPI_INTERFACE(Name, aclTensor* selfRef, Other other) {                     \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(selfRef, other), DFX_OUT());          \
        return Map(#Name, {selfRef, other}, selfRef, real, whole, OPAPI_RESULT); \
    }

OPAPI_PAIR(BitwiseXorTensor, const aclTensor*, const aclTensor*, aclTensor*, Xor, WholeXor)
OPAPI_PAIR(BitwiseXorScalar, const aclTensor*, const aclScalar*, aclTensor*, Xor, WholeXor)
OPAPI_PAIR(FloorDivide, const aclTensor*, const aclTensor*, aclTensor*, FloorDivide,
           WholeFloorDivide)
OPAPI_PAIR(FloorDivides, const aclTensor*, const aclScalar*, aclTensor*, FloorDivide,
           WholeFloorDivide)
OPAPI_PAIR(FmodTensor, const aclTensor*, const aclTensor*, aclTensor*, Fmod, WholeFmod)
OPAPI_PAIR(FmodScalar, const aclTensor*, const aclScalar*, aclTensor*, Fmod, WholeFmod)
OPAPI_PAIR(LogicalXor, const aclTensor*, const aclTensor*, aclTensor*, Xor, nullptr)
OPAPI_PAIR(RemainderTensorTensor, const aclTensor*, const aclTensor*, aclTensor*, Remainder,
           WholeRemainder)
OPAPI_PAIR(RemainderTensorScalar, const aclTensor*, const aclScalar*, aclTensor*, Remainder,
           WholeRemainder)
OPAPI_PAIR(RemainderScalarTensor, const aclScalar*, const aclTensor*, aclTensor*, Remainder,
           WholeRemainder)

OPAPI_PAIR_INPLACE(InplaceBitwiseXorTensor, const aclTensor*, Xor, WholeXor)
OPAPI_PAIR_INPLACE(InplaceBitwiseXorScalar, const aclScalar*, Xor, WholeXor)
OPAPI_PAIR_INPLACE(InplaceFloorDivide, const aclTensor*, FloorDivide, WholeFloorDivide)
OPAPI_PAIR_INPLACE(InplaceFloorDivides, const aclScalar*, FloorDivide, WholeFloorDivide)
OPAPI_PAIR_INPLACE(InplaceFmodTensor, const aclTensor*, Fmod, WholeFmod)
OPAPI_PAIR_INPLACE(InplaceFmodScalar, const aclScalar*, Fmod, WholeFmod)
OPAPI_PAIR_INPLACE(InplaceRemainderTensorTensor, const aclTensor*, Remainder, WholeRemainder)
OPAPI_PAIR_INPLACE(InplaceRemainderTensorScalar, const aclScalar*, Remainder, WholeRemainder)

OPAPI_INTERFACE(Addcmul, const aclTensor* self, const aclTensor* tensor1, const aclTensor* tensor2,
                const aclScalar* value, aclTensor* out) {
    OPAPI_BEGIN(Addcmul);
    return Map("Addcmul", {self, tensor1, tensor2, value}, out, Addcmul, WholeAddProduct,
               OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceAddcmul, const aclTensor* selfRef, const aclTensor* tensor1,
                const aclTensor* tensor2, const aclScalar* value) {
    OPAPI_BEGIN(InplaceAddcmul);
    return Map("Addcmul", {selfRef, tensor1, tensor2, value}, selfRef, Addcmul, WholeAddProduct,
               OPAPI_RESULT);
}

OPAPI_INTERFACE(Addcdiv, const aclTensor* self, const aclTensor* tensor1, const aclTensor* tensor2,
                const aclScalar* value, const aclTensor* out) {
    OPAPI_BEGIN(Addcdiv);
    return Map("Addcdiv", {self, tensor1, tensor2, value}, out, Addcdiv, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceAddcdiv, const aclTensor* selfRef, const aclTensor* tensor1,
                const aclTensor* tensor2, const aclScalar* value) {
    OPAPI_BEGIN(InplaceAddcdiv);
    return Map("Addcdiv", {selfRef, tensor1, tensor2, value}, selfRef, Addcdiv, nullptr,
               OPAPI_RESULT);
}

OPAPI_INTERFACE(Lerp, const aclTensor* self, const aclTensor* end, const aclTensor* weight,
                aclTensor* out) {
    OPAPI_BEGIN(Lerp);
    return Map("Lerp", {self, end, weight}, out, Lerp, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(Lerps, const aclTensor* self, const aclTensor* end, const aclScalar* weight,
                aclTensor* out) {
    OPAPI_BEGIN(Lerps);
    return Map("Lerps", {self, end, weight}, out, Lerp, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceLerp, aclTensor* selfRef, const aclTensor* end, const aclTensor* weight) {
    OPAPI_BEGIN(InplaceLerp);
    return Map("Lerp", {selfRef, end, weight}, selfRef, Lerp, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceLerps, aclTensor* selfRef, const aclTensor* end, const aclScalar* weight) {
    OPAPI_BEGIN(InplaceLerps);
    return Map("Lerps", {selfRef, end, weight}, selfRef, Lerp, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(Clamp, const aclTensor* self, const aclScalar* clipValueMin,
                const aclScalar* clipValueMax, aclTensor* out) {
    OPAPI_BEGIN(Clamp);
    return Clamp(self, clipValueMin, clipValueMax, out, OPAPI_RESULT);
}

OPAPI_INTERFACE(ClampTensor, const aclTensor* self, const aclTensor* clipValueMin,
                const aclTensor* clipValueMax, aclTensor* out) {
    OPAPI_BEGIN(ClampTensor);
    return Clamp(self, clipValueMin, clipValueMax, out, OPAPI_RESULT);
}

OPAPI_PAIR(ClampMin, const aclTensor*, const aclScalar*, aclTensor*, Largest<double>,
           Largest<int64_t>)
OPAPI_PAIR(ClampMinTensor, const aclTensor*, const aclTensor*, aclTensor*, Largest<double>,
           Largest<int64_t>)
OPAPI_PAIR(ClampMax, const aclTensor*, const aclScalar*, aclTensor*, Smallest<double>,
           Smallest<int64_t>)
OPAPI_PAIR(ClampMaxTensor, const aclTensor*, const aclTensor*, aclTensor*, Smallest<double>,
           Smallest<int64_t>)
OPAPI_PAIR_INPLACE(InplaceClampMinTensor, const aclTensor*, Largest<double>, Largest<int64_t>)
OPAPI_PAIR_INPLACE(InplaceClampMaxTensor, const aclTensor*, Smallest<double>, Smallest<int64_t>)

OPAPI_INTERFACE(InplaceClampMax, const aclTensor* selfRef, const aclScalar* clipValueMax) {
    OPAPI_BEGIN(InplaceClampMax);
    return Map("ClampMax", {selfRef, clipValueMax}, selfRef, Smallest<double>, Smallest<int64_t>,
               OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceMaskedFillScalar, aclTensor* selfRef, const aclTensor* mask,
                const aclScalar* value) {
    OPAPI_BEGIN(InplaceMaskedFillScalar);
    return Map("MaskedFill", {selfRef, mask, value}, selfRef, Masked<double>, Masked<int64_t>,
               OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceMaskedFillTensor, aclTensor* selfRef, const aclTensor* mask,
                const aclTensor* value) {
    OPAPI_BEGIN(InplaceMaskedFillTensor);
    return Map("MaskedFill", {selfRef, mask, value}, selfRef, Masked<double>, Masked<int64_t>,
               OPAPI_RESULT);
}

OPAPI_INTERFACE(IsClose, const aclTensor* self, const aclTensor* other, double rtol, double atol,
                bool equal_nan, aclTensor* out) {
    OPAPI_BEGIN(IsClose);
    return Map("IsClose", {self, other}, out, CloseWithin(rtol, atol, equal_nan), nullptr,
               OPAPI_RESULT);
}

OPAPI_INTERFACE(NanToNum, const aclTensor* self, float nan, float posinf, float neginf,
                aclTensor* out) {
    OPAPI_BEGIN(NanToNum);
    return Map(
        "NanToNum", {self}, out,
        [=](const double* x) {
            return x[0] != x[0] ? nan : !std::isinf(x[0]) ? x[0] : x[0] > 0 ? posinf : neginf;
        },
        [](const int64_t* x) { return x[0]; }, OPAPI_RESULT);
}

OPAPI_INTERFACE(Equal, const aclTensor* self, const aclTensor* other, aclTensor* out) {
    OPAPI_BEGIN(Equal);
    const aclnnStatus code = opapi::RequireOperands({self, other, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::OnHost(
        "Equal", {self, other, out},
        [](const l0::Operands& views) {
            const bool same = views[0].shape == views[1].shape &&
                              l0::ReadReals(views[0]) == l0::ReadReals(views[1]);
            l0::WriteWholes({same ? 1 : 0}, views[2]);
        },
        OPAPI_RESULT);
}
}
