// Library functions of one or two tensors, element by element.
//
// Most exist with and without a temporary buffer (reported to observers, not used here) and with
// and without a count (the size of the source then).
#pragma once

#include "detail/library/scratch.h"
#include "detail/vector/binary.h"
#include "detail/vector/scalar.h"
#include "detail/vector/unary.h"

namespace AscendC {

/// dst = f(src): with a count, and with a temporary buffer and a count.
#define ASCENDC_ADV_COUNT(name, op)                                                                \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,  \
                                const uint32_t calCount) {                                         \
        isa::NoteScratch<isa::Scratch##name, T, isReuseSource>();                                  \
        isa::IssueUnary<isa::UnaryOp::k##op, T, true>(isa::TakeCount(calCount),                    \
                                                      isa::Flat(dstTensor), isa::Flat(srcTensor)); \
    }
#define ASCENDC_ADV_SHARED_COUNT(name, op)                                                         \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,  \
                                const LocalTensor<uint8_t>& sharedTmpBuffer,                       \
                                const uint32_t calCount) {                                         \
        isa::NoteScratch<isa::Scratch##name, T, isReuseSource>(sharedTmpBuffer);                   \
        isa::IssueUnary<isa::UnaryOp::k##op, T, true>(isa::TakeCount(calCount),                    \
                                                      isa::Flat(dstTensor), isa::Flat(srcTensor)); \
    }
/// The same for all of the source.
#define ASCENDC_ADV_WHOLE(name, op)                                                                \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void name(const LocalTensor<T>& dstTensor,                                   \
                                const LocalTensor<T>& srcTensor) {                                 \
        isa::NoteScratch<isa::Scratch##name, T, isReuseSource>();                                  \
        isa::IssueUnary<isa::UnaryOp::k##op, T, true>(isa::TakeCount(srcTensor.GetSize()),         \
                                                      isa::Flat(dstTensor), isa::Flat(srcTensor)); \
    }
#define ASCENDC_ADV_SHARED_WHOLE(name, op)                                                         \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,  \
                                const LocalTensor<uint8_t>& sharedTmpBuffer) {                     \
        isa::NoteScratch<isa::Scratch##name, T, isReuseSource>(sharedTmpBuffer);                   \
        isa::IssueUnary<isa::UnaryOp::k##op, T, true>(isa::TakeCount(srcTensor.GetSize()),         \
                                                      isa::Flat(dstTensor), isa::Flat(srcTensor)); \
    }
/// What CANN declares of a function: with a count alone, without a temporary buffer, or all.
#define ASCENDC_ADV_COUNTED(name, op) \
    ASCENDC_ADV_COUNT(name, op)       \
    ASCENDC_ADV_SHARED_COUNT(name, op)
#define ASCENDC_ADV_PLAIN(name, op) \
    ASCENDC_ADV_COUNT(name, op)     \
    ASCENDC_ADV_WHOLE(name, op)
#define ASCENDC_ADV_UNARY(name, op) \
    ASCENDC_ADV_COUNTED(name, op)   \
    ASCENDC_ADV_WHOLE(name, op)     \
    ASCENDC_ADV_SHARED_WHOLE(name, op)

ASCENDC_ADV_UNARY(Sin, Sin)
ASCENDC_ADV_UNARY(Cos, Cos)
ASCENDC_ADV_UNARY(Tan, Tan)
ASCENDC_ADV_UNARY(Asin, Asin)
ASCENDC_ADV_UNARY(Acos, Acos)
ASCENDC_ADV_UNARY(Atan, Atan)
ASCENDC_ADV_UNARY(Sinh, Sinh)
ASCENDC_ADV_UNARY(Cosh, Cosh)
ASCENDC_ADV_UNARY(Tanh, Tanh)
ASCENDC_ADV_UNARY(Asinh, Asinh)
ASCENDC_ADV_UNARY(Acosh, Acosh)
ASCENDC_ADV_UNARY(Atanh, Atanh)
ASCENDC_ADV_UNARY(Erf, Erf)
ASCENDC_ADV_UNARY(Erfc, Erfc)
ASCENDC_ADV_UNARY(Log2, Log2)
ASCENDC_ADV_COUNTED(Lgamma, Lgamma)
ASCENDC_ADV_COUNTED(Digamma, Digamma)
ASCENDC_ADV_UNARY(Sign, Sign)
ASCENDC_ADV_UNARY(Frac, Frac)
ASCENDC_ADV_UNARY(Trunc, Trunc)
ASCENDC_ADV_COUNTED(Floor, Floor)
ASCENDC_ADV_COUNTED(Ceil, Ceil)
ASCENDC_ADV_COUNTED(Round, Rint)
ASCENDC_ADV_PLAIN(Log, Ln)
ASCENDC_ADV_PLAIN(Log10, Log10)

namespace isa {
template <typename T, bool isReuseSource>
inline void NoteExpScratch(const LocalTensor<uint8_t>& scratch = LocalTensor<uint8_t>()) {
    const uint64_t vectors = sizeof(T) == 2 ? kExpHalfVectors : kExpFloatVectors;
    const bool reused = isReuseSource && sizeof(T) == sizeof(float);
    NoteScratch("Exp", scratch, kScratchVector * (vectors - (reused ? 1 : 0)));
}
}  // namespace isa

/// The exponential with a number of Taylor terms; the result is the accurate one whatever the
/// number.
template <typename T, uint8_t taylorExpandLevel, bool isReuseSource = false>
__aicore__ inline void Exp(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                           const uint32_t calCount) {
    isa::NoteExpScratch<T, isReuseSource>();
    isa::IssueUnary<isa::UnaryOp::kExp, T, true>(isa::TakeCount(calCount), isa::Flat(dstLocal),
                                                 isa::Flat(srcLocal));
}
template <typename T, uint8_t taylorExpandLevel, bool isReuseSource = false>
__aicore__ inline void Exp(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                           const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t calCount) {
    isa::NoteExpScratch<T, isReuseSource>(sharedTmpBuffer);
    isa::IssueUnary<isa::UnaryOp::kExp, T, true>(isa::TakeCount(calCount), isa::Flat(dstLocal),
                                                 isa::Flat(srcLocal));
}

/// dst = f(src0, src1), all four overloads.
#define ASCENDC_ADV_BINARY(name, op)                                                               \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, \
                                const LocalTensor<T>& src1Tensor,                                  \
                                const LocalTensor<uint8_t>& sharedTmpBuffer,                       \
                                const uint32_t calCount) {                                         \
        isa::NoteScratch<isa::Scratch##name, T, isReuseSource>(sharedTmpBuffer);                   \
        isa::IssueBinary<isa::BinaryOp::k##op, T>(isa::TakeCount(calCount), isa::Flat(dstTensor),  \
                                                  isa::Flat(src0Tensor), isa::Flat(src1Tensor));   \
    }                                                                                              \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, \
                                const LocalTensor<T>& src1Tensor, const uint32_t calCount) {       \
        isa::NoteScratch<isa::Scratch##name, T, isReuseSource>();                                  \
        isa::IssueBinary<isa::BinaryOp::k##op, T>(isa::TakeCount(calCount), isa::Flat(dstTensor),  \
                                                  isa::Flat(src0Tensor), isa::Flat(src1Tensor));   \
    }                                                                                              \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, \
                                const LocalTensor<T>& src1Tensor,                                  \
                                const LocalTensor<uint8_t>& sharedTmpBuffer) {                     \
        isa::NoteScratch<isa::Scratch##name, T, isReuseSource>(sharedTmpBuffer);                   \
        isa::IssueBinary<isa::BinaryOp::k##op, T>(isa::TakeCount(src0Tensor.GetSize()),            \
                                                  isa::Flat(dstTensor), isa::Flat(src0Tensor),     \
                                                  isa::Flat(src1Tensor));                          \
    }                                                                                              \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, \
                                const LocalTensor<T>& src1Tensor) {                                \
        isa::NoteScratch<isa::Scratch##name, T, isReuseSource>();                                  \
        isa::IssueBinary<isa::BinaryOp::k##op, T>(isa::TakeCount(src0Tensor.GetSize()),            \
                                                  isa::Flat(dstTensor), isa::Flat(src0Tensor),     \
                                                  isa::Flat(src1Tensor));                          \
    }

ASCENDC_ADV_BINARY(Power, Power)
ASCENDC_ADV_BINARY(Fmod, Fmod)
ASCENDC_ADV_BINARY(Hypot, Hypot)
ASCENDC_ADV_BINARY(Xor, Xor)
ASCENDC_ADV_BINARY(GeGLU, GeGLU)
ASCENDC_ADV_BINARY(ReGlu, ReGlu)

/// dst = src0 ^ scalar and dst = scalar ^ src1 (powers).
#define ASCENDC_ADV_POWER(parameters, op, tensor, scalar)                                          \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void Power(const LocalTensor<T>& dstTensor, parameters,                      \
                                 const LocalTensor<uint8_t>& sharedTmpBuffer, uint32_t calCount) { \
        isa::NoteScratch<isa::ScratchPower, T, isReuseSource>(sharedTmpBuffer);                    \
        isa::IssueScalar<isa::ScalarOp::op, T, T>(isa::TakeCount(calCount), isa::Flat(dstTensor),  \
                                                  isa::Flat(tensor), scalar);                      \
    }                                                                                              \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void Power(const LocalTensor<T>& dstTensor, parameters, uint32_t calCount) { \
        isa::NoteScratch<isa::ScratchPower, T, isReuseSource>();                                   \
        isa::IssueScalar<isa::ScalarOp::op, T, T>(isa::TakeCount(calCount), isa::Flat(dstTensor),  \
                                                  isa::Flat(tensor), scalar);                      \
    }                                                                                              \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void Power(const LocalTensor<T>& dstTensor, parameters,                      \
                                 const LocalTensor<uint8_t>& sharedTmpBuffer) {                    \
        isa::NoteScratch<isa::ScratchPower, T, isReuseSource>(sharedTmpBuffer);                    \
        isa::IssueScalar<isa::ScalarOp::op, T, T>(                                                 \
            isa::TakeCount(tensor.GetSize()), isa::Flat(dstTensor), isa::Flat(tensor), scalar);    \
    }                                                                                              \
    template <typename T, bool isReuseSource = false>                                              \
    __aicore__ inline void Power(const LocalTensor<T>& dstTensor, parameters) {                    \
        isa::NoteScratch<isa::ScratchPower, T, isReuseSource>();                                   \
        isa::IssueScalar<isa::ScalarOp::op, T, T>(                                                 \
            isa::TakeCount(tensor.GetSize()), isa::Flat(dstTensor), isa::Flat(tensor), scalar);    \
    }
#define ASCENDC_ADV_COMMA ,
ASCENDC_ADV_POWER(const LocalTensor<T>& src0Tensor ASCENDC_ADV_COMMA const T& src1Scalar,
                  kPowerScalar, src0Tensor, src1Scalar)
ASCENDC_ADV_POWER(const T& src0Scalar ASCENDC_ADV_COMMA const LocalTensor<T>& src1Tensor,
                  kPowerOfScalar, src1Tensor, src0Scalar)
#undef ASCENDC_ADV_COMMA
#undef ASCENDC_ADV_POWER

/// dst = min(src, scalar).
template <typename T, bool isReuseSource = false>
__aicore__ inline void ClampMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                                const T scalar, const uint32_t calCount) {
    isa::IssueScalar<isa::ScalarOp::kMins, T, T, true>(
        isa::TakeCount(calCount), isa::Flat(dstTensor), isa::Flat(srcTensor), scalar);
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void ClampMax(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                                const LocalTensor<uint8_t>& sharedTmpBuffer, const T scalar,
                                const uint32_t calCount) {
    isa::NoteScratch("Clamp", sharedTmpBuffer, isa::ClampScratch(sizeof(T)));
    ClampMax<T>(dstTensor, srcTensor, scalar, calCount);
}

/// dst = max(src, scalar).
template <typename T, bool isReuseSource = false>
__aicore__ inline void ClampMin(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                                const T scalar, const uint32_t calCount) {
    isa::IssueScalar<isa::ScalarOp::kMaxs, T, T, true>(
        isa::TakeCount(calCount), isa::Flat(dstTensor), isa::Flat(srcTensor), scalar);
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void ClampMin(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                                const LocalTensor<uint8_t>& sharedTmpBuffer, const T scalar,
                                const uint32_t calCount) {
    isa::NoteScratch("Clamp", sharedTmpBuffer, isa::ClampScratch(sizeof(T)));
    ClampMin<T>(dstTensor, srcTensor, scalar, calCount);
}

/// dst += src * scalar, with a temporary buffer.
template <typename T, typename U, bool isReuseSource = false>
__aicore__ inline void Axpy(const LocalTensor<T>& dstTensor, const LocalTensor<U>& srcTensor,
                            const U scalarValue, const LocalTensor<uint8_t>& sharedTmpBuffer,
                            const uint32_t calCount) {
    isa::NoteScratch<isa::ScratchAxpy, T, isReuseSource>(sharedTmpBuffer);
    isa::IssueScalar<isa::ScalarOp::kAxpy, T, U, true>(
        isa::TakeCount(calCount), isa::Flat(dstTensor), isa::Flat(srcTensor), scalarValue);
}

}  // namespace AscendC
