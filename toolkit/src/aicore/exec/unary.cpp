#include "aicore/estimates.h"
#include "aicore/exec/estimates.h"
#include "aicore/exec/exp.h"
#include "aicore/exec/functors.h"
#include "aicore/exec/map.h"
#include "aicore/instruction_executor.h"
#include "isa/core.h"
#include "isa/vec_elementwise.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

template <typename Functor>
struct Loops {
    template <typename T>
    static constexpr Kernel Of() {
        return MapUnary<Functor, T>;
    }
};

Kernel Find(UnaryOp op, DType type) {
    switch (op) {
#define AICORE_CASE(name, types) \
    case UnaryOp::k##name:       \
        return KernelFor<Loops<name##Functor>, ComputeTypes(types)>(type);
        ASCENDC_VEC_UNARY_OPS(AICORE_CASE)
#undef AICORE_CASE
    }
    return nullptr;
}

template <double (*Exact)(double)>
void MapExact(float* dst, const float* src, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        dst[i] = static_cast<float>(Exact(static_cast<double>(src[i])));
    }
}

void MapExp(void* out, const void* const* in, size_t n, const LoopArgs&) {
    ExpArray(static_cast<float*>(out), static_cast<const float*>(in[0]), n);
}

struct ReciprocalEstimate {
    template <typename T>
    ASCENDC_ALWAYS_INLINE static T Apply(T a) {
        return estimate::Reciprocal(a);
    }
};
struct RsqrtEstimate {
    template <typename T>
    ASCENDC_ALWAYS_INLINE static T Apply(T a) {
        return estimate::Rsqrt(a);
    }
};

bool Estimates() {
    return CurrentCore().arch < 310 && ::aicore::EstimatesSetting() != ::aicore::Estimates::kExact;
}

double ExactSin(double x) {
    return std::sin(x);
}
double ExactCos(double x) {
    return std::cos(x);
}
double ExactTan(double x) {
    return std::tan(x);
}

/// Angles that the vectorised reduction cannot handle go through libm, block by block.
template <typename Functor, double (*Exact)(double)>
void MapAngle(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    constexpr size_t kBlock = 256;
    for (size_t start = 0; start < n; start += kBlock) {
        const size_t count = n - start < kBlock ? n - start : kBlock;
        const float* src = static_cast<const float*>(in[0]) + start;
        float* dst = static_cast<float*>(out) + start;
        uint32_t large = 0;
        AICORE_IVDEP
        for (size_t i = 0; i < count; ++i) {
            large |= __builtin_fabsf(src[i]) < math::kMaxAngle ? 0U : 1U;
        }
        if (large != 0) {
            MapExact<Exact>(dst, src, count);
        } else {
            const void* block[1] = {src};
            MapUnary<Functor, float>(dst, block, count, args);
        }
    }
}

void RunUnary(const VecUnary* record) {
    const VecUnary& r = *record;
    Program program = {};
    program.in_type = program.out_type = ComputeType(r.type);
    program.sources = 1;
    program.src[0] = {r.src, r.type};
    program.reads_first = IsFunction(r.op);
    program.dst = {r.dst, r.type};
    program.kernel = Find(r.op, program.in_type);
    switch (r.op) {
        case UnaryOp::kExp:
            program.kernel = MapExp;
            break;
        case UnaryOp::kReciprocal:
            program.kernel = Estimates() ? MapUnary<ReciprocalEstimate, float> : program.kernel;
            break;
        case UnaryOp::kRsqrt:
            program.kernel = Estimates() ? MapUnary<RsqrtEstimate, float> : program.kernel;
            break;
        case UnaryOp::kSin:
            program.kernel = MapAngle<SinFunctor, ExactSin>;
            break;
        case UnaryOp::kCos:
            program.kernel = MapAngle<CosFunctor, ExactCos>;
            break;
        case UnaryOp::kTan:
            program.kernel = MapAngle<TanFunctor, ExactTan>;
            break;
        default:
            break;
    }
    if (program.kernel == nullptr) {
        UnknownType();
    }
    Run(program, r.shape);
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_unary, VecUnary, RunUnary)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
