#include "observe/check/operand_rules.h"

#include <algorithm>

#include "isa/vec_elementwise.h"
#include "isa/vec_gather.h"

namespace observe {
namespace {

using namespace AscendC::isa;

/// Bytes that an operand covers in one repeat.
struct ByteRange {
    uint64_t begin, end;
    bool Meets(const ByteRange& other) const { return begin < other.end && other.begin < end; }
    bool Is(const ByteRange& other) const { return begin == other.begin && end == other.end; }
};

/// An operand whose repeats are contiguous runs of lanes: those that can be judged by their ends.
class Operands {
public:
    Operands(const VecShape& shape, uint32_t bytes)
        : shape_(shape), bytes_(bytes), width_(bytes == 0 ? 1 : LanesOf(bytes)) {
        if (shape.mode == VecMode::kMask) {
            repeats_ = shape.repeat;
            lanes_ = 0;
            for (uint32_t lane = 0; lane < width_ && lane < 128; ++lane) {
                lanes_ = (shape.mask[lane >> 6] >> (lane & 63) & 1) != 0 ? lane + 1 : lanes_;
            }
        } else {
            repeats_ = (shape.count + width_ - 1) / width_;
            lanes_ = std::min(shape.count, width_);
        }
    }

    uint32_t repeats() const { return repeats_; }
    ByteRange At(const VecOperand& operand, uint32_t repeat) const {
        const uint64_t base = reinterpret_cast<uint64_t>(operand.addr);
        uint32_t lanes = lanes_;
        if (shape_.mode != VecMode::kMask && (repeat + 1) * width_ > shape_.count) {
            lanes = shape_.count - repeat * width_;
        }
        if (shape_.mode == VecMode::kCount) {
            const uint64_t begin = base + uint64_t{repeat} * width_ * bytes_;
            return {begin, begin + uint64_t{lanes} * bytes_};
        }
        const uint64_t begin = base + uint64_t{repeat} * operand.rep_stride * kBlockBytes;
        return {begin, begin + uint64_t{lanes} * bytes_};
    }
    bool IsDense(const VecOperand& operand) const {
        return shape_.mode == VecMode::kCount || operand.blk_stride == 1;
    }

private:
    const VecShape& shape_;
    uint32_t bytes_;
    uint32_t width_;
    uint32_t repeats_;
    uint32_t lanes_;
};

struct FirstOverlap {
    bool exists;
    bool within_repeat;
    uint32_t repeat;
};

/// Whether any byte of dst is one of src.
bool MeetAtAll(const Operands& operands, const VecOperand& dst, const VecOperand& src) {
    const uint32_t repeats = operands.repeats();
    if (repeats == 0) {
        return false;
    }
    const ByteRange all_dst = {operands.At(dst, 0).begin, operands.At(dst, repeats - 1).end};
    const ByteRange all_src = {operands.At(src, 0).begin, operands.At(src, repeats - 1).end};
    return all_dst.Meets(all_src);
}

/// Whether a repeat writes what it reads elsewhere, or what a later one reads.
FirstOverlap FindOverlap(const Operands& operands, const VecOperand& dst, const VecOperand& src) {
    const uint32_t repeats = operands.repeats();
    if (repeats == 0 || !operands.IsDense(dst) || !operands.IsDense(src)) {
        return {};
    }
    const ByteRange all_dst = {operands.At(dst, 0).begin, operands.At(dst, repeats - 1).end};
    const ByteRange all_src = {operands.At(src, 0).begin, operands.At(src, repeats - 1).end};
    const bool in_place =
        dst.addr == src.addr && operands.At(dst, repeats - 1).Is(operands.At(src, repeats - 1));
    if (in_place || !all_dst.Meets(all_src)) {
        return {};
    }
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        const ByteRange written = operands.At(dst, repeat);
        if (written.Meets(operands.At(src, repeat)) && !written.Is(operands.At(src, repeat))) {
            return {true, true, repeat};
        }
        for (uint32_t later = repeat + 1; later < repeats; ++later) {
            if (written.Meets(operands.At(src, later))) {
                return {true, false, repeat};
            }
        }
    }
    return {};
}

/// Instructions for which a repeat may add to what the one before left, by the second source.
bool MayAccumulate(BinaryOp op) {
    switch (op) {
        case BinaryOp::kAdd:
        case BinaryOp::kSub:
        case BinaryOp::kMul:
        case BinaryOp::kMax:
        case BinaryOp::kMin:
        case BinaryOp::kAddRelu:
        case BinaryOp::kSubRelu:
            return true;
        default:
            return false;
    }
}

}  // namespace

void OperandRules::Check(const Moment& moment) {
    if (!checker_.tools.memcheck) {
        return;
    }
    const auto judge = [&](const VecShape& shape, uint32_t bytes, const VecOperand& dst,
                           const VecOperand& src, const char* name) {
        const FirstOverlap overlap = FindOverlap(Operands(shape, bytes), dst, src);
        if (overlap.exists) {
            ReportOverlap(moment, name, overlap.within_repeat, overlap.repeat);
        }
    };
    // Pages of library functions: dst must not overlap a source, the same place included.
    const auto expect_apart = [&](const VecShape& shape, uint32_t bytes, const VecOperand& dst,
                                  const VecOperand& src, const char* name) {
        if (MeetAtAll(Operands(shape, bytes), dst, src)) {
            ReportInPlace(moment, name);
        }
    };
    switch (moment.kind) {
        case RecordKind::kVecUnary: {
            const auto& r = *static_cast<const VecUnary*>(moment.record);
            const bool in_place = r.dst.addr == r.src.addr;
            if (!IsFunction(r.op) && !r.separate) {
                judge(r.shape, BitsOf(r.type) / 8, r.dst, r.src, "src");
            } else if (!in_place || !WorksInPlace(r.op, moment.state->core->arch)) {
                expect_apart(r.shape, BitsOf(r.type) / 8, r.dst, r.src, "src");
            }
            CheckAccuracy(moment, r);
            break;
        }
        case RecordKind::kVecScalar: {
            const auto& r = *static_cast<const VecScalar*>(moment.record);
            if (IsFunction(r.op) || r.separate) {
                expect_apart(r.shape, BitsOf(r.src_type) / 8, r.dst, r.src, "src");
            } else if (r.dst_type == r.src_type) {
                judge(r.shape, BitsOf(r.src_type) / 8, r.dst, r.src, "src");
            }
            break;
        }
        case RecordKind::kVecBinary: {
            const auto& r = *static_cast<const VecBinary*>(moment.record);
            const uint32_t bytes = BitsOf(r.src_type) / 8;
            if (IsFunction(r.op)) {
                expect_apart(r.shape, bytes, r.dst, r.src0, "src0");
                expect_apart(r.shape, bytes, r.dst, r.src1, "src1");
                break;
            }
            if (BitsOf(r.dst_type) != BitsOf(r.src_type)) {
                break;
            }
            // Accumulations over repeats are promised for the second source, and work for the
            // first.
            const bool accumulates =
                MayAccumulate(r.op) && r.shape.mode != VecMode::kCount && r.dst.rep_stride == 0;
            if (!accumulates) {
                judge(r.shape, bytes, r.dst, r.src0, "src0");
                judge(r.shape, bytes, r.dst, r.src1, "src1");
            }
            break;
        }
        case RecordKind::kVecGather:
            CheckOffsets(moment);
            break;
        default:
            break;
    }
}

void OperandRules::ReportOverlap(const Moment& moment, const char* source, bool within_repeat,
                                 uint32_t repeat) {
    checker_.reports.Add(
        {Fault::kOverlap, moment.location, source, kNoLocation}, moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kOverlap;
            report.severity = Severity::kError;
            report.message =
                std::string("dst overlaps ") + source +
                (within_repeat ? " in part within a repeat" : ": it is what a later repeat reads") +
                ", first in repeat " + std::to_string(repeat);
            report.help = "use the same address for both, or memory that does not overlap";
            report.side = SideOf(moment, "dst", "write");
            report.memory = "UB";
            return report;
        });
}

void OperandRules::ReportInPlace(const Moment& moment, const char* source) {
    checker_.reports.Add(
        {Fault::kOverlap, moment.location, source, kNoLocation}, moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kOverlap;
            report.severity = Severity::kWarning;
            report.message = std::string("dst overlaps ") + source +
                             ", which the page of this library function does not allow: it may "
                             "write dst before it has read all of the source";
            report.help = "give dst separate memory";
            report.side = SideOf(moment, "dst", "write");
            report.memory = "UB";
            return report;
        });
}

/// The documentation says of both, for all cores before arch 310, that their results are neither
/// within 1e-3 in half nor within 1e-4 in float; printed values of a 910B have eight right bits
/// after the point. Results of half hardly differ from its own rounding: that is a note.
void OperandRules::CheckAccuracy(const Moment& moment, const VecUnary& r) {
    const bool is_estimate = r.op == UnaryOp::kReciprocal || r.op == UnaryOp::kRsqrt;
    if (!is_estimate || moment.state->core->arch == 310) {
        return;
    }
    checker_.reports.Add(
        {Fault::kAccuracy, moment.location, "dst", kNoLocation}, moment.state->name, [&] {
            const bool is_float = r.type == DType::kF32;
            const bool is_reciprocal = r.op == UnaryOp::kReciprocal;
            FaultReport report = {};
            report.fault = Fault::kAccuracy;
            report.severity = is_float ? Severity::kWarning : Severity::kInfo;
            report.message = std::string("the results are estimates, off by more than ") +
                             (is_float ? "1e-4" : "1e-3");
            report.help = is_reciprocal ? "divide by Div where that is too far off"
                                        : "use Sqrt and Div where that is too far off";
            report.side = SideOf(moment, "dst", "write");
            return report;
        });
}

void OperandRules::CheckOffsets(const Moment& moment) {
    const auto& r = *static_cast<const VecGather*>(moment.record);
    const LocalMemory* const memory = moment.state->MemoryOf(AscendC::Hardware::UB);
    const uint64_t offsets = reinterpret_cast<uint64_t>(r.offsets);
    const uint64_t lanes =
        r.shape.mode == VecMode::kMask ? uint64_t{r.shape.repeat} * LanesOf(r.size) : r.shape.count;
    if (memory == nullptr || offsets < memory->base || r.shape.mode == VecMode::kMask ||
        offsets + lanes * sizeof(uint32_t) > memory->base + memory->size) {
        return;
    }
    for (uint64_t i = 0; i < lanes; ++i) {
        const uint32_t offset = r.offsets[i] + r.base;
        if (offset % r.size == 0) {
            continue;
        }
        checker_.reports.Add(
            {Fault::kMisaligned, moment.location, "offset", kNoLocation}, moment.state->name, [&] {
                FaultReport report = {};
                report.fault = Fault::kMisaligned;
                report.severity = Severity::kError;
                report.message = "offset " + std::to_string(i) + " is " + std::to_string(offset) +
                                 " bytes, which is no multiple of an element (" +
                                 std::to_string(r.size) + " bytes)";
                report.help = "offsets count bytes: multiply indices by the size of an element";
                report.side = SideOf(moment, "offset", "read");
                report.memory = "UB";
                report.address = offsets + i * sizeof(uint32_t) - memory->base;
                report.size = sizeof(uint32_t);
                return report;
            });
        return;
    }
}

}  // namespace observe
