// Whether accesses stay in their memory and are aligned.
#pragma once

#include "observe/check/checker.h"

namespace observe {

/// Checks a region that an instruction accesses, or a scalar.
class AccessChecks {
public:
    explicit AccessChecks(Checker* checker) : checker_(*checker) {}

    /// False if the access leaves the memory itself, so that its bytes have no shadow.
    bool Check(const Moment& moment, const Region& region);

    /// A scalar that leaves the argument in which its tensor begins.
    void CheckTensor(const Moment& moment, const AscendC::isa::ScalarEvent& event);
    /// Bytes of the tiling data, which may be more than there are.
    void CheckTiling(const Moment& moment, const AscendC::isa::TilingEvent& event);

private:
    bool CheckLocal(const Moment& moment, const Region& region, LocalMemory* memory);
    void CheckGlobal(const Moment& moment, const Region& region);
    void CheckAlignment(const Moment& moment, const Region& region, uint64_t offset);
    void CheckBuffer(const Moment& moment, const Region& region, const LocalMemory& memory);
    bool CheckBufferRun(const Moment& moment, const Region& region, const LocalMemory& memory,
                        const Buffer* home, uint64_t begin);
    void ReportOutside(const Moment& moment, const Region& region, const LocalMemory& memory,
                       const Buffer* home, uint64_t begin);
    void ReportOutsideGlobal(const Moment& moment, const Region& region, uint64_t begin,
                             const OutsideGlobal& outside);

    Checker& checker_;
};

}  // namespace observe
