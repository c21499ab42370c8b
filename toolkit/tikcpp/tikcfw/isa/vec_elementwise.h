// Element-wise vector instructions: one result per lane, from one or two operands and a scalar.
//
// Adding an instruction takes a line in one of the lists below and a functor of the same name in
// src/aicore/exec/functors.h.
#pragma once

#include "isa/vec_shape.h"

// clang-format off
/// X(name, accepted source types): dst = f(src). Instructions of the core.
#define ASCENDC_VEC_UNARY_INSTRUCTIONS(X) \
    X(Abs, kSetNumber) \
    X(Relu, kSetNumber) \
    X(Neg, kSetNumber) \
    X(Exp, kSetFloat) \
    X(Ln, kSetFloat) \
    X(Reciprocal, kSetFloat) \
    X(Rsqrt, kSetFloat) \
    X(Sqrt, kSetFloat) \
    X(Not, kSetInt)

/// The same, functions of the high-level library.
#define ASCENDC_VEC_UNARY_FUNCTIONS(X) \
    X(Sin, kSetFloat) \
    X(Cos, kSetFloat) \
    X(Tan, kSetFloat) \
    X(Asin, kSetFloat) \
    X(Acos, kSetFloat) \
    X(Atan, kSetFloat) \
    X(Sinh, kSetFloat) \
    X(Cosh, kSetFloat) \
    X(Tanh, kSetFloat) \
    X(Asinh, kSetFloat) \
    X(Acosh, kSetFloat) \
    X(Atanh, kSetFloat) \
    X(Erf, kSetFloat) \
    X(Erfc, kSetFloat) \
    X(Log2, kSetFloat) \
    X(Log10, kSetFloat) \
    X(Ceil, kSetFloat) \
    X(Floor, kSetFloat) \
    X(Rint, kSetFloat) \
    X(Trunc, kSetFloat) \
    X(Frac, kSetFloat) \
    X(Sign, kSetNumber) \
    X(Lgamma, kSetFloat) \
    X(Digamma, kSetFloat) \
    X(Sigmoid, kSetFloat) \
    X(Silu, kSetFloat) \
    X(Gelu, kSetFloat) \
    X(FasterGelu, kSetFloat) \
    X(FasterGeluV2, kSetFloat)

#define ASCENDC_VEC_UNARY_OPS(X) ASCENDC_VEC_UNARY_INSTRUCTIONS(X) ASCENDC_VEC_UNARY_FUNCTIONS(X)

/// X(name, accepted source types): dst = f(src0, src1), or f(src0, src1, dst) for those that
/// ReadsDst() names. Instructions of the core.
#define ASCENDC_VEC_BINARY_INSTRUCTIONS(X) \
    X(Add, kSetNumber) \
    X(Sub, kSetNumber) \
    X(Mul, kSetNumber) \
    X(Div, kSetNumber) \
    X(Max, kSetNumber) \
    X(Min, kSetNumber) \
    X(And, kSetInt) \
    X(Or, kSetInt) \
    X(AddRelu, kSetNumber) \
    X(SubRelu, kSetNumber) \
    X(AddDeqRelu, kSetI32) \
    X(MulAddDst, kSetNumber) \
    X(FusedMulAdd, kSetNumber) \
    X(FusedMulAddRelu, kSetNumber) \
    X(ShiftLeftV, kSetInt) \
    X(ShiftRightV, kSetInt)

/// The same, functions of the high-level library.
#define ASCENDC_VEC_BINARY_FUNCTIONS(X) \
    X(Xor, kSetInt) \
    X(Power, kSetFloat | kSetInt) \
    X(Fmod, kSetFloat) \
    X(Hypot, kSetFloat) \
    X(GeGLU, kSetFloat) \
    X(ReGlu, kSetFloat) \
    X(SwiGLU, kSetFloat)

#define ASCENDC_VEC_BINARY_OPS(X) ASCENDC_VEC_BINARY_INSTRUCTIONS(X) ASCENDC_VEC_BINARY_FUNCTIONS(X)

/// X(name, accepted source types): dst = f(src, scalar), or f(src, scalar, dst). Instructions of
/// the core.
#define ASCENDC_VEC_SCALAR_INSTRUCTIONS(X) \
    X(Adds, kSetNumber) \
    X(Muls, kSetNumber) \
    X(Maxs, kSetNumber) \
    X(Mins, kSetNumber) \
    X(Subs, kSetNumber) \
    X(SubsFrom, kSetNumber) \
    X(Divs, kSetNumber) \
    X(DivsInto, kSetNumber) \
    X(Ands, kSetInt) \
    X(Ors, kSetInt) \
    X(ShiftLeft, kSetInt) \
    X(ShiftRight, kSetInt) \
    X(ShiftRightRound, kSetInt) \
    X(LeakyRelu, kSetFloat) \
    X(Axpy, kSetFloat)

/// The same, functions of the high-level library.
#define ASCENDC_VEC_SCALAR_FUNCTIONS(X) \
    X(PowerScalar, kSetFloat | kSetInt) \
    X(PowerOfScalar, kSetFloat | kSetInt) \
    X(Swish, kSetFloat)

#define ASCENDC_VEC_SCALAR_OPS(X) ASCENDC_VEC_SCALAR_INSTRUCTIONS(X) ASCENDC_VEC_SCALAR_FUNCTIONS(X)

// clang-format on

namespace AscendC::isa {
struct VecUnary;
struct VecBinary;
struct VecScalar;
struct VecCast;
struct VecCastDeq;
}  // namespace AscendC::isa

extern "C" {
void aicore_vec_unary(const AscendC::isa::VecUnary* record);
void aicore_vec_binary(const AscendC::isa::VecBinary* record);
void aicore_vec_scalar(const AscendC::isa::VecScalar* record);
void aicore_vec_cast(const AscendC::isa::VecCast* record);
void aicore_vec_cast_deq(const AscendC::isa::VecCastDeq* record);
}

namespace AscendC::isa {

#define ASCENDC_VEC_ENUM(name, types) k##name,
#define ASCENDC_VEC_CASE(name, types) \
    case ASCENDC_VEC_OP::k##name:     \
        return types;

enum class UnaryOp : uint16_t { ASCENDC_VEC_UNARY_OPS(ASCENDC_VEC_ENUM) };
enum class BinaryOp : uint16_t { ASCENDC_VEC_BINARY_OPS(ASCENDC_VEC_ENUM) };
enum class ScalarOp : uint16_t { ASCENDC_VEC_SCALAR_OPS(ASCENDC_VEC_ENUM) };

/// Types an instruction accepts, as a TypeSet.
constexpr uint32_t TypesOf(UnaryOp op) {
#define ASCENDC_VEC_OP UnaryOp
    switch (op) { ASCENDC_VEC_UNARY_OPS(ASCENDC_VEC_CASE) }
#undef ASCENDC_VEC_OP
    return 0;
}
constexpr uint32_t TypesOf(BinaryOp op) {
#define ASCENDC_VEC_OP BinaryOp
    switch (op) { ASCENDC_VEC_BINARY_OPS(ASCENDC_VEC_CASE) }
#undef ASCENDC_VEC_OP
    return 0;
}
constexpr uint32_t TypesOf(ScalarOp op) {
#define ASCENDC_VEC_OP ScalarOp
    switch (op) { ASCENDC_VEC_SCALAR_OPS(ASCENDC_VEC_CASE) }
#undef ASCENDC_VEC_OP
    return 0;
}
#undef ASCENDC_VEC_ENUM
#undef ASCENDC_VEC_CASE

/// True for functions of the high-level library. On the hardware they are instructions that work
/// through temporaries: whatever dst overlaps, the sources have been read before it is written.
constexpr bool IsFunction(UnaryOp op) {
    return op >= UnaryOp::kSin;
}
constexpr bool IsFunction(BinaryOp op) {
    return op >= BinaryOp::kXor;
}
constexpr bool IsFunction(ScalarOp op) {
    return op >= ScalarOp::kPowerScalar;
}

/// True when the old value of dst is an operand too.
constexpr bool ReadsDst(BinaryOp op) {
    return op == BinaryOp::kMulAddDst || op == BinaryOp::kFusedMulAdd ||
           op == BinaryOp::kFusedMulAddRelu;
}
constexpr bool ReadsDst(ScalarOp op) {
    return op == ScalarOp::kAxpy;
}

/// dst = op(src).
struct VecUnary {
    UnaryOp op;
    DType type;
    VecShape shape;
    VecOperand dst, src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecUnary& record) { aicore_vec_unary(&record); }
};

/// dst = op(src0, src1 [, dst]); lanes per repeat follow the wider of the two types.
struct VecBinary {
    BinaryOp op;
    DType dst_type, src_type;
    VecShape shape;
    VecOperand dst, src0, src1;
    float param;  ///< SwiGLU: the factor in its gate

    ASCENDC_ALWAYS_INLINE static void Execute(const VecBinary& record) {
        aicore_vec_binary(&record);
    }
};

/// dst = op(src, scalar [, dst]).
struct VecScalar {
    ScalarOp op;
    DType dst_type, src_type;
    VecShape shape;
    VecOperand dst, src;
    uint64_t scalar;  ///< raw bits, of type src_type

    ASCENDC_ALWAYS_INLINE static void Execute(const VecScalar& record) {
        aicore_vec_scalar(&record);
    }
};

/// How Cast rounds; the numbers are RoundMode's.
enum class Round : uint8_t { kNone, kRint, kFloor, kCeil, kRound, kTrunc, kOdd };

/// dst = src converted. int32 -> half is multiplied by the core's dequantisation scale.
struct VecCast {
    DType dst_type, src_type;
    Round round;
    VecShape shape;
    VecOperand dst, src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecCast& record) { aicore_vec_cast(&record); }
};

/// int16 or int32 -> int8/uint8/half with the core's dequantisation scale and offset.
struct VecCastDeq {
    DType dst_type, src_type;
    bool per_lane;    ///< scales come from the table of SetDeqScale(tensor, ...)
    bool upper_half;  ///< 8-bit results fill the upper halves of dst's blocks (else the lower)
    VecShape shape;
    VecOperand dst, src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecCastDeq& record) {
        aicore_vec_cast_deq(&record);
    }
};

}  // namespace AscendC::isa
