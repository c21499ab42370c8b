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

bool IsEnabled(const std::string& checks, const char* word) {
    const std::vector<std::string> words = support::Split(checks, ',');
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
        const bool is_enabled =
            written ? region.kind != AccessKind::kRead : region.kind != AccessKind::kWrite;
        const DType type = TypeOfOperand(moment.kind, moment.record, region.operand);
        if (!is_enabled || !IsFloat(type)) {
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

ValueChecks::ValueChecks(Checker* checker, const std::string& checks)
    : checker_(*checker), nan_(IsEnabled(checks, "nan")), half_(IsEnabled(checks, "half")) {}

void ValueChecks::Before(const Moment& moment, const std::vector<Region>& regions) {
    if (half_) {
        sums_.Begin(moment);
    }
    not_finite_inputs_ = 0;
    if (!nan_ || !Computes(moment.kind)) {
        return;
    }
    ForEachNumber(moment, regions, false, [&](const Region&, uint64_t at, DType type) {
        not_finite_inputs_ += IsNotFinite(type, at) ? 1 : 0;
    });
    // It may spoil all results.
    not_finite_inputs_ = HasScalarThatIsNotFinite(moment) ? ~uint64_t{0} : not_finite_inputs_;
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
    if (!nan_ || !Computes(moment.kind) ||
        (not_finite_inputs_ != 0 && !IsElementWise(moment.kind))) {
        return;
    }
    uint64_t not_finite = 0;
    const Region* region = nullptr;
    uint64_t address = 0;
    ForEachNumber(moment, regions, true, [&](const Region& candidate, uint64_t at, DType type) {
        if (IsNotFinite(type, at)) {
            region = not_finite == 0 ? &candidate : region;
            address = not_finite == 0 ? at : address;
            ++not_finite;
        }
    });
    if (not_finite > not_finite_inputs_) {
        ReportNotFinite(moment, *region, address, not_finite - not_finite_inputs_);
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
    checker_.reports.Add(
        {Fault::kNotFinite, moment.location, region.operand, kNoLocation}, moment.state->name, [&] {
            const DType type = TypeOfOperand(moment.kind, moment.record, region.operand);
            FaultReport report = {};
            report.fault = Fault::kNotFinite;
            report.severity = Severity::kWarning;
            report.message = std::string(NameOfNumber(type, address)) +
                             " comes of finite numbers, in {range} (" + std::to_string(count) +
                             (count == 1 ? " number)" : " numbers)");
            report.help = "look at the operands: zero, negative, or too large for the type";
            report.side = SideOf(moment, region.operand, "write");
            report.memory = NameOf(region.memory);
            report.size = type == DType::kF32 ? 4 : 2;
            report.has_range = true;
            report.address = address;
            report.range = RangeAt(moment, region.memory, &report.address);
            return report;
        });
}

void ValueChecks::ReportSum(const Moment& moment, const HalfSum& sum, double value) {
    checker_.reports.Add(
        {Fault::kInexactSum, moment.location, "dst", kNoLocation}, moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kInexactSum;
            report.severity = Severity::kWarning;
            report.message = "added up in half it is " + Text(value) + ", in float it would be " +
                             Text(sum.exact);
            report.help = "Cast to float before adding up, and back to half afterwards";
            report.side = SideOf(moment, "dst", "write");
            report.memory = NameOf(Hardware::UB);
            report.size = 2;
            report.has_range = true;
            report.address = sum.address;
            report.range = RangeAt(moment, Hardware::UB, &report.address);
            return report;
        });
}

}  // namespace observe
