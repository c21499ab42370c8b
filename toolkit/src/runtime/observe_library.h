// libascendc_observe.so, opened when something is to be observed.
#pragma once

#include "observe/observe.h"

namespace runtime {

/// What the library offers; all null if it cannot be opened, which has been said.
struct ObserveLibrary {
    decltype(&AscendcObserveWants) wants = nullptr;
    decltype(&AscendcObserveBegin) begin = nullptr;
    decltype(&AscendcObserveEnd) end = nullptr;
    decltype(&AscendcObserveSkipped) skipped = nullptr;
    decltype(&AscendcObserveMemory) memory = nullptr;

    /// Opened at the first call.
    static const ObserveLibrary& Get();
};

}  // namespace runtime
