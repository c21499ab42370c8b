// Launches that something watches: ASCENDC_OBSERVE says so.
#pragma once

#include "aicore/launch_interface.h"
#include "observe/observe.h"

namespace runtime {

/// Whether ASCENDC_OBSERVE is set: asked for once.
bool LaunchesAreObserved();

/// The observation of one launch.
class ObservedLaunch {
public:
    /// `launch` is complete but for the observer, which it gets.
    explicit ObservedLaunch(AicoreLaunch* launch);
    /// The launch ended with `fault`; its kind may be AICORE_OK.
    void End(const AicoreFault& fault);

private:
    AscendcObservedLaunch description_ = {};
    const AscendcObserver* observer_ = nullptr;
};

}  // namespace runtime
