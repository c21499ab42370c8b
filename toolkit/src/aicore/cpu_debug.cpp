// CANN's CPU debugging: a kernel called like a function (tools/tikicpulib/include/tikicpulib.h).
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "aicore/kernel_type.h"
#include "aicore/launch_interface.h"
#include "platform/soc_table.h"

namespace {
constexpr size_t kWorkspaceBytes = size_t{16} << 20;  // GetLibApiWorkSpaceSize() at most

/// There is no runtime here that would tell observers of launches, buffers and arguments.
void WarnIfObserved() {
    static const bool once = [] {
        const char* const observer = std::getenv("ASCENDC_OBSERVE");
        if (observer != nullptr && *observer != '\0') {
            std::fputs(
                "[WARN] not observed: kernels of ICPU_RUN_KF: CPU debugging runs them "
                "without a device; launch them with <<<>>> or as an operator\n",
                stderr);
        }
        return true;
    }();
    static_cast<void>(once);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void AscendcRunKernel(
    const AscendcKernelInfo* kernel, const void* args, size_t size, uint32_t block_dim,
    uint32_t task_type, uint64_t tiling_key, const char* soc_name) {
    WarnIfObserved();
    const platform::SocSpec* const soc = AicoreSoc(soc_name);
    AicoreLaunch launch = {};
    launch.kernel = kernel;
    launch.args = args;
    launch.args_size = size;
    launch.tiling_key = tiling_key;
    launch.block_dim = block_dim;
    launch.task_type = aicore::KernelTypeOn(soc != nullptr && soc->split_cores, task_type);
    launch.soc = soc;
    // Programs pass none: CPU debugging has its own.
    const std::unique_ptr<void, decltype(&std::free)> workspace(std::calloc(kWorkspaceBytes, 1),
                                                                &std::free);
    launch.sys_workspace = workspace.get();
    AicoreFault fault = {};
    if (AicoreRun(&launch, &fault) != AICORE_OK) {
        std::fprintf(stderr, "[ERROR] kernel %s failed on block %u: %s\n", kernel->name,
                     fault.block_idx, fault.message);
        std::exit(EXIT_FAILURE);
    }
}
