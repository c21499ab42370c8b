// What all checks of a launch share.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "observe/check/core_state.h"
#include "observe/check/fault_report.h"
#include "observe/check/global_cells.h"
#include "observe/check/global_memory.h"
#include "observe/check/polled_words.h"
#include "observe/locations.h"

namespace observe {

/// Which of CANN's tools are on.
struct Tools {
    bool memcheck = true;
    bool racecheck = true;
    bool initcheck = true;
    bool synccheck = true;

    bool OnlySynccheck() const { return synccheck && !memcheck && !racecheck && !initcheck; }
    /// Of "memcheck,racecheck"; all if the text is empty.
    static Tools Parse(const std::string& text);
};

struct Checker {
    Checker(const AscendcObservedLaunch& launch, const Tools& enabled)
        : tools(enabled),
          manual_sync(launch.manual_sync != 0),
          locations(launch),
          global(launch),
          global_cells(kMostGlobalPages) {
        const uint64_t no_calls = 0;
        locations.OfCalls(&no_calls);  // kNoPlace
    }

    /// Global memory that is watched for races: 128 MiB, by about 200 MiB.
    static constexpr uint64_t kMostGlobalPages = 32768;

    Tools tools;
    bool manual_sync;  ///< only what the kernel waits for is ordered
    Locations locations;
    FaultReports reports;
    GlobalMemory global;
    GlobalCells global_cells;
    PolledWords polled_words;
    std::map<uint32_t, CoreName> core_names;  ///< by unit
};

/// The part of an error about the moment of its detection.
FaultSide SideOf(const Moment& moment, const std::string& operand, const char* access);
/// What it says of an access that a mark remembers.
FaultSide SideOf(uint32_t site, uint32_t pipe, const char* access, const CoreName& core);

inline const char* AccessName(AccessKind kind) {
    static const char* const kNames[] = {"read", "write", "update"};
    return kNames[static_cast<int>(kind)];
}
/// "reads", "writes".
inline const char* AccessVerb(AccessKind kind) {
    static const char* const kVerbs[] = {"reads", "writes", "updates"};
    return kVerbs[static_cast<int>(kind)];
}

}  // namespace observe
