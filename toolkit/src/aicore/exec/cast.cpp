#include "aicore/exec/engine.h"
#include "aicore/exec/half_blocks.h"
#include "aicore/exec/numeric.h"
#include "aicore/exec/types.h"
#include "aicore/instruction_executor.h"
#include "isa/core.h"
#include "isa/vec_elementwise.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr size_t kBlock = 512;

void HalfToFloatKernel(void* out, const void* const* in, size_t n, const LoopArgs&) {
    HalfToFloatBlock(static_cast<float*>(out), static_cast<const uint16_t*>(in[0]), n);
}

void BfloatToFloatKernel(void* out, const void* const* in, size_t n, const LoopArgs&) {
    BfloatToFloatBlock(static_cast<float*>(out), static_cast<const uint16_t*>(in[0]), n);
}

/// float -> half or bfloat16.
void NarrowKernel(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    const bool saturate = Saturates(CurrentCore());
    const float* src = static_cast<const float*>(in[0]);
    if (args.to == DType::kF16) {
        RoundToHalf(args.round, static_cast<uint16_t*>(out), src, n, saturate);
    } else {
        RoundToBfloat(args.round, static_cast<uint16_t*>(out), src, n, saturate);
    }
}

void IntegralKernel(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    RoundToIntegral(args.round, static_cast<float*>(out), static_cast<const float*>(in[0]), n);
}

/// float -> integer.
void FloatToIntKernel(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    float rounded[kBlock];
    const float* src = static_cast<const float*>(in[0]);
    for (size_t start = 0; start < n; start += kBlock) {
        const size_t count = n - start < kBlock ? n - start : kBlock;
        RoundToIntegral(args.round, rounded, src + start, count);
        ConvertSaturating(DType::kF32, args.to,
                          static_cast<uint8_t*>(out) + BytesFor(args.to, start), rounded, count);
    }
}

void IntToIntKernel(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    ConvertSaturating(args.from, args.to, out, in[0], n);
}

/// The same with saturation turned off: results are the low bits.
void IntToLowBitsKernel(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    ConvertToLowBits(args.from, args.to, out, in[0], n);
}

void FloatToLowBitsKernel(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    float rounded[kBlock];
    const float* src = static_cast<const float*>(in[0]);
    for (size_t start = 0; start < n; start += kBlock) {
        const size_t count = n - start < kBlock ? n - start : kBlock;
        RoundToIntegral(args.round, rounded, src + start, count);
        ConvertToLowBits(DType::kF32, args.to,
                         static_cast<uint8_t*>(out) + BytesFor(args.to, start), rounded, count);
    }
}

/// An integer as float under any rounding mode.
template <typename T>
float FloatOfInt(T value, Round round) {
    const float near = static_cast<float>(value);
    const __int128 exact = static_cast<__int128>(value);
    const __int128 rounded = static_cast<__int128>(near);
    if (rounded == exact || round == Round::kNone || round == Round::kRint) {
        return near;
    }
    // Neighbours in magnitude are neighbours in the bit pattern.
    const uint32_t bits = BitsOfFloat(near);
    const bool negative = value < T{0};
    const bool away = negative ? rounded < exact : rounded > exact;
    const uint32_t inner = away ? bits - 1 : bits;
    const float toward = FloatOfBits(inner);
    const float outward = FloatOfBits(inner + 1);
    switch (round) {
        case Round::kFloor:
            return negative ? outward : toward;
        case Round::kCeil:
            return negative ? toward : outward;
        case Round::kOdd:
            return (inner & 1) != 0 ? toward : outward;
        case Round::kRound: {
            const __int128 twice = 2 * exact;
            const __int128 middle = static_cast<__int128>(toward) + static_cast<__int128>(outward);
            return (negative ? twice <= middle : twice >= middle) ? outward : toward;
        }
        default:
            return toward;
    }
}

void IntToFloatKernel(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    if (args.round == Round::kNone || args.round == Round::kRint) {
        ConvertSaturating(args.from, DType::kF32, out, in[0], n);
        return;
    }
    VisitType(args.from, [&](auto tag) {
        using T = typename decltype(tag)::type;
        if constexpr (!std::is_same_v<T, float>) {
            const T* src = static_cast<const T*>(in[0]);
            for (size_t i = 0; i < n; ++i) {
                static_cast<float*>(out)[i] = FloatOfInt<T>(src[i], args.round);
            }
        }
        return 0;
    });
}

/// integer -> half or bfloat16. int32 -> half is scaled by the dequantisation register.
void IntToNarrowKernel(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    float values[kBlock];
    const bool scaled = args.from == DType::kI32 && args.to == DType::kF16;
    const float scale = scaled ? FromBits<float>(args.scalar) : 1.0F;
    for (size_t start = 0; start < n; start += kBlock) {
        const size_t count = n - start < kBlock ? n - start : kBlock;
        const void* block[1] = {static_cast<const uint8_t*>(in[0]) + BytesFor(args.from, start)};
        ConvertSaturating(args.from, DType::kF32, values, block[0], count);
        for (size_t i = 0; i < count; ++i) {
            values[i] *= scale;
        }
        LoopArgs narrow = args;
        narrow.round = scaled ? Round::kRint : args.round;
        block[0] = values;
        NarrowKernel(static_cast<uint16_t*>(out) + start, block, count, narrow);
    }
}

bool IsNarrowFloat(DType type) {
    return type == DType::kF16 || type == DType::kBF16;
}

bool IsFloat(DType type) {
    return type == DType::kF32 || IsNarrowFloat(type);
}

void RunCast(const VecCast* record) {
    const VecCast& r = *record;
    Program program = {};
    program.sources = 1;
    program.src[0] = {r.src, r.src_type};
    program.dst = {r.dst, r.dst_type};
    program.in_type = ComputeType(r.src_type);
    program.out_type = ComputeType(r.dst_type);
    program.args = {0, r.round, program.in_type, program.out_type};
    const bool from_float = IsFloat(r.src_type);
    if (IsNarrowFloat(r.dst_type) && r.src_type != r.dst_type) {
        program.out_type = program.args.to = r.dst_type;
        program.kernel = from_float ? NarrowKernel : IntToNarrowKernel;
        program.args.scalar = ToBits(HalfToFloat(static_cast<uint16_t>(CurrentCore().deq_scale)));
    } else if (IsNarrowFloat(r.src_type) && r.dst_type == DType::kF32) {
        program.in_type = r.src_type;
        program.kernel = r.src_type == DType::kF16 ? HalfToFloatKernel : BfloatToFloatKernel;
    } else if (IsFloat(r.dst_type)) {
        program.kernel = from_float ? IntegralKernel : IntToFloatKernel;
    } else if (TruncatesCasts(CurrentCore())) {
        program.kernel = from_float ? FloatToLowBitsKernel : IntToLowBitsKernel;
    } else {
        program.kernel = from_float ? FloatToIntKernel : IntToIntKernel;
    }
    Run(program, r.shape);
}

/// One word of dequantisation parameters: float scale, of which the core takes 10 bits of the
/// fraction, 9-bit offset at bit 37, sign of the result at 46.
float Dequantise(float value, uint64_t word, bool* is_signed) {
    const float scale = FloatOfBits(static_cast<uint32_t>(word) & 0xffffe000U);
    const int32_t raw = static_cast<int32_t>((word >> 37) & 0x1ff);
    const int32_t offset = raw >= 256 ? raw - 512 : raw;
    *is_signed = ((word >> 46) & 1) != 0;
    return __builtin_rintf(value * scale) + static_cast<float>(offset);
}

uint8_t SaturateByte(float value, bool is_signed) {
    const float low = is_signed ? -128.0F : 0.0F;
    const float high = is_signed ? 127.0F : 255.0F;
    const float clamped = value < low ? low : (value > high ? high : value);
    return static_cast<uint8_t>(static_cast<int32_t>(clamped == clamped ? clamped : 0.0F));
}

/// Results of 8 bits take one half of each block; int32 -> half goes through Cast's scaling.
void RunCastDeq(const VecCastDeq* record) {
    const VecCastDeq& r = *record;
    if (r.src_type != DType::kI16) {
        const VecCast cast = {r.dst_type, r.src_type, Round::kNone, r.shape, r.dst, r.src};
        RunCast(&cast);
        return;
    }
    constexpr uint32_t kLanes = 128;
    const Core& core = CurrentCore();
    const uint64_t* table = static_cast<const uint64_t*>(core.deq_tensor);
    const uint32_t repeats = RepeatsOf(r.shape, kLanes);
    const bool dense = r.shape.mode == VecMode::kCount;
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        const LaneSet lanes = LanesOfRepeat(r.shape, repeat, kLanes);
        int16_t values[kLanes] = {};
        PackRepeat(values, r.src, repeat, DType::kI16, kLanes, lanes);
        uint8_t* dst = static_cast<uint8_t*>(r.dst.addr) +
                       size_t{repeat} * (dense ? 8 : r.dst.rep_stride) * kBlockBytes;
        for (uint32_t lane = 0; lane < kLanes; ++lane) {
            if (!HasLane(lanes, lane)) {
                continue;
            }
            bool is_signed = false;
            const uint64_t word =
                r.per_lane && table != nullptr ? table[lane % 16] : core.deq_scale;
            const float value = Dequantise(values[lane], word, &is_signed);
            const uint32_t block = lane / 16 * (dense ? 1 : r.dst.blk_stride);
            dst[block * kBlockBytes + (r.upper_half ? 16 : 0) + lane % 16] =
                SaturateByte(value, is_signed);
        }
    }
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_cast, VecCast, RunCast)
AICORE_EXECUTOR(aicore_vec_cast_deq, VecCastDeq, RunCastDeq)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
