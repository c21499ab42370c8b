// Which element types library functions accept, per architecture: the documentation's tables, as
// far as CANN's own headers do not offer more.
#pragma once

#include "isa/vec_types.h"

// clang-format off
/// X(API, accepted element types of its data).
#define ASCENDC_LIBRARY_TYPES(X) \
    X(AscendQuant, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFloat)) \
    X(AscendDequant, Types(kSetFH, kSetFH, kSetFloat, kSetFloat, kSetFloat)) \
    X(AscendAntiQuant, Types(kSetF16, kSetF16, kSetF16 | kSetBF16, kSetF16 | kSetBF16, kSetFloat)) \
    X(DropOut, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFloat)) \
    X(Pad, Types(kSetPadded)) \
    X(UnPad, Types(kSetPadded)) \
    X(ConfusionTranspose, Types(kSetPadded, kSetPadded, kSetPadded, kSetPadded, kSetPadded | kSetBF16 | kSetB8)) \
    X(TopK, Types(kSetFH)) \
    X(Sum, Types(kSetFH)) \
    X(Mean, Types(kSetFH)) \
    X(CumSum, Types(kSetFH)) \
    X(ReduceXorSum, Types(kSetI16)) \
    X(ReduceMean, Types(kSetFH)) \
    X(ReduceProd, Types(kSetF32)) \
    X(ReduceAny, Types(kSetF32 | kSetU8)) \
    X(ReduceAll, Types(kSetF32 | kSetU8)) \
    X(SoftMax, Types(kSetFH)) \
    X(SoftmaxFlash, Types(kSetFH)) \
    X(SoftmaxFlashV2, Types(kSetFH)) \
    X(SoftmaxGrad, Types(kSetFH)) \
    X(LogSoftMax, Types(kSetFH)) \
    X(LayerNorm, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFloat)) \
    X(LayerNormGrad, Types(kSetFH)) \
    X(LayerNormGradBeta, Types(kSetFH)) \
    X(Normalize, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFloat)) \
    X(RmsNorm, Types(kSetFH)) \
    X(DeepNorm, Types(kSetFH)) \
    X(BatchNorm, Types(kSetFH)) \
    X(GroupNorm, Types(kSetFH)) \
    X(WelfordUpdate, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFloat))
/// The same of reductions by axes, whose names other instructions have, too.
#define ASCENDC_AXIS_TYPES(X) \
    X(ReduceSum, Types(kSetF32, kSetF32, kSetF32, kSetF32, kSetB32 | kSetI64 | kSetU64)) \
    X(ReduceMax, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetNumber)) \
    X(ReduceMin, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetNumber))
// clang-format on

namespace AscendC::isa {

constexpr uint32_t kSetPadded = kSetI16 | kSetU16 | kSetF16 | kSetB32;

enum class LibraryApi : uint16_t { ASCENDC_LIBRARY_TYPES(ASCENDC_VEC_ENUM) };
enum class AxisApi : uint16_t { ASCENDC_AXIS_TYPES(ASCENDC_VEC_ENUM) };

constexpr OpTraits TraitsOf(LibraryApi op) {
#define ASCENDC_VEC_OP LibraryApi
    switch (op) { ASCENDC_LIBRARY_TYPES(ASCENDC_VEC_CASE) }
#undef ASCENDC_VEC_OP
    return {};
}
constexpr OpTraits TraitsOf(AxisApi op) {
#define ASCENDC_VEC_OP AxisApi
    switch (op) { ASCENDC_AXIS_TYPES(ASCENDC_VEC_CASE) }
#undef ASCENDC_VEC_OP
    return {};
}

}  // namespace AscendC::isa
