#include "aicore/exec/functors.h"
#include "aicore/exec/map.h"
#include "aicore/exec/saturating.h"
#include "aicore/instruction_executor.h"
#include "isa/core.h"
#include "isa/vec_elementwise.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

template <typename Functor, bool Old>
struct Loops {
    template <typename T>
    static constexpr Kernel Of() {
        if constexpr (Old) {
            return MapTernary<Functor, T>;
        } else {
            return MapBinary<Functor, T>;
        }
    }
};

Kernel Find(BinaryOp op, DType type) {
    switch (op) {
#define AICORE_CASE(name, types)                                                                  \
    case BinaryOp::k##name:                                                                       \
        return KernelFor<Loops<name##Functor, ReadsDst(BinaryOp::k##name)>, ComputeTypes(types)>( \
            type);
        ASCENDC_VEC_BINARY_OPS(AICORE_CASE)
#undef AICORE_CASE
    }
    return nullptr;
}

/// relu((src0 + src1) * scale) in float, from int32.
void AddDeqReluLoop(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    float* dst = static_cast<float*>(out);
    const int32_t* a = static_cast<const int32_t*>(in[0]);
    const int32_t* b = static_cast<const int32_t*>(in[1]);
    const float scale = FromBits<float>(args.scalar);
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        const float sum = static_cast<float>(a[i] + b[i]) * scale;
        dst[i] = sum > 0.0F ? sum : 0.0F;
    }
}

void RunBinary(const VecBinary* record) {
    const VecBinary& r = *record;
    Program program = {};
    program.in_type = ComputeType(ReadsDst(r.op) ? r.dst_type : r.src_type);
    program.out_type = program.in_type;
    program.sources = ReadsDst(r.op) ? 3 : 2;
    program.src[0] = {r.src0, r.src_type};
    program.src[1] = {r.src1, r.src_type};
    program.src[2] = {r.dst, r.dst_type};
    program.reads_first = IsFunction(r.op);
    program.dst = {r.dst, r.dst_type};
    program.args.scalar = ToBits(r.param);
    program.kernel = SaturatingOr(r.op, program.in_type, Find(r.op, program.in_type));
    if (r.op == BinaryOp::kAddDeqRelu) {
        program.kernel = AddDeqReluLoop;
        program.out_type = DType::kF32;
        program.args.scalar = ToBits(HalfToFloat(static_cast<uint16_t>(CurrentCore().deq_scale)));
    }
    if (program.kernel == nullptr) {
        UnknownType();
    }
    Run(program, r.shape);
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_binary, VecBinary, RunBinary)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
