// Writes the errors that the checker found: `<output>/<pid>.findings.jsonl`.
#pragma once

#include <string>
#include <vector>

#include "observe/check/checker.h"

namespace observe {

class CheckReport {
public:
    /// Errors below `lowest` are not written, and cost no look into line tables.
    CheckReport(const AscendcObservedLaunch& launch, Severity lowest);

    void Begin() const;
    void AddIllegalParameter(Checker* checker, const Moment& moment,
                             const AscendC::isa::RejectionEvent& event) const;
    void End(Checker* checker, const AscendcObservedFault* fault) const;

private:
    void AddFault(Checker* checker, const AscendcObservedFault& fault) const;
    void AddTilingOverflows(Checker* checker) const;
    std::string LineOf(const FaultReport& report, const Locations& locations) const;

    std::string kernel_;
    std::string op_type_;
    std::string object_folder_;
    std::string soc_;
    uint32_t block_dim_;
    uint32_t task_type_;
    uint64_t tiling_key_;
    uint32_t device_;
    uint64_t index_;
    Severity lowest_;
    std::vector<std::string> tiling_overflows_;
};

}  // namespace observe
