// Element-wise vector instructions: one result per lane, from one or two operands and a scalar.
//
// Adding an instruction takes a line in one of the lists below and a functor of the same name in
// src/aicore/exec/functors.h.
#pragma once

#include "isa/vec_shape.h"

// clang-format off
/// X(name, accepted source types as isa/vec_types.h has them): dst = f(src). Instructions of the core.
#define ASCENDC_VEC_UNARY_INSTRUCTIONS(X) \
    X(Abs, Types(kSetFH, kSetFH, kSetFH, kSetFH | kSetI16, kSetSigned)) \
    X(Relu, Types(kSetFH, kSetFH | kSetI32, kSetFH | kSetI32, kSetFH | kSetI32, kSetFH | kSetI32 | kSetI64)) \
    X(Neg, Types(0, 0, 0, 0, kSetSigned)) \
    X(Exp, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH)) \
    X(Ln, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH)) \
    X(Reciprocal, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH)) \
    X(Rsqrt, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH)) \
    X(Sqrt, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH)) \
    X(Not, Types(kSetI16 | kSetU16, kSetI16 | kSetU16, kSetI16 | kSetU16, kSetI16 | kSetU16, kSetInt))

/// The same, functions of the high-level library.
#define ASCENDC_VEC_UNARY_FUNCTIONS(X) \
    X(Sin, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Cos, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Tan, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Asin, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Acos, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Atan, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Sinh, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Cosh, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Tanh, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Asinh, Types(0, kSetFH, kSetFH, 0, kSetFH)) \
    X(Acosh, Types(0, kSetFH, kSetFH, 0, kSetFH)) \
    X(Atanh, Types(0, kSetFH, kSetFH, 0, kSetFH)) \
    X(Erf, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Erfc, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Log2, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Log10, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Ceil, Types(0, kSetFH, kSetFH, 0, kSetFH)) \
    X(Floor, Types(0, kSetFH, kSetFH, kSetFH, kSetFH)) \
    X(Rint, Types(0, kSetFH, kSetFH, 0, kSetFH)) \
    X(Trunc, Types(0, kSetFH, kSetFH, 0, kSetFH)) \
    X(Frac, Types(0, kSetFH, kSetFH, 0, kSetFH)) \
    X(Sign, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH | kSetI64))) \
    X(Lgamma, Types(0, kSetFH, kSetFH, 0, kSetFH)) \
    X(Digamma, Types(0, kSetFH, kSetFH, 0, kSetFH)) \
    X(Sigmoid, OnX90(Types(kSetFH, kSetFH, kSetFH, 0, kSetFH))) \
    X(Silu, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Gelu, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(FasterGelu, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(FasterGeluV2, Types(0, kSetFH, kSetFH, 0, kSetFH))

#define ASCENDC_VEC_UNARY_OPS(X) ASCENDC_VEC_UNARY_INSTRUCTIONS(X) ASCENDC_VEC_UNARY_FUNCTIONS(X)

/// X(name, accepted source types): dst = f(src0, src1), or f(src0, src1, dst) for those that
/// ReadsDst() names. Instructions of the core.
#define ASCENDC_VEC_BINARY_INSTRUCTIONS(X) \
    X(Add, Types(kSetFH | kSetI32, kSetVector, kSetVector, kSetVector, kSetNumber)) \
    X(Sub, Types(kSetFH | kSetI32, kSetVector, kSetVector, kSetVector, kSetNumber)) \
    X(Mul, Types(kSetFH | kSetI32, kSetVector, kSetVector, kSetVector, kSetB16 | kSetB32 | kSetB64)) \
    X(Div, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH | kSetI16 | kSetU16 | kSetI32 | kSetU32 | kSetB64)) \
    X(Max, Types(kSetFH | kSetI32, kSetVector, kSetVector, kSetVector, kSetNumber)) \
    X(Min, Types(kSetFH | kSetI32, kSetVector, kSetVector, kSetVector, kSetNumber)) \
    X(And, Types(kSetI16 | kSetU16, kSetI16 | kSetU16, kSetI16 | kSetU16, kSetI16 | kSetU16, kSetInt)) \
    X(Or, Types(kSetI16 | kSetU16, kSetI16 | kSetU16, kSetI16 | kSetU16, kSetI16 | kSetU16, kSetInt)) \
    X(AddRelu, Types(0, kSetFH | kSetI16, kSetFH | kSetI16, kSetFH, kSetFH | kSetI16 | kSetB64)) \
    X(SubRelu, Types(0, kSetFH | kSetI16, kSetFH | kSetI16, kSetFH, kSetFH | kSetI16 | kSetB64)) \
    X(AddDeqRelu, Types(0, kSetI32, kSetI32, 0, kSetI32)) \
    X(MulAddDst, Types(0, kSetFH, kSetFH, kSetFH, kSetFH | kSetB64)) \
    X(FusedMulAdd, Types(0, kSetFH, kSetFH, kSetFH, kSetFloat | kSetB64)) \
    X(FusedMulAddRelu, Types(0, kSetFH, kSetFH, kSetFH, kSetFH | kSetB64)) \
    X(ShiftLeftV, Types(0, 0, 0, 0, kSetInt)) \
    X(ShiftRightV, Types(0, 0, 0, 0, kSetInt))

/// The same, functions of the high-level library.
#define ASCENDC_VEC_BINARY_FUNCTIONS(X) \
    X(Xor, Types(0, kSetI16 | kSetU16, kSetI16 | kSetU16, kSetI16 | kSetU16, kSetI16 | kSetU16)) \
    X(Power, Types(0, kSetPower, kSetPower, 0, kSetNumber)) \
    X(Fmod, Types(0, kSetFH, kSetFH, 0, kSetFH)) \
    X(Hypot, Types(0, 0, 0, 0, kSetFloat)) \
    X(GeGLU, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(ReGlu, OnX90(Types(0, kSetFH, kSetFloat, 0, kSetFloat))) \
    X(SwiGLU, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH)))

#define ASCENDC_VEC_BINARY_OPS(X) ASCENDC_VEC_BINARY_INSTRUCTIONS(X) ASCENDC_VEC_BINARY_FUNCTIONS(X)

/// X(name, accepted source types): dst = f(src, scalar), or f(src, scalar, dst). Instructions of
/// the core.
#define ASCENDC_VEC_SCALAR_INSTRUCTIONS(X) \
    X(Adds, Types(kSetFH | kSetI32, kSetVector, kSetVector, kSetVector, kSetScaled | kSetB8)) \
    X(Muls, Types(kSetFH | kSetI32, kSetVector, kSetVector, kSetVector, kSetScaled)) \
    X(Maxs, Types(0, kSetVector, kSetVector, kSetVector, kSetScaled | kSetB8)) \
    X(Mins, Types(0, kSetVector, kSetVector, kSetVector, kSetScaled | kSetB8)) \
    X(Subs, Types(0, 0, 0, 0, kSetScaled)) \
    X(SubsFrom, Types(0, 0, 0, 0, kSetScaled)) \
    X(Divs, Types(0, 0, 0, 0, kSetFH | kSetB64)) \
    X(DivsInto, Types(0, 0, 0, 0, kSetFH | kSetB64)) \
    X(Ands, Types(0, 0, 0, 0, kSetI16 | kSetU16 | kSetB64)) \
    X(Ors, Types(0, 0, 0, 0, kSetI16 | kSetU16 | kSetB64)) \
    X(ShiftLeft, Types(0, kSetShift, kSetShift, kSetShift, kSetInt)) \
    X(ShiftRight, Types(0, kSetShift, kSetShift, kSetShift, kSetInt)) \
    X(ShiftRightRound, Types(0, kSetI16 | kSetI32, kSetI16 | kSetI32, kSetI16 | kSetI32, kSetI16 | kSetI32)) \
    X(LeakyRelu, Types(0, kSetFH, kSetFH, kSetFH, kSetFH)) \
    X(Axpy, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFloat))

/// The same, functions of the high-level library.
#define ASCENDC_VEC_SCALAR_FUNCTIONS(X) \
    X(PowerScalar, Types(0, kSetPower, kSetPower, 0, kSetNumber)) \
    X(PowerOfScalar, Types(0, kSetPower, kSetPower, 0, kSetNumber)) \
    X(Swish, Types(0, kSetFH, kSetFH, 0, kSetFH))

#define ASCENDC_VEC_SCALAR_OPS(X) ASCENDC_VEC_SCALAR_INSTRUCTIONS(X) ASCENDC_VEC_SCALAR_FUNCTIONS(X)

// clang-format on

namespace AscendC::isa {

enum class UnaryOp : uint16_t { ASCENDC_VEC_UNARY_OPS(ASCENDC_VEC_ENUM) };
enum class BinaryOp : uint16_t { ASCENDC_VEC_BINARY_OPS(ASCENDC_VEC_ENUM) };
enum class ScalarOp : uint16_t { ASCENDC_VEC_SCALAR_OPS(ASCENDC_VEC_ENUM) };

constexpr OpTraits TraitsOf(UnaryOp op) {
#define ASCENDC_VEC_OP UnaryOp
    switch (op) { ASCENDC_VEC_UNARY_OPS(ASCENDC_VEC_CASE) }
#undef ASCENDC_VEC_OP
    return {};
}
constexpr OpTraits TraitsOf(BinaryOp op) {
#define ASCENDC_VEC_OP BinaryOp
    switch (op) { ASCENDC_VEC_BINARY_OPS(ASCENDC_VEC_CASE) }
#undef ASCENDC_VEC_OP
    return {};
}
constexpr OpTraits TraitsOf(ScalarOp op) {
#define ASCENDC_VEC_OP ScalarOp
    switch (op) { ASCENDC_VEC_SCALAR_OPS(ASCENDC_VEC_CASE) }
#undef ASCENDC_VEC_OP
    return {};
}

/// True for functions of the high-level library. Here the sources have been read before dst is
/// written; on hardware they are many instructions, some of which write dst before the last has
/// read the sources (WorksInPlace).
constexpr bool IsFunction(UnaryOp op) {
    return op >= UnaryOp::kSin;
}
constexpr bool IsFunction(BinaryOp op) {
    return op >= BinaryOp::kXor;
}
constexpr bool IsFunction(ScalarOp op) {
    return op >= ScalarOp::kPowerScalar;
}

/// True for functions of the library that let dst be where the source is: their page says so, or
/// they read each element before they write it, which 910B computes right (kLn is Log there).
constexpr bool WorksInPlace(UnaryOp op, uint32_t arch) {
    switch (op) {
        case UnaryOp::kTrunc:
        case UnaryOp::kRint:
        case UnaryOp::kGelu:
        case UnaryOp::kFasterGelu:
        case UnaryOp::kFasterGeluV2:
            return true;
        case UnaryOp::kLn:
        case UnaryOp::kLog2:
        case UnaryOp::kLog10:
        case UnaryOp::kTanh:
            return arch == 220;
        default:
            return false;
    }
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
    bool separate;  ///< a function of the library whose page keeps dst from the source
    VecShape shape;
    VecOperand dst, src;
};

/// dst = op(src0, src1 [, dst]); lanes per repeat follow the wider of the two types.
struct VecBinary {
    BinaryOp op;
    DType dst_type, src_type;
    VecShape shape;
    VecOperand dst, src0, src1;
    float param;  ///< SwiGLU: the factor in its gate
};

/// dst = op(src, scalar [, dst]).
struct VecScalar {
    ScalarOp op;
    DType dst_type, src_type;
    bool separate;  ///< as in VecUnary
    VecShape shape;
    VecOperand dst, src;
    uint64_t scalar;  ///< raw bits, of type src_type
};

/// How Cast rounds; the numbers are RoundMode's.
enum class Round : uint8_t { kNone, kRint, kFloor, kCeil, kRound, kTrunc, kOdd };

/// dst = src converted. int32 -> half is multiplied by the core's dequantisation scale.
struct VecCast {
    DType dst_type, src_type;
    Round round;
    VecShape shape;
    VecOperand dst, src;
};

/// int16 or int32 -> int8/uint8/half with the core's dequantisation scale and offset.
struct VecCastDeq {
    DType dst_type, src_type;
    bool per_lane;    ///< scales come from the table of SetDeqScale(tensor, ...)
    bool upper_half;  ///< 8-bit results fill the upper halves of dst's blocks (else the lower)
    VecShape shape;
    VecOperand dst, src;
};

}  // namespace AscendC::isa
