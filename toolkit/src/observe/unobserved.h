// The line about a launch that was not observed.
#pragma once

#include "observe/observe.h"

namespace observe {

/// Appends {"event":"unobserved",...} to the file of this process that its observer writes.
void WriteUnobserved(const AscendcObservedLaunch& launch, const char* reason);

}  // namespace observe
