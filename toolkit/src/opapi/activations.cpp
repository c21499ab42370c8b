// Functions between the layers of networks, and their gradients.
#include <cmath>
#include <string>

#include "aclnnop/aclnn_elu.h"
#include "aclnnop/aclnn_elu_backward.h"
#include "aclnnop/aclnn_gelu.h"
#include "aclnnop/aclnn_gelu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "aclnnop/aclnn_hardsigmoid.h"
#include "aclnnop/aclnn_hardsigmoid_backward.h"
#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_hardtanh.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_leaky_relu.h"
#include "aclnnop/aclnn_leaky_relu_backward.h"
#include "aclnnop/aclnn_mish.h"
#include "aclnnop/aclnn_sigmoid_backward.h"
#include "aclnnop/aclnn_silu.h"
#include "aclnnop/aclnn_silu_backward.h"
#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"
#include "aclnnop/aclnn_tanh_backward.h"
#include "opapi/host.h"

using opapi::Map;

namespace {

const double kPi = std::acos(-1.0);

double SigmoidOf(double x) {
    return 1 / (1 + std::exp(-x));
}

/// The part of the normal distribution below x.
double NormalBelow(double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

double Gelu(const double* x) {
    return x[0] * NormalBelow(x[0]);
}

double TanhArgument(double x) {
    return std::sqrt(2 / kPi) * (x + 0.044715 * x * x * x);
}

double GeluByTanh(const double* x) {
    return 0.5 * x[0] * (1 + std::tanh(TanhArgument(x[0])));
}

// Gradients: x[0] is that of the result, x[1] the argument or, where it says so, the result.
double GeluGradient(const double* x) {
    const double density = std::exp(-0.5 * x[1] * x[1]) / std::sqrt(2 * kPi);
    return x[0] * (NormalBelow(x[1]) + x[1] * density);
}

double GeluByTanhGradient(const double* x) {
    const double t = std::tanh(TanhArgument(x[1]));
    const double slope = std::sqrt(2 / kPi) * (1 + 3 * 0.044715 * x[1] * x[1]);
    return x[0] * (0.5 * (1 + t) + 0.5 * x[1] * (1 - t * t) * slope);
}

double Silu(const double* x) {
    return x[0] * SigmoidOf(x[0]);
}

double SiluGradient(const double* x) {
    const double s = SigmoidOf(x[1]);
    return x[0] * s * (1 + x[1] * (1 - s));
}

double SigmoidGradient(const double* x) {  // of the result
    return x[0] * (1 - x[1]) * x[1];
}

double TanhGradient(const double* x) {  // of the result
    return x[0] * (1 - x[1] * x[1]);
}

double LeakyRelu(const double* x) {
    return x[0] > 0 ? x[0] : x[0] * x[1];
}

double LeakyReluGradient(const double* x) {
    return x[1] > 0 ? x[0] : x[0] * x[2];
}

double Elu(const double* x) {  // alpha, scale, scale of the argument
    return x[2] * (x[0] > 0 ? x[0] : x[1] * std::expm1(x[0] * x[3]));
}

double EluGradient(const double* x) {
    return x[0] * x[3] * (x[1] > 0 ? 1 : x[2] * x[4] * std::exp(x[1] * x[4]));
}

double EluGradientOfResult(const double* x) {
    return x[0] * (x[1] > 0 ? x[3] : x[4] * (x[1] + x[2] * x[3]));
}

double Softplus(const double* x) {  // beta, threshold
    return x[0] * x[1] > x[2] ? x[0] : std::log1p(std::exp(x[0] * x[1])) / x[1];
}

double SoftplusGradient(const double* x) {
    return x[1] * x[2] > x[3] ? x[0] : x[0] * SigmoidOf(x[1] * x[2]);
}

double HardTanh(const double* x) {
    return x[0] != x[0] ? x[0] : std::fmin(std::fmax(x[0], x[1]), x[2]);
}

double HardTanhGradient(const double* x) {
    return x[1] > x[2] && x[1] < x[3] ? x[0] : 0;
}

double HardSigmoid(const double* x) {
    return std::fmin(std::fmax(x[0] + 3, 0), 6) / 6;
}

double HardSigmoidGradient(const double* x) {
    return x[1] > -3 && x[1] < 3 ? x[0] / 6 : 0;
}

double HardSwish(const double* x) {
    return x[0] * HardSigmoid(x);
}

double HardSwishGradient(const double* x) {
    return x[0] * (x[1] < -3 ? 0 : x[1] <= 3 ? x[1] / 3 + 0.5 : 1);
}

double Mish(const double* x) {
    return x[0] * std::tanh(std::log1p(std::exp(x[0])));
}

}  // namespace

extern "C" {

#define OPAPI_FUNCTION(Name, Out, function)                              \
    OPAPI_INTERFACE(Name, const aclTensor* self, Out out) {              \
        OPAPI_BEGIN(Name);                                               \
        return Map(#Name, {self}, out, function, nullptr, OPAPI_RESULT); \
    }
/// aclnn<Name>(gradOutput, argument or result, gradInput)
#define OPAPI_GRADIENT(Name, Out, function)                                                    \
    OPAPI_INTERFACE(Name, const aclTensor* gradOutput, const aclTensor* self, Out gradInput) { \
        L2_DFX_PHASE_1(aclnn##Name, DFX_IN(gradOutput, self), DFX_OUT(gradInput));             \
        return Map(#Name, {gradOutput, self}, gradInput, function, nullptr, OPAPI_RESULT);     \
    }

OPAPI_FUNCTION(Gelu, aclTensor*, Gelu)
OPAPI_FUNCTION(Hardsigmoid, aclTensor*, HardSigmoid)
OPAPI_FUNCTION(Hardswish, const aclTensor*, HardSwish)
OPAPI_FUNCTION(Mish, aclTensor*, Mish)
OPAPI_FUNCTION(Silu, aclTensor*, Silu)

OPAPI_GRADIENT(GeluBackward, const aclTensor*, GeluGradient)
OPAPI_GRADIENT(HardsigmoidBackward, aclTensor*, HardSigmoidGradient)
OPAPI_GRADIENT(HardswishBackward, aclTensor*, HardSwishGradient)
OPAPI_GRADIENT(SigmoidBackward, aclTensor*, SigmoidGradient)
OPAPI_GRADIENT(SiluBackward, aclTensor*, SiluGradient)
OPAPI_GRADIENT(TanhBackward, aclTensor*, TanhGradient)

OPAPI_INTERFACE(GeluV2, const aclTensor* x, int64_t approximate, aclTensor* y) {
    OPAPI_BEGIN(GeluV2);
    return Map("GeluV2", {x}, y, approximate == 1 ? GeluByTanh : Gelu, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(GeluBackwardV2, const aclTensor* gradOutput, const aclTensor* self,
                char* approximate, aclTensor* gradInput) {
    OPAPI_BEGIN(GeluBackwardV2);
    const bool by_tanh = approximate != nullptr && std::string(approximate) == "tanh";
    return Map("GeluBackwardV2", {gradOutput, self}, gradInput,
               by_tanh ? GeluByTanhGradient : GeluGradient, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(LeakyRelu, const aclTensor* self, const aclScalar* negativeSlope, aclTensor* out) {
    OPAPI_BEGIN(LeakyRelu);
    return Map("LeakyRelu", {self, negativeSlope}, out, LeakyRelu, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceLeakyRelu, aclTensor* selfRef, const aclScalar* negativeSlope) {
    OPAPI_BEGIN(InplaceLeakyRelu);
    return Map("LeakyRelu", {selfRef, negativeSlope}, selfRef, LeakyRelu, nullptr, OPAPI_RESULT);
}

// With a slope that is positive, argument and result have the same sign.
OPAPI_INTERFACE(LeakyReluBackward, const aclTensor* gradOutput, const aclTensor* self,
                const aclScalar* negativeSlope, bool, aclTensor* out) {
    OPAPI_BEGIN(LeakyReluBackward);
    return Map("LeakyReluBackward", {gradOutput, self, negativeSlope}, out, LeakyReluGradient,
               nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(Elu, const aclTensor* self, const aclScalar* alpha, const aclScalar* scale,
                const aclScalar* inputScale, aclTensor* out) {
    OPAPI_BEGIN(Elu);
    return Map("Elu", {self, alpha, scale, inputScale}, out, Elu, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceElu, aclTensor* selfRef, const aclScalar* alpha, const aclScalar* scale,
                const aclScalar* inputScale) {
    OPAPI_BEGIN(InplaceElu);
    return Map("Elu", {selfRef, alpha, scale, inputScale}, selfRef, Elu, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(EluBackward, const aclTensor* gradOutput, const aclScalar* alpha,
                const aclScalar* scale, const aclScalar* inputScale, bool isResult,
                const aclTensor* selfOrResult, aclTensor* gradInput) {
    OPAPI_BEGIN(EluBackward);
    return Map("EluBackward", {gradOutput, selfOrResult, alpha, scale, inputScale}, gradInput,
               isResult ? EluGradientOfResult : EluGradient, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(Softplus, const aclTensor* self, const aclScalar* beta, const aclScalar* threshold,
                aclTensor* out) {
    OPAPI_BEGIN(Softplus);
    return Map("Softplus", {self, beta, threshold}, out, Softplus, nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(SoftplusBackward, const aclTensor* gradOutput, const aclTensor* self,
                const aclScalar* beta, const aclScalar* threshold, aclTensor* gradInput) {
    OPAPI_BEGIN(SoftplusBackward);
    return Map("SoftplusBackward", {gradOutput, self, beta, threshold}, gradInput, SoftplusGradient,
               nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(Hardtanh, const aclTensor* self, const aclScalar* clipValueMin,
                const aclScalar* clipValueMax, aclTensor* out) {
    OPAPI_BEGIN(Hardtanh);
    return Map("Hardtanh", {self, clipValueMin, clipValueMax}, out, HardTanh, nullptr,
               OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceHardtanh, aclTensor* selfRef, const aclScalar* clipValueMin,
                const aclScalar* clipValueMax) {
    OPAPI_BEGIN(InplaceHardtanh);
    return Map("Hardtanh", {selfRef, clipValueMin, clipValueMax}, selfRef, HardTanh, nullptr,
               OPAPI_RESULT);
}

OPAPI_INTERFACE(HardtanhBackward, const aclTensor* gradOutput, const aclTensor* self,
                const aclScalar* min, const aclScalar* max, aclTensor* out) {
    OPAPI_BEGIN(HardtanhBackward);
    return Map("HardtanhBackward", {gradOutput, self, min, max}, out, HardTanhGradient, nullptr,
               OPAPI_RESULT);
}
}
