// The functions that a library of AI CPU kernels exports, and its log.
#include <atomic>
#include <cstdarg>
#include <cstdio>

#include "aicpu/run_variant.h"
#include "aicpu_common/context/common/device_cpu_kernel.h"
#include "aicpu_common/context/utils/log.h"
#include "aicpu_common/context/utils/status.h"

using aicpu_call::KernelCall;

namespace {

constexpr int kErrorLevel = 3;

// Set by the first call; functions of libnnopbase, which stays loaded.
std::atomic<aicpu_call::LogFilter> keeps_log{nullptr};
std::atomic<aicpu_call::LogWriter> write_log{nullptr};

}  // namespace

namespace aicpu {

void KernelLog(int level, const char* function, const char* format, ...) {
    const aicpu_call::LogFilter filter = keeps_log.load();
    if (filter == nullptr ? level < kErrorLevel : !filter(level)) {
        return;
    }
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    const aicpu_call::LogWriter writer = write_log.load();
    if (writer != nullptr) {
        writer(level, function, text);
    } else {
        std::fprintf(stderr, "[ERROR] [%s] %s\n", function, text);
    }
}

}  // namespace aicpu

extern "C" {

__attribute__((visibility("default"))) uint32_t AicpuKernelCallVersion() {
    return aicpu_call::kVersion;
}

__attribute__((visibility("default"))) uint32_t RunCpuKernel(void* param) {
    const auto* const call = static_cast<const KernelCall*>(param);
    if (call == nullptr || call->magic != aicpu_call::kMagic ||
        call->version != aicpu_call::kVersion) {
        KERNEL_LOG_ERROR("RunCpuKernel takes calls of this toolkit with version %u only",
                         aicpu_call::kVersion);
        return aicpu::KERNEL_STATUS_PARAM_INVALID;
    }
    keeps_log = call->keeps_log;
    write_log = call->write_log;
    if (AicpuHasKernelCxx11(call->op_type)) {
        return AicpuRunKernelCxx11(call);
    }
    if (AicpuHasKernelCxx03(call->op_type)) {
        return AicpuRunKernelCxx03(call);
    }
    KERNEL_LOG_ERROR("the library registers no kernel of %s", call->op_type);
    return aicpu::KERNEL_STATUS_INNER_ERROR;
}
}
