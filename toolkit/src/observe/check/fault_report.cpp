#include "observe/check/fault_report.h"

namespace observe {
namespace {

struct FaultText {
    const char* tool;
    const char* name;
};

/// In the order of Fault.
constexpr FaultText kFaults[] = {
    {"memcheck", "out_of_bounds"},
    {"memcheck", "misaligned"},
    {"memcheck", "overlap"},
    {"initcheck", "uninitialized"},
    {"memcheck", "use_after_free"},
    {"memcheck", "double_free"},
    {"memcheck", "leak"},
    {"memcheck", "wrong_queue"},
    {"memcheck", "too_many_alloc"},
    {"synccheck", "queue_order"},
    {"memcheck", "memory_exceeded"},
    {"memcheck", "illegal_parameter"},
    {"racecheck", "race"},
    {"racecheck", "missing_dcci"},
    {"racecheck", "false_sharing"},
    {"memcheck", "stomp"},
    {"synccheck", "unpaired_flag"},
    {"synccheck", "redundant_flag"},
    {"synccheck", "event_exhausted"},
    {"synccheck", "barrier_count"},
    {"synccheck", "deadlock"},
    {"synccheck", "timeout"},
    {"memcheck", "trap"},
    {"memcheck", "memory_fault"},
    {"memcheck", "tiling_overflow"},
    {"memcheck", "scratch_too_small"},
    {"memcheck", "accuracy"},
    {"valuecheck", "not_finite"},
    {"valuecheck", "inexact_sum"},
};
static_assert(sizeof(kFaults) / sizeof(kFaults[0]) == static_cast<size_t>(Fault::kInexactSum) + 1,
              "one line per fault");

}  // namespace

const char* ToolOf(Fault fault) {
    return kFaults[static_cast<int>(fault)].tool;
}

const char* NameOf(Fault fault) {
    return kFaults[static_cast<int>(fault)].name;
}

const char* NameOf(Severity severity) {
    static const char* const kNames[] = {"info", "warning", "error"};
    return kNames[static_cast<int>(severity)];
}

Severity SeverityOf(const std::string& name) {
    for (const Severity severity : {Severity::kError, Severity::kWarning}) {
        if (name == NameOf(severity)) {
            return severity;
        }
    }
    return Severity::kInfo;
}

std::string TextOf(const CoreName& core) {
    static const char* const kTypes[] = {"aicore", "aic", "aiv"};
    return std::string(kTypes[core.type]) + "(" + std::to_string(core.block) + ")";
}

}  // namespace observe
