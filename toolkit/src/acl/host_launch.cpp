// Kernels that are functions of this process: where `kernel<<<...>>>(...)` ends
// (tikcfw/detail/core/host_launch.h).
#include <cstring>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "aicore/kernel_type.h"
#include "platform/soc_table.h"
#include "runtime/context.h"
#include "runtime/launch.h"

extern "C" ACL_FUNC_VISIBILITY const void* AscendcSocOfLaunches(const char* compiled_for) {
    const platform::SocSpec* const device = &platform::CurrentSoc();
    const platform::SocSpec* const part = platform::FindSoc(compiled_for);
    return part != nullptr && part->npu_arch != device->npu_arch ? part : device;
}

extern "C" ACL_FUNC_VISIBILITY int AscendcLaunchInStream(const AscendcKernelInfo* kernel,
                                                         const void* args, size_t size,
                                                         uint32_t block_dim, uint32_t task_type,
                                                         const void* soc_of_launches,
                                                         void* stream) {
    ACL_REQUIRE_NOT_NULL(kernel);
    if (block_dim == 0) {
        return runtime::Fail(ACL_ERROR_RT_PARAM_INVALID,
                             "kernel %s is launched with 0 blocks: <<<blockDim, ...>>>",
                             kernel->name);
    }
    ACL_REQUIRE_BLOCKS(block_dim);
    const auto* const soc = static_cast<const platform::SocSpec*>(soc_of_launches);
    runtime::LaunchArguments arguments;
    const uint8_t* const bytes = static_cast<const uint8_t*>(args);
    arguments.block.assign(bytes, bytes + size);
    arguments.slot_bytes = size;
    return runtime::SubmitTask(
        stream, std::make_unique<runtime::LaunchTask>(
                    *kernel, aicore::KernelTypeOn(soc->split_cores, task_type), *soc, block_dim,
                    std::move(arguments)));
}
