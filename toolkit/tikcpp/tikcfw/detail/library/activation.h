// Activation functions.
#pragma once

#include "detail/library/math.h"

namespace AscendC {

ASCENDC_ADV_UNARY(Sigmoid, Sigmoid)

/// x / (1 + e^-x).
template <typename T, bool isReuseSource = false>
__aicore__ inline void Silu(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                            uint32_t dataSize) {
    isa::IssueUnary<isa::UnaryOp::kSilu, T>(isa::TakeCount(dataSize), isa::Flat(dstLocal),
                                            isa::Flat(srcLocal));
}

/// x / (1 + e^(-scalarValue x)).
template <typename T, bool isReuseSource = false>
__aicore__ inline void Swish(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                             uint32_t dataSize, const T scalarValue) {
    isa::IssueScalar<isa::ScalarOp::kSwish, T, T>(isa::TakeCount(dataSize), isa::Flat(dstLocal),
                                                  isa::Flat(srcLocal), scalarValue);
}

/// The Gelu approximations: by tanh, by a sigmoid of 1.702 x, by a clipped parabola.
#define ASCENDC_ADV_GELU(name)                                                                   \
    template <typename T, bool highPrecision = false, bool highPerformance = false>              \
    __aicore__ inline void name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,  \
                                const LocalTensor<uint8_t>& sharedTmpBuffer,                     \
                                const uint32_t dataSize) {                                       \
        isa::NoteScratch(#name, sharedTmpBuffer, isa::kGeluVectors * isa::kScratchVector);       \
        isa::IssueUnary<isa::UnaryOp::k##name, T>(isa::TakeCount(dataSize), isa::Flat(dstLocal), \
                                                  isa::Flat(srcLocal));                          \
    }                                                                                            \
    template <typename T, bool highPrecision = false, bool highPerformance = false>              \
    __aicore__ inline void name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,  \
                                const uint32_t dataSize) {                                       \
        name<T, highPrecision, highPerformance>(dstLocal, srcLocal, LocalTensor<uint8_t>(),      \
                                                dataSize);                                       \
    }
ASCENDC_ADV_GELU(Gelu)
ASCENDC_ADV_GELU(FasterGelu)
ASCENDC_ADV_GELU(FasterGeluV2)
#undef ASCENDC_ADV_GELU

/// src0 * Swish(src1).
template <typename T, bool isReuseSource = false>
__aicore__ inline void SwiGLU(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                              const LocalTensor<T>& srcTensor1, const float& scalarValue,
                              const LocalTensor<uint8_t>& sharedTmpBuffer,
                              const uint32_t calCount) {
    isa::NoteScratch("SwiGLU", sharedTmpBuffer,
                     isa::kScratchVector * (sizeof(T) == sizeof(float) ? isa::kSwiGluFloatVectors
                                                                       : isa::kSwiGluHalfVectors));
    isa::IssueBinary<isa::BinaryOp::kSwiGLU, T>(isa::TakeCount(calCount), isa::Flat(dstTensor),
                                                isa::Flat(srcTensor0), isa::Flat(srcTensor1),
                                                scalarValue);
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void SwiGLU(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                              const LocalTensor<T>& srcTensor1, const float& scalarValue,
                              const uint32_t calCount) {
    SwiGLU<T>(dstTensor, srcTensor0, srcTensor1, scalarValue, LocalTensor<uint8_t>(), calCount);
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void SwiGLU(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                              const LocalTensor<T>& srcTensor1, const float& scalarValue,
                              const LocalTensor<uint8_t>& sharedTmpBuffer) {
    SwiGLU<T>(dstTensor, srcTensor0, srcTensor1, scalarValue, sharedTmpBuffer,
              srcTensor0.GetSize());
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void SwiGLU(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                              const LocalTensor<T>& srcTensor1, const float& scalarValue) {
    SwiGLU<T>(dstTensor, srcTensor0, srcTensor1, scalarValue, srcTensor0.GetSize());
}

}  // namespace AscendC
