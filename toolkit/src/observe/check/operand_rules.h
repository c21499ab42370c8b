// What the documentation says of vector instructions beyond their operands' bounds and alignment.
#pragma once

#include "isa/vec_elementwise.h"
#include "observe/check/checker.h"

namespace observe {

/// Overlaps of source and destination, offsets that are no multiples of an element, and results
/// that are estimates on hardware.
class OperandRules {
public:
    explicit OperandRules(Checker* checker) : checker_(*checker) {}

    /// Before the instruction is executed: offsets are read from memory.
    void Check(const Moment& moment);

private:
    void ReportInPlace(const Moment& moment, const char* source);
    void ReportOverlap(const Moment& moment, const char* source, bool within_repeat,
                       uint32_t repeat);
    void CheckAccuracy(const Moment& moment, const AscendC::isa::VecUnary& r);
    void CheckOffsets(const Moment& moment);

    Checker& checker_;
};

}  // namespace observe
