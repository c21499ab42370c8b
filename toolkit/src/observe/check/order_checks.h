// Whether accesses are in order with the others of the same bytes.
#pragma once

#include <array>
#include <vector>

#include "observe/check/checker.h"

namespace observe {

/// Looks for accesses of the same bytes that nothing orders: on pipes of one core, and on several
/// cores in global memory.
///
/// The pipes MTE2 and MTE3 begin their copies in order and end them in any, so copies that meet
/// need PipeBarrier between them; so do vector instructions if options make the compiler insert no
/// waits. Where one writes what the other wrote already, order does not matter: that is known when
/// the instruction has been executed.
class OrderChecks {
public:
    explicit OrderChecks(Checker* checker) : checker_(*checker) {}

    /// Before the execution; the region lies in its memory.
    void Check(const Moment& moment, const Region& region);
    /// After the execution.
    void Settle(const Moment& moment);

private:
    /// Bytes that an earlier instruction of the same pipe wrote, and this one writes.
    struct Overwrite {
        AscendC::Hardware memory;
        const char* operand;
        uint64_t cell;                                   ///< address of 32 bytes
        uint32_t bytes;                                  ///< bit per byte of the cell
        uint32_t site;                                   ///< of the earlier one
        std::array<uint8_t, LocalCells::kBytes> values;  ///< before this one
    };

    void CheckLocal(const Moment& moment, const Region& region, LocalMemory* memory);
    void CheckGlobal(const Moment& moment, const Region& region);
    void Add(const Region& region, uint64_t cell, uint32_t bytes, uint32_t site);
    void ReportLocal(const Moment& moment, const Region& region, const LocalMemory& memory,
                     const Conflict& conflict);
    void ReportGlobal(const Moment& moment, const Region& region, const Argument& argument,
                      const GlobalConflict& conflict);
    void ReportOverwrite(const Moment& moment, const Overwrite& overwrite, uint64_t address);

    Checker& checker_;
    std::vector<Overwrite> overwrites_;
};

}  // namespace observe
