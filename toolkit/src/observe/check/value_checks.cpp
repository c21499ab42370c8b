#include "observe/check/value_checks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "detail/types/half.h"
#include "isa/vec_elementwise.h"
#include "observe/check/lanes.h"
#include "observe/trace/operand_values.h"
#include "support/strings.h"

namespace observe {
namespace {

using AscendC::Hardware;
using AscendC::isa::DType;
using AscendC::isa::RecordKind;

bool Wants(const std::string& wanted, const char* word) {
    const std::vector<std::string> words = support::Split(wanted, ',');
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether the exponent of the float at `address` has all bits set: infinity or NaN.
bool IsNotFinite(DType type, uint64_t address) {
    const void* const at = reinterpret_cast<const void*>(address);
    if (type == DType::kF32) {
        uint32_t bits;
        std::memcpy(&bits, at, sizeof(bits));
        return (bits & 0x7f800000U) == 0x7f800000U;
    }
    uint16_t bits;
    std::memcpy(&bits, at, sizeof(bits));
    const uint16_t exponent = type == DType::kF16 ? 0x7c00 : 0x7f80;
    return (bits & exponent) == exponent;
}

/// The number at `address`, which is not finite.
const char* NameOfNumber(DType type, uint64_t address) {
    const bool wide = type == DType::kF32;
    uint32_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const void*>(address), wide ? 4 : 2);
    const uint32_t mantissa = wide ? 0x7fffffU : type == DType::kF16 ? 0x3ffU : 0x7fU;
    const uint32_t sign = wide ? 0x80000000U : 0x8000U;
    return (bits & mantissa) != 0 ? "NaN" : (bits & sign) != 0 ? "-infinity" : "infinity";
}

/// Instructions that compute; the others hand numbers on, or make those that the kernel names.
bool Computes(RecordKind kind) {
    switch (kind) {
        case RecordKind::kVecUnary:
        case RecordKind::kVecBinary:
        case RecordKind::kVecScalar:
        case RecordKind::kVecCast:
        case RecordKind::kVecReduce:
        case RecordKind::kVecReduceAll:
        case RecordKind::kVecRowSum:
        case RecordKind::kVecReduceAxis:
        case RecordKind::kVecCumSum:
        case RecordKind::kVecSoftmax:
        case RecordKind::kVecNorm:
        case RecordKind::kVecGroupNorm:
        case RecordKind::kVecBatchNorm:
        case RecordKind::kCubeMmad:
        case RecordKind::kCubeFixpipe:
            return true;
        default:
            return false;
    }
}

/// Whether each result comes from one number of each operand.
bool IsElementWise(RecordKind kind) {
    return kind == RecordKind::kVecUnary || kind == RecordKind::kVecBinary ||
           kind == RecordKind::kVecScalar || kind == RecordKind::kVecCast;
}

/// Calls visit(address, type) for the numbers of the operands that are `written`, or read.
template <typename Visit>
void ForEachNumber(const Moment& moment, const std::vector<Region>& regions, bool written,
                   const Visit& visit) {
    for (const Region& region : regions) {
        const bool wanted =
            written ? region.kind != AccessKind::kRead : region.kind != AccessKind::kWrite;
        const DType type = TypeOfOperand(moment.kind, moment.record, region.operand);
        if (!wanted || !IsFloat(type)) {
            continue;
        }
        const uint64_t size = type == DType::kF32 ? 4 : 2;
        ForEachRun(region, [&](uint64_t begin) {
            for (uint64_t at = begin; at + size <= begin + region.run; at += size) {
                visit(region, at, type);
            }
        });
    }
}

bool HasScalarThatIsNotFinite(const Moment& moment) {
    if (moment.kind != RecordKind::kVecScalar) {
        return false;
    }
    const auto& record = *static_cast<const AscendC::isa::VecScalar*>(moment.record);
    return IsFloat(record.src_type) &&
           IsNotFinite(record.src_type, reinterpret_cast<uint64_t>(&record.scalar));
}

std::string Text(double value) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.6g", value);
    return text;
}

}  // namespace

ValueChecks::ValueChecks(Checker* checker, const std::string& wanted)
    : checker_(*checker), nan_(Wants(wanted, "nan")), half_(Wants(wanted, "half")) {}

void ValueChecks::Before(const Moment& moment, const std::vector<Region>& regions) {
    if (half_) {
        sums_.Begin(moment);
    }
    got_ = 0;
    if (!nan_ || !Computes(moment.kind)) {
        return;
    }
    ForEachNumber(moment, regions, false, [&](const Region&, uint64_t at, DType type) {
        got_ += IsNotFinite(type, at) ? 1 : 0;
    });
    // It may spoil all results.
    got_ = HasScalarThatIsNotFinite(moment) ? ~uint64_t{0} : got_;
}

void ValueChecks::After(const Moment& moment, const std::vector<Region>& regions) {
    if (half_) {
        sums_.End(regions, [&](const HalfSum& sum, double value) {
            // What is beyond the largest half has an error as infinity.
            if (std::isfinite(value) || !nan_) {
                ReportSum(moment, sum, value);
            }
        });
    }
    if (!nan_ || !Computes(moment.kind) || (got_ != 0 && !IsElementWise(moment.kind))) {
        return;
    }
    uint64_t made = 0;
    const Region* region = nullptr;
    uint64_t address = 0;
    ForEachNumber(moment, regions, true, [&](const Region& here, uint64_t at, DType type) {
        if (IsNotFinite(type, at)) {
            region = made == 0 ? &here : region;
            address = made == 0 ? at : address;
            ++made;
        }
    });
    if (made > got_) {
        ReportNotFinite(moment, *region, address, made - got_);
    }
}

NamedRange ValueChecks::RangeAt(const Moment& moment, Hardware memory, uint64_t* address) const {
    if (const LocalMemory* const local = moment.state->MemoryOf(memory)) {
        *address -= local->base;
        const Buffer* const buffer = local->buffers.Find(*address, *address + 1);
        return buffer != nullptr ? buffer->Named(0)
                                 : NamedRange{NameOf(memory), 0, 0, 0, 0, local->size};
    }
    const Argument* const argument = checker_.global.Find(*address);
    return argument == nullptr
               ? NamedRange{"global memory", 0, 0, 0, *address, 0}
               : NamedRange{
                     argument->name, 0, 0, 0, argument->begin, argument->end - argument->begin};
}

void ValueChecks::ReportNotFinite(const Moment& moment, const Region& region, uint64_t address,
                                  uint64_t count) {
    checker_.findings.Add(
        {Fault::kNotFinite, moment.place, region.operand, kNoPlace}, moment.state->name, [&] {
            const DType type = TypeOfOperand(moment.kind, moment.record, region.operand);
            Finding finding = {};
            finding.fault = Fault::kNotFinite;
            finding.severity = Severity::kWarning;
            finding.message = std::string(NameOfNumber(type, address)) +
                              " comes of finite numbers, in {range} (" + std::to_string(count) +
                              (count == 1 ? " number)" : " numbers)");
            finding.help = "look at the operands: zero, negative, or too large for the type";
            finding.doing = DoingOf(moment, region.operand, "write");
            finding.memory = NameOf(region.memory);
            finding.size = type == DType::kF32 ? 4 : 2;
            finding.has_range = true;
            finding.address = address;
            finding.range = RangeAt(moment, region.memory, &finding.address);
            return finding;
        });
}

void ValueChecks::ReportSum(const Moment& moment, const HalfSum& sum, double value) {
    checker_.findings.Add(
        {Fault::kInexactSum, moment.place, "dst", kNoPlace}, moment.state->name, [&] {
            Finding finding = {};
            finding.fault = Fault::kInexactSum;
            finding.severity = Severity::kWarning;
            finding.message = "added up in half it is " + Text(value) + ", in float it would be " +
                              Text(sum.exact);
            finding.help = "Cast to float before adding up, and back to half afterwards";
            finding.doing = DoingOf(moment, "dst", "write");
            finding.memory = NameOf(Hardware::UB);
            finding.size = 2;
            finding.has_range = true;
            finding.address = sum.address;
            finding.range = RangeAt(moment, Hardware::UB, &finding.address);
            return finding;
        });
}

}  // namespace observe
