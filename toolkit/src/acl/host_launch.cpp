// Kernels that are functions of this process: where `kernel<<<...>>>(...)` ends
// (tikcfw/detail/core/host_launch.h).
#include <cstring>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "aicore/kernel_type.h"
#include "platform/soc_table.h"
#include "runtime/context.h"
#include "runtime/launch.h"

namespace {

int LaunchFunction(const AscendcLaunchSource* source, const AscendcKernelInfo* kernel,
                   const void* args, size_t size, uint32_t block_dim, uint32_t task_type,
                   void* stream) {
    ACL_REQUIRE_NOT_NULL(kernel);
    if (block_dim == 0) {
        return runtime::Fail(ACL_ERROR_RT_PARAM_INVALID,
                             "kernel %s is launched with 0 blocks: <<<blockDim, ...>>>",
                             kernel->name);
    }
    ACL_REQUIRE_BLOCKS(block_dim);
    const bool split_cores = platform::CurrentSoc().split_cores;
    runtime::LaunchArguments arguments;
    const uint8_t* const bytes = static_cast<const uint8_t*>(args);
    arguments.block.assign(bytes, bytes + size);
    arguments.slot_bytes = size;
    auto task = std::make_unique<runtime::LaunchTask>(
        *kernel, aicore::KernelTypeOn(split_cores, task_type), block_dim, std::move(arguments));
    if (source != nullptr) {
        task->set_source(*source);
    }
    return runtime::SubmitTask(stream, std::move(task));
}

}  // namespace

extern "C" ACL_FUNC_VISIBILITY int AscendcLaunchInStream(const AscendcKernelInfo* kernel,
                                                         const void* args, size_t size,
                                                         uint32_t block_dim, uint32_t task_type,
                                                         void* stream) {
    return LaunchFunction(nullptr, kernel, args, size, block_dim, task_type, stream);
}

extern "C" ACL_FUNC_VISIBILITY int AscendcLaunchFromSource(const AscendcLaunchSource* source,
                                                           const AscendcKernelInfo* kernel,
                                                           const void* args, size_t size,
                                                           uint32_t block_dim, uint32_t task_type,
                                                           void* stream) {
    ACL_REQUIRE_NOT_NULL(source);
    return LaunchFunction(source, kernel, args, size, block_dim, task_type, stream);
}
