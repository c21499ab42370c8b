#include "observe/cycles/counters.h"

#include "isa/cube_mmad.h"
#include "isa/vec_elementwise.h"
#include "isa/vec_shape.h"

namespace observe::cycles {
namespace {

using namespace AscendC::isa;

Counter BusyCounter(DType type) {
    switch (type) {
        case DType::kF32:
            return Counter::kVecFp32;
        case DType::kF16:
        case DType::kBF16:
            return Counter::kVecFp16;
        case DType::kI32:
        case DType::kU32:
            return Counter::kVecInt32;
        case DType::kI16:
        case DType::kU16:
            return Counter::kVecInt16;
        default:
            return Counter::kVecMisc;
    }
}

uint64_t Lanes(const VecShape& shape, DType type) {
    if (shape.mode != VecMode::kMask) {
        return shape.count;
    }
    const uint64_t lanes = static_cast<uint64_t>(__builtin_popcountll(shape.mask[0])) +
                           static_cast<uint64_t>(__builtin_popcountll(shape.mask[1]));
    return shape.repeat * std::min<uint64_t>(lanes, kRepeatBytes * 8 / BitsOf(type));
}

}  // namespace

void CountVector(const Instruction& instruction, const Span& span, CoreTiming* core) {
    DType type = DType::kNone;
    uint64_t operations = 0;
    switch (instruction.kind) {
        case RecordKind::kVecUnary: {
            const auto& r = instruction.As<VecUnary>();
            type = r.type;
            operations = Lanes(r.shape, type);
            break;
        }
        case RecordKind::kVecBinary: {
            const auto& r = instruction.As<VecBinary>();
            type = r.src_type;
            operations = Lanes(r.shape, type);
            break;
        }
        case RecordKind::kVecScalar: {
            const auto& r = instruction.As<VecScalar>();
            type = r.src_type;
            operations = Lanes(r.shape, type);
            break;
        }
        default:
            break;
    }
    core->counters[BusyCounter(type)] += span.end - span.start;
    core->counters[Counter::kVecOps] += static_cast<double>(operations);
}

void CountCube(const Instruction& instruction, const Span& span, CoreTiming* core) {
    if (instruction.kind != RecordKind::kCubeMmad) {
        return;
    }
    const auto& r = instruction.As<CubeMmad>();
    const bool floating =
        r.a_dtype == DType::kF16 || r.a_dtype == DType::kBF16 || r.a_dtype == DType::kF32;
    core->counters[floating ? Counter::kCubeFp16 : Counter::kCubeInt8] += span.end - span.start;
    core->counters[floating ? Counter::kCubeFpInstructions : Counter::kCubeIntInstructions] += 1;
    core->counters[Counter::kCubeOps] += 2.0 * r.m * r.n * r.k;
}

}  // namespace observe::cycles
