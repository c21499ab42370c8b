// Launches that something watches: ASCENDC_OBSERVE says so, or what the kernel was built with.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "aicore/launch_interface.h"
#include "observe/observe.h"
#include "runtime/argument_table.h"

namespace runtime {

class Binary;
class Stream;
struct LaunchArguments;

/// While it lives, launches are observed.
class Observing {
public:
    Observing();
    ~Observing();
    Observing(const Observing&) = delete;
    Observing& operator=(const Observing&) = delete;
};
/// When a launch was last observed: now if one is. The epoch if none ever was.
std::chrono::steady_clock::time_point LastObserved();

/// The observation of one launch.
class ObservedLaunch {
public:
    /// `launch` is complete but for the observer, which it gets with the instrumented build of its
    /// kernel; without one it does not change, and the kernel's kind is reported. `binary` holds
    /// the kernel, null if that is a function of this process, launched at `source`. `arguments`
    /// has its final place.
    ObservedLaunch(AicoreLaunch* launch, const std::shared_ptr<Binary>& binary,
                   const AscendcLaunchSource& source, const LaunchArguments& arguments,
                   const Stream& stream);
    /// The launch ended with `fault`; its kind may be AICORE_OK.
    void End(const AicoreFault& fault);

private:
    void Describe(const AicoreLaunch& launch, const Binary* binary, const Stream& stream);
    bool FindKernel(AicoreLaunch* launch, const std::shared_ptr<Binary>& binary,
                    const AscendcLaunchSource& source);
    bool FindFunction(AicoreLaunch* launch, const AscendcLaunchSource& source);
    void Skip(const std::string& subject, const std::string& reason);

    const Observing observing_;
    const ArgumentTable table_;
    std::shared_ptr<Binary> observed_;
    // Of a function of this process: its instrumented build and its arguments.
    AscendcKernelInfo function_ = {};
    std::vector<uint8_t> function_arguments_;
    std::vector<const char*> tiling_overflows_;
    std::string op_type_;
    std::string object_path_;
    AscendcObservedLaunch description_ = {};
    const AscendcObserver* observer_ = nullptr;
};

}  // namespace runtime
