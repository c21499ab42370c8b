#include "observe/cycles/vector_costs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "isa/vec_elementwise.h"
#include "isa/vec_fill.h"
#include "isa/vec_gather.h"
#include "isa/vec_reduce.h"
#include "isa/vec_select.h"
#include "isa/vec_shape.h"
#include "isa/vec_sort.h"
#include "isa/vec_transpose.h"
#include "observe/access/access.h"

namespace observe::cycles {
namespace {

using namespace AscendC::isa;

uint32_t RepeatsOf(uint64_t bytes) {
    return static_cast<uint32_t>((bytes + kRepeatBytes - 1) / kRepeatBytes);
}

/// Functions of the library that are one record here, by what their rows are called.
const char* FunctionName(RecordKind kind) {
    switch (kind) {
        case RecordKind::kVecSoftmax:
        case RecordKind::kVecSoftmaxAdjust:
            return "Softmax";
        case RecordKind::kVecSoftmaxGrad:
            return "SoftmaxGrad";
        case RecordKind::kVecNorm:
        case RecordKind::kVecGroupNorm:
        case RecordKind::kVecBatchNorm:
            return "Norm";
        case RecordKind::kVecNormGrad:
        case RecordKind::kVecNormGradBeta:
            return "NormGrad";
        case RecordKind::kVecWelfordUpdate:
        case RecordKind::kVecWelfordFinalize:
            return "Welford";
        case RecordKind::kVecRowSum:
            return "RowSum";
        case RecordKind::kVecReduceAxis:
            return "ReduceAxis";
        case RecordKind::kVecXorSum:
            return "ReduceAll";
        case RecordKind::kVecCumSum:
            return "CumSum";
        case RecordKind::kVecQuant:
            return "Quant";
        case RecordKind::kVecDequant:
            return "Dequant";
        case RecordKind::kVecAntiQuant:
            return "AntiQuant";
        case RecordKind::kVecTopK:
            return "TopK";
        case RecordKind::kVecSortAll:
            return "SortAll";
        case RecordKind::kVecBroadcast:
            return "Broadcast";
        case RecordKind::kVecPad:
        case RecordKind::kVecPadBlocks:
            return "Pad";
        case RecordKind::kVecSelectBytes:
            return "SelectBytes";
        case RecordKind::kVecDropOut:
            return "DropOut";
        case RecordKind::kVecPermute:
            return "Permute";
        default:
            return "Default";
    }
}

/// The bytes of the largest operand.
class LargestOperand : public RegionVisitor {
public:
    void Visit(const Region& region) override {
        uint64_t bytes = region.run;
        for (uint32_t i = 0; i < region.axis_count; ++i) {
            bytes *= region.axes[i].stride == 0 ? 1 : region.axes[i].count;
        }
        bytes_ = std::max(bytes_, bytes);
    }
    uint64_t bytes() const { return bytes_; }

private:
    uint64_t bytes_ = 0;
};

const char* const kUnaryNames[] = {
#define CYCLES_NAME(name, types) #name,
    ASCENDC_VEC_UNARY_OPS(CYCLES_NAME)};
const char* const kBinaryNames[] = {ASCENDC_VEC_BINARY_OPS(CYCLES_NAME)};
const char* const kScalarNames[] = {ASCENDC_VEC_SCALAR_OPS(CYCLES_NAME)
#undef CYCLES_NAME
};

}  // namespace

struct VectorCosts::Figures {
    explicit Figures(const Constants& constants);

    double issue, counter_mode;
    std::vector<Operation> unary, binary, scalar;
    std::map<std::string, Operation, std::less<>> named;

private:
    static Operation Instruction(const Constants& constants, const std::string& name) {
        return {constants("vec.slope." + name + ".f32"), constants("vec.slope." + name + ".f16"),
                constants("vec.startup." + name), 0};
    }
    static Operation Function(const Constants& constants, const std::string& name) {
        const double slope = constants("lib.slope." + name);
        // Elements of 16 bits are computed as floats: two repeats for one, and two conversions.
        return {slope, 2 * slope + 2, constants("vec.startup"), constants("lib.count." + name)};
    }
    /// The operations of an enumeration, in its order.
    template <typename Op, size_t kCount>
    static std::vector<Operation> All(const Constants& constants,
                                      const char* const (&names)[kCount]) {
        std::vector<Operation> operations;
        for (size_t i = 0; i < kCount; ++i) {
            operations.push_back(IsFunction(static_cast<Op>(i)) ? Function(constants, names[i])
                                                                : Instruction(constants, names[i]));
        }
        return operations;
    }
};

VectorCosts::Figures::Figures(const Constants& constants)
    : issue(constants("vec.issue")),
      counter_mode(constants("vec.counter_mode")),
      unary(All<UnaryOp>(constants, kUnaryNames)),
      binary(All<BinaryOp>(constants, kBinaryNames)),
      scalar(All<ScalarOp>(constants, kScalarNames)) {
    for (const char* name : {"Cast",          "CastDeq",      "Duplicate",        "Index",
                             "Copy",          "Brcb",         "Gather.b32",       "Gather.b16",
                             "Scatter",       "GatherBlocks", "GatherMask",       "Compare",
                             "CompareScalar", "Select",       "Sort32",           "MergeSort",
                             "Conv5Hd",       "ReduceRepeat", "ReduceRepeat.sum", "ReduceBlock",
                             "ReducePair"}) {
        named.emplace(name, Instruction(constants, name));
    }
    for (const char* name : {"ReduceTensor", "ReduceTensor.sum"}) {
        const std::string slope = std::string("lib.slope.") + name;
        named.emplace(name, Operation{constants(slope + ".f32"), constants(slope + ".f16"),
                                      constants("vec.startup.ReduceRepeat"),
                                      constants(std::string("lib.count.") + name)});
    }
    for (int kind = 0; kind < static_cast<int>(kFirstEvent); ++kind) {
        const char* const name = FunctionName(static_cast<RecordKind>(kind));
        named.emplace(name, Function(constants, name));
    }
}

/// Looked up once: there are some hundred, and launches may be short.
const VectorCosts::Figures& VectorCosts::FiguresOf(const Constants& constants) {
    static std::mutex mutex;
    static auto* const figures_of_archs = new std::map<uint32_t, Figures>();
    const std::lock_guard<std::mutex> lock(mutex);
    return figures_of_archs->try_emplace(constants.arch(), constants).first->second;
}

VectorCosts::VectorCosts(const Constants& constants, uint32_t groups)
    : figures_(FiguresOf(constants)), banks_(groups, constants("vec.read_write_conflict")) {}

template <typename Shape>
VectorCosts::Use VectorCosts::UseOf(const Shape& shape, uint32_t bits) {
    if (shape.mode == VecMode::kMask) {
        return {shape.repeat, false, bits};
    }
    const uint64_t bytes = uint64_t{shape.count} * bits / 8;
    return {RepeatsOf(bytes), bytes % kRepeatBytes != 0, bits};
}

Work VectorCosts::Timed(const Operation& operation, const Use& use, double bank_cycles) const {
    const double slope = use.bits == 16 ? operation.slope_16 : operation.slope_32;
    const double extra = use.partial ? figures_.counter_mode : 0;
    if (operation.count > 0) {
        return {operation.count * (operation.startup + extra) + slope * use.repeats, 0};
    }
    return {std::max(figures_.issue, std::max(slope, bank_cycles) * use.repeats),
            operation.startup + extra};
}

Work VectorCosts::Library(const char* name, RecordKind kind, const void* record,
                          const Core& core) const {
    LargestOperand largest;
    Accesses(kind, record, core, &largest);
    return Timed(figures_.named.find(name)->second, {RepeatsOf(largest.bytes()), false, 32}, 0);
}

/// The operands of a record, for the bank model.
struct VectorCosts::Operands {
    const Core& core;
    const VecShape& shape;

    BlockStream Stream(const VecOperand& operand) const {
        const auto* base = core.arenas[static_cast<int>(AscendC::Hardware::UB)].base;
        const uint64_t offset =
            reinterpret_cast<uint64_t>(operand.addr) - reinterpret_cast<uint64_t>(base);
        const bool flat = shape.mode == VecMode::kCount;
        return {offset, flat ? 1 : operand.blk_stride, flat ? 8 : operand.rep_stride};
    }
};

Work VectorCosts::Of(RecordKind kind, const void* record, const Core& core) const {
    const auto banked = [&](const VecShape& shape, const VecOperand* target,
                            std::initializer_list<const VecOperand*> sources, uint32_t repeats) {
        const Operands operands{core, shape};
        BlockStreams streams;
        for (const VecOperand* source : sources) {
            streams.Add(operands.Stream(*source));
        }
        const BlockStream written = operands.Stream(*target);
        return banks_.Cycles(streams, written, repeats);
    };
    switch (kind) {
        case RecordKind::kVecUnary: {
            const auto& r = *static_cast<const VecUnary*>(record);
            const Use use = UseOf(r.shape, BitsOf(r.type));
            return Timed(figures_.unary[static_cast<size_t>(r.op)], use,
                         banked(r.shape, &r.dst, {&r.src}, use.repeats));
        }
        case RecordKind::kVecBinary: {
            const auto& r = *static_cast<const VecBinary*>(record);
            const Use use = UseOf(r.shape, std::max(BitsOf(r.dst_type), BitsOf(r.src_type)));
            return Timed(figures_.binary[static_cast<size_t>(r.op)], use,
                         banked(r.shape, &r.dst, {&r.src0, &r.src1}, use.repeats));
        }
        case RecordKind::kVecScalar: {
            const auto& r = *static_cast<const VecScalar*>(record);
            const Use use = UseOf(r.shape, std::max(BitsOf(r.dst_type), BitsOf(r.src_type)));
            return Timed(figures_.scalar[static_cast<size_t>(r.op)], use,
                         banked(r.shape, &r.dst, {&r.src}, use.repeats));
        }
        case RecordKind::kVecCast: {
            const auto& r = *static_cast<const VecCast*>(record);
            return Timed(figures_.named.find("Cast")->second,
                         UseOf(r.shape, std::max(BitsOf(r.dst_type), BitsOf(r.src_type))), 0);
        }
        case RecordKind::kVecCastDeq: {
            const auto& r = *static_cast<const VecCastDeq*>(record);
            return Timed(figures_.named.find("CastDeq")->second,
                         UseOf(r.shape, std::max(BitsOf(r.dst_type), BitsOf(r.src_type))), 0);
        }
        case RecordKind::kVecDuplicate: {
            const auto& r = *static_cast<const VecDuplicate*>(record);
            const Use use = UseOf(r.shape, r.size * 8);
            return Timed(figures_.named.find("Duplicate")->second, use,
                         banked(r.shape, &r.dst, {}, use.repeats));
        }
        case RecordKind::kVecIndex: {
            const auto& r = *static_cast<const VecIndex*>(record);
            return Timed(figures_.named.find("Index")->second, UseOf(r.shape, BitsOf(r.type)), 0);
        }
        case RecordKind::kVecCopy: {
            const auto& r = *static_cast<const VecCopy*>(record);
            const Use use = UseOf(r.shape, r.size * 8);
            return Timed(figures_.named.find("Copy")->second, use,
                         banked(r.shape, &r.dst, {&r.src}, use.repeats));
        }
        case RecordKind::kVecBrcb: {
            const auto& r = *static_cast<const VecBrcb*>(record);
            return Timed(figures_.named.find("Brcb")->second, {r.repeat}, 0);
        }
        case RecordKind::kVecReduce: {
            const auto& r = *static_cast<const VecReduce*>(record);
            const char* const name = r.span == ReduceSpan::kBlock  ? "ReduceBlock"
                                     : r.span == ReduceSpan::kPair ? "ReducePair"
                                     : r.op == ReduceOp::kSum      ? "ReduceRepeat.sum"
                                                                   : "ReduceRepeat";
            return Timed(figures_.named.find(name)->second, UseOf(r.shape, BitsOf(r.type)), 0);
        }
        case RecordKind::kVecReduceAll: {
            const auto& r = *static_cast<const VecReduceAll*>(record);
            const char* const name = r.op == ReduceOp::kSum ? "ReduceTensor.sum" : "ReduceTensor";
            return Timed(figures_.named.find(name)->second, UseOf(r.shape, BitsOf(r.type)), 0);
        }
        case RecordKind::kVecGather: {
            const auto& r = *static_cast<const VecGather*>(record);
            return Timed(figures_.named.find(r.size == 4 ? "Gather.b32" : "Gather.b16")->second,
                         UseOf(r.shape, r.size * 8), 0);
        }
        case RecordKind::kVecScatter: {
            const auto& r = *static_cast<const VecScatter*>(record);
            return Timed(figures_.named.find("Scatter")->second, UseOf(r.shape, r.size * 8), 0);
        }
        case RecordKind::kVecGatherBlocks:
            return Timed(figures_.named.find("GatherBlocks")->second,
                         {static_cast<const VecGatherBlocks*>(record)->repeat}, 0);
        case RecordKind::kVecGatherMask:
            return Timed(figures_.named.find("GatherMask")->second,
                         {static_cast<const VecGatherMask*>(record)->repeat}, 0);
        case RecordKind::kVecCompare: {
            const auto& r = *static_cast<const VecCompare*>(record);
            return Timed(figures_.named.find(r.by_scalar ? "CompareScalar" : "Compare")->second,
                         UseOf(r.shape, BitsOf(r.type)), 0);
        }
        case RecordKind::kVecSelect: {
            const auto& r = *static_cast<const VecSelect*>(record);
            return Timed(figures_.named.find("Select")->second, UseOf(r.shape, BitsOf(r.type)), 0);
        }
        case RecordKind::kVecSort32:
            return Timed(figures_.named.find("Sort32")->second,
                         {static_cast<const VecSort32*>(record)->repeat}, 0);
        case RecordKind::kVecMergeSort: {
            const auto& r = *static_cast<const VecMergeSort*>(record);
            uint64_t records = 0;
            for (uint32_t i = 0; i < 4; ++i) {
                records += (r.lists >> i & 1) != 0 ? r.lengths[i] : 0;
            }
            return Timed(figures_.named.find("MergeSort")->second,
                         {RepeatsOf(records * std::max(r.repeat, 1U) * r.record_bytes)}, 0);
        }
        case RecordKind::kVecConv5Hd:
            return Timed(figures_.named.find("Conv5Hd")->second,
                         {static_cast<const VecConv5Hd*>(record)->repeat}, 0);
        case RecordKind::kVecTranspose16:
            return Timed(figures_.named.find("Conv5Hd")->second, {1}, 0);
        case RecordKind::kVecCompareMask:
            return {figures_.issue, 0};
        default:
            return Library(FunctionName(kind), kind, record, core);
    }
}

}  // namespace observe::cycles
