#include "aicore/exec/functors.h"
#include "aicore/exec/map.h"
#include "aicore/exec/saturating.h"
#include "aicore/instruction_executor.h"
#include "isa/vec_elementwise.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

template <typename Functor, bool Old>
struct Loops {
    template <typename T>
    static constexpr Kernel Of() {
        if constexpr (Old) {
            return MapScalarOld<Functor, T>;
        } else {
            return MapScalar<Functor, T>;
        }
    }
};

Kernel Find(ScalarOp op, DType type) {
    switch (op) {
#define AICORE_CASE(name, types)                                                                  \
    case ScalarOp::k##name:                                                                       \
        return KernelFor<Loops<name##Functor, ReadsDst(ScalarOp::k##name)>, ComputeTypes(types)>( \
            type);
        ASCENDC_VEC_SCALAR_OPS(AICORE_CASE)
#undef AICORE_CASE
    }
    return nullptr;
}

void RunScalar(const VecScalar* record) {
    const VecScalar& r = *record;
    Program program = {};
    program.in_type = program.out_type = ComputeType(r.src_type);
    program.sources = ReadsDst(r.op) ? 2 : 1;
    program.src[0] = {r.src, r.src_type};
    program.src[1] = {r.dst, r.dst_type};
    program.reads_first = IsFunction(r.op);
    program.dst = {r.dst, r.dst_type};
    program.args.scalar = LoadScalar(r.src_type, r.scalar);
    program.kernel = SaturatingOr(r.op, program.in_type, Find(r.op, program.in_type));
    if (program.kernel == nullptr) {
        UnknownType();
    }
    Run(program, r.shape);
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_scalar, VecScalar, RunScalar)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
