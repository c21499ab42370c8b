// What the documentation says of the operands of vector instructions beyond bounds and alignment.
#pragma once

#include "observe/check/checker.h"

namespace observe {

/// Overlaps of source and destination, and offsets that are no multiples of an element.
class OperandRules {
public:
    explicit OperandRules(Checker* checker) : checker_(*checker) {}

    /// Before the instruction is executed: offsets are read from memory.
    void Check(const Moment& moment);

private:
    void ReportOverlap(const Moment& moment, const char* source, bool within_repeat,
                       uint32_t repeat);
    void CheckOffsets(const Moment& moment);

    Checker& checker_;
};

}  // namespace observe
