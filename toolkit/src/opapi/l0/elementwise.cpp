// Operators that compute element by element.
#include <cmath>

#include "aclnn/opdev/shape_utils.h"
#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "opapi/l0/ai_core.h"
#include "opapi/l0/built_in.h"

using l0::Reject;
using nnopbase::View;

namespace l0op {
namespace {

/// An operator as a function of doubles and one of integers, for types of either kind; of those
/// that give what they take, a package may have a kernel (`kernel`, else named as the operator).
template <typename Real, typename Whole>
const aclTensor* Binary(const char* name, const aclTensor* self, const aclTensor* other,
                        aclOpExecutor* executor, Real real, Whole whole,
                        ge::DataType type = ge::DT_UNDEFINED, const char* kernel = nullptr) {
    op::Shape shape;
    if (self == nullptr || other == nullptr || self->GetDataType() != other->GetDataType() ||
        !l0::IsNumber(self->GetDataType()) ||
        !op::BroadcastInferShape(self->GetViewShape(), other->GetViewShape(), shape)) {
        return Reject(name, "the tensors are null, differ in type, or do not broadcast");
    }
    if (type == ge::DT_UNDEFINED) {
        type = self->GetDataType();
        aclTensor* result = nullptr;
        if (l0::ElementwiseOnAiCore(kernel == nullptr ? name : kernel, {self, other}, shape,
                                    executor, &result)) {
            return result;
        }
    }
    aclTensor* y = executor->AllocTensor(shape, type, self->GetStorageFormat());
    const bool is_whole = l0::IsWhole(self->GetDataType());
    const bool added =
        y != nullptr &&
        l0::AddHostStep(executor, name, {self, other, y}, [=](const l0::Operands& operands) {
            const View& out = operands[2];
            const View left = l0::Repeated(operands[0], out.shape);
            const View right = l0::Repeated(operands[1], out.shape);
            if (is_whole) {
                std::vector<int64_t> values = l0::ReadWholes(left);
                const std::vector<int64_t> others = l0::ReadWholes(right);
                std::transform(values.begin(), values.end(), others.begin(), values.begin(), whole);
                l0::WriteWholes(values, out);
            } else {
                std::vector<double> values = l0::ReadReals(left);
                const std::vector<double> others = l0::ReadReals(right);
                std::transform(values.begin(), values.end(), others.begin(), values.begin(), real);
                l0::WriteReals(values, out);
            }
        });
    return added ? y : nullptr;
}

/// A function of integers and bool only.
template <typename Whole>
const aclTensor* OfBits(const char* name, const aclTensor* self, const aclTensor* other,
                        aclOpExecutor* executor, Whole whole) {
    return self != nullptr && !l0::IsWhole(self->GetDataType())
               ? Reject(name, "real numbers have no bits")
               : Binary(name, self, other, executor, [](double a, double) { return a; }, whole);
}

/// A relation, the same for doubles and integers.
template <typename Relation>
const aclTensor* Compare(const char* name, const aclTensor* self, const aclTensor* other,
                         aclOpExecutor* executor, Relation relation) {
    return Binary(name, self, other, executor, relation, relation, ge::DT_BOOL);
}

template <typename Real, typename Whole>
const aclTensor* Unary(const char* name, const aclTensor* self, aclOpExecutor* executor, Real real,
                       Whole whole, ge::DataType type = ge::DT_UNDEFINED) {
    if (self == nullptr || !l0::IsNumber(self->GetDataType())) {
        return Reject(name, "the tensor is null or of no number type");
    }
    aclTensor* y = executor->AllocTensor(self->GetViewShape(),
                                         type == ge::DT_UNDEFINED ? self->GetDataType() : type,
                                         self->GetStorageFormat());
    const bool is_whole = l0::IsWhole(self->GetDataType());
    const bool added =
        y != nullptr &&
        l0::AddHostStep(executor, name, {self, y}, [=](const l0::Operands& operands) {
            if (is_whole) {
                std::vector<int64_t> values = l0::ReadWholes(operands[0]);
                std::transform(values.begin(), values.end(), values.begin(), whole);
                l0::WriteWholes(values, operands[1]);
            } else {
                std::vector<double> values = l0::ReadReals(operands[0]);
                std::transform(values.begin(), values.end(), values.begin(), real);
                l0::WriteReals(values, operands[1]);
            }
        });
    return added ? y : nullptr;
}

/// A function that rounds, so that integers do not change.
template <typename Real>
const aclTensor* Rounded(const char* name, const aclTensor* self, aclOpExecutor* executor,
                         Real real) {
    return Unary(name, self, executor, real, [](int64_t a) { return a; });
}

/// A function of real numbers, also of integers as such.
template <typename Real>
const aclTensor* OfReals(const char* name, const aclTensor* self, aclOpExecutor* executor,
                         Real real) {
    return Unary(name, self, executor, real,
                 [real](int64_t a) { return static_cast<int64_t>(real(static_cast<double>(a))); });
}

int64_t WrappingAdd(int64_t a, int64_t b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

int64_t WrappingSubtract(int64_t a, int64_t b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

int64_t WrappingMultiply(int64_t a, int64_t b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

/// Towards zero; 0 if `b` is.
int64_t WholeDivide(int64_t a, int64_t b) {
    return b == 0 ? 0 : b == -1 ? WrappingMultiply(a, -1) : a / b;
}

int64_t WholeFloorDivide(int64_t a, int64_t b) {
    const int64_t quotient = WholeDivide(a, b);
    const bool inexact = b != 0 && WrappingMultiply(quotient, b) != a;
    return inexact && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

int64_t WholePower(int64_t base, int64_t exponent) {
    if (exponent < 0) {
        return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
    }
    int64_t result = 1;
    for (; exponent > 0; exponent >>= 1) {
        result = (exponent & 1) != 0 ? WrappingMultiply(result, base) : result;
        base = WrappingMultiply(base, base);
    }
    return result;
}

}  // namespace

const aclTensor* Add(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Binary(
        "Add", self, other, executor, [](double a, double b) { return a + b; }, WrappingAdd);
}

const aclTensor* Sub(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Binary(
        "Sub", self, other, executor, [](double a, double b) { return a - b; }, WrappingSubtract);
}

const aclTensor* Mul(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Binary(
        "Mul", self, other, executor, [](double a, double b) { return a * b; }, WrappingMultiply);
}

const aclTensor* Div(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Binary(
        "Div", self, other, executor, [](double a, double b) { return a / b; }, WholeDivide,
        ge::DT_UNDEFINED, "RealDiv");
}

const aclTensor* RealDiv(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return self != nullptr && l0::IsWhole(self->GetDataType())
               ? Reject("RealDiv", "it divides floating types")
               : Div(self, other, executor);
}

const aclTensor* RealDiv(const aclTensor* self, const aclTensor* other, const int,
                         aclOpExecutor* executor) {
    return RealDiv(self, other, executor);
}

const aclTensor* RealDiv(const aclTensor* self, const aclTensor* other, bool,
                         aclOpExecutor* executor) {
    return RealDiv(self, other, executor);
}

const aclTensor* Mod(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Binary(
        "Mod", self, other, executor, [](double a, double b) { return std::fmod(a, b); },
        [](int64_t a, int64_t b) { return b == 0 || b == -1 ? 0 : a % b; });
}

const aclTensor* Axpy(const aclTensor* self, const aclTensor* other, float alpha,
                      aclOpExecutor* executor) {
    return Binary(
        "Axpy", self, other, executor, [alpha](double a, double b) { return a + alpha * b; },
        [alpha](int64_t a, int64_t b) {
            return WrappingAdd(a, WrappingMultiply(static_cast<int64_t>(alpha), b));
        });
}

const aclTensor* Muls(const aclTensor* self, float alpha, aclOpExecutor* executor) {
    return OfReals("Muls", self, executor, [alpha](double a) { return a * alpha; });
}

const aclTensor* TruncateDiv(const aclTensor* self, const aclTensor* other,
                             aclOpExecutor* executor) {
    return Binary(
        "TruncateDiv", self, other, executor, [](double a, double b) { return std::trunc(a / b); },
        WholeDivide);
}

const aclTensor* FloorDiv(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Binary(
        "FloorDiv", self, other, executor, [](double a, double b) { return std::floor(a / b); },
        WholeFloorDivide);
}

const aclTensor* Maximum(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Binary(
        "Maximum", self, other, executor,
        [](double a, double b) { return a != a || a > b ? a : b; },
        [](int64_t a, int64_t b) { return std::max(a, b); });
}

const aclTensor* Minimum(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Binary(
        "Minimum", self, other, executor,
        [](double a, double b) { return a != a || a < b ? a : b; },
        [](int64_t a, int64_t b) { return std::min(a, b); });
}

const aclTensor* Pow(const aclTensor* self, const aclTensor* exponent, aclOpExecutor* executor) {
    return Binary(
        "Pow", self, exponent, executor, [](double a, double b) { return std::pow(a, b); },
        WholePower);
}

const aclTensor* BitwiseAnd(const aclTensor* self, const aclTensor* other,
                            aclOpExecutor* executor) {
    return OfBits("BitwiseAnd", self, other, executor, [](int64_t a, int64_t b) { return a & b; });
}

const aclTensor* BitwiseOr(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return OfBits("BitwiseOr", self, other, executor, [](int64_t a, int64_t b) { return a | b; });
}

const aclTensor* BitwiseNot(const aclTensor* self, aclOpExecutor* executor) {
    const bool is_bool = self != nullptr && self->GetDataType() == ge::DT_BOOL;
    return self != nullptr && !l0::IsWhole(self->GetDataType())
               ? Reject("BitwiseNot", "real numbers have no bits")
               : Unary(
                     "BitwiseNot", self, executor, [](double a) { return a; },
                     [is_bool](int64_t a) { return is_bool ? 1 - a : ~a; });
}

const aclTensor* Equal(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Compare("Equal", self, other, executor, [](auto a, auto b) { return a == b; });
}

const aclTensor* NotEqual(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Compare("NotEqual", self, other, executor, [](auto a, auto b) { return a != b; });
}

const aclTensor* Greater(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Compare("Greater", self, other, executor, [](auto a, auto b) { return a > b; });
}

const aclTensor* GreaterEqual(const aclTensor* self, const aclTensor* other,
                              aclOpExecutor* executor) {
    return Compare("GreaterEqual", self, other, executor, [](auto a, auto b) { return a >= b; });
}

const aclTensor* Less(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Compare("Less", self, other, executor, [](auto a, auto b) { return a < b; });
}

const aclTensor* LessEqual(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Compare("LessEqual", self, other, executor, [](auto a, auto b) { return a <= b; });
}

const aclTensor* LogicalAnd(const aclTensor* self, const aclTensor* other,
                            aclOpExecutor* executor) {
    return Compare("LogicalAnd", self, other, executor,
                   [](auto a, auto b) { return a != 0 && b != 0; });
}

const aclTensor* LogicalOr(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    return Compare("LogicalOr", self, other, executor,
                   [](auto a, auto b) { return a != 0 || b != 0; });
}

const aclTensor* LogicalNot(const aclTensor* self, aclOpExecutor* executor) {
    const auto is_zero = [](auto a) { return a == 0; };
    return Unary("LogicalNot", self, executor, is_zero, is_zero, ge::DT_BOOL);
}

const aclTensor* IsFinite(const aclTensor* self, aclOpExecutor* executor) {
    return Unary(
        "IsFinite", self, executor, [](double a) { return std::isfinite(a); },
        [](int64_t) { return true; }, ge::DT_BOOL);
}

const aclTensor* Abs(const aclTensor* self, aclOpExecutor* executor) {
    return Unary(
        "Abs", self, executor, [](double a) { return std::fabs(a); },
        [](int64_t a) { return a < 0 ? WrappingSubtract(0, a) : a; });
}

const aclTensor* Neg(const aclTensor* self, aclOpExecutor* executor) {
    return Unary(
        "Neg", self, executor, [](double a) { return -a; },
        [](int64_t a) { return WrappingSubtract(0, a); });
}

const aclTensor* Relu(const aclTensor* self, aclOpExecutor* executor) {
    return Unary(
        "Relu", self, executor, [](double a) { return a < 0 ? 0 : a; },
        [](int64_t a) { return std::max<int64_t>(a, 0); });
}

const aclTensor* Sign(const aclTensor* self, aclOpExecutor* executor) {
    return Unary(
        "Sign", self, executor, [](double a) { return a > 0   ? 1
                                                      : a < 0 ? -1
                                                              : a; },
        [](int64_t a) { return (a > 0) - (a < 0); });
}

const aclTensor* Square(const aclTensor* self, aclOpExecutor* executor) {
    return Mul(self, self, executor);
}

const aclTensor* Ceil(const aclTensor* self, aclOpExecutor* executor) {
    return Rounded("Ceil", self, executor, [](double a) { return std::ceil(a); });
}

const aclTensor* Floor(const aclTensor* self, aclOpExecutor* executor) {
    return Rounded("Floor", self, executor, [](double a) { return std::floor(a); });
}

const aclTensor* Round(const aclTensor* self, aclOpExecutor* executor) {
    return Rounded("Round", self, executor, [](double a) { return std::nearbyint(a); });
}

const aclTensor* Trunc(const aclTensor* self, aclOpExecutor* executor) {
    return Rounded("Trunc", self, executor, [](double a) { return std::trunc(a); });
}

const aclTensor* Cos(const aclTensor* self, aclOpExecutor* executor) {
    return OfReals("Cos", self, executor, [](double a) { return std::cos(a); });
}

const aclTensor* Exp(const aclTensor* self, aclOpExecutor* executor) {
    return OfReals("Exp", self, executor, [](double a) { return std::exp(a); });
}

const aclTensor* Log(const aclTensor* self, aclOpExecutor* executor) {
    return OfReals("Log", self, executor, [](double a) { return std::log(a); });
}

const aclTensor* Log(const aclTensor* self, const float base, const float scale, const float shift,
                     aclOpExecutor* executor) {
    const double divisor = base == -1.0F ? 1 : std::log(static_cast<double>(base));
    return OfReals("Log", self, executor, [divisor, scale, shift](double a) {
        return std::log(scale * a + shift) / divisor;
    });
}

const aclTensor* Reciprocal(const aclTensor* self, aclOpExecutor* executor) {
    return OfReals("Reciprocal", self, executor, [](double a) { return 1 / a; });
}

const aclTensor* Rsqrt(const aclTensor* self, aclOpExecutor* executor) {
    return OfReals("Rsqrt", self, executor, [](double a) { return 1 / std::sqrt(a); });
}

const aclTensor* Sigmoid(const aclTensor* self, aclOpExecutor* executor) {
    return OfReals("Sigmoid", self, executor, [](double a) { return 1 / (1 + std::exp(-a)); });
}

const aclTensor* Sin(const aclTensor* self, aclOpExecutor* executor) {
    return OfReals("Sin", self, executor, [](double a) { return std::sin(a); });
}

const aclTensor* Sqrt(const aclTensor* self, aclOpExecutor* executor) {
    return OfReals("Sqrt", self, executor, [](double a) { return std::sqrt(a); });
}

const aclTensor* Tanh(const aclTensor* self, aclOpExecutor* executor) {
    return OfReals("Tanh", self, executor, [](double a) { return std::tanh(a); });
}

}  // namespace l0op
