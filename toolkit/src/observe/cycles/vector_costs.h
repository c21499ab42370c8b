// What vector instructions cost.
#pragma once

#include "isa/core.h"
#include "isa/records.h"
#include "observe/cycles/banks.h"
#include "observe/cycles/constants.h"
#include "observe/cycles/core_clock.h"

namespace observe::cycles {

/// Work of the records that the vector unit executes.
class VectorCosts {
public:
    /// `groups`: bank groups of the unified buffer.
    VectorCosts(const Constants& constants, uint32_t groups);

    /// `core`: the one that executes the record, before it does.
    Work Of(AscendC::isa::RecordKind kind, const void* record,
            const AscendC::isa::Core& core) const;

    /// Figures of one operation.
    struct Operation {
        double slope_32;  ///< cycles per repeat
        double slope_16;  ///< the same, elements of 16 bits
        double startup;
        double count;  ///< instructions, each waiting for the one before; 0: this is an instruction
    };

private:
    /// What a record asks of its operation.
    struct Use {
        uint32_t repeats = 0;
        bool partial = false;  ///< a count that is not a whole number of repeats
        uint32_t bits = 32;    ///< of an element
    };
    struct Operands;

    /// The figures of all operations on one architecture.
    struct Figures;
    static const Figures& FiguresOf(const Constants& constants);

    Work Timed(const Operation& operation, const Use& use, double bank_cycles) const;
    Work Library(const char* name, AscendC::isa::RecordKind kind, const void* record,
                 const AscendC::isa::Core& core) const;
    template <typename Shape>
    static Use UseOf(const Shape& shape, uint32_t bits);

    const Figures& figures_;
    mutable Banks banks_;  // remembers
};

}  // namespace observe::cycles
