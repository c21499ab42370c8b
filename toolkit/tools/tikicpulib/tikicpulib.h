// CANN's CPU debugging: kernels of this program, called like functions.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include "detail/core/function_kernel.h"
#include "kernel_operator.h"
#include "securec.h"

/// Which cores of a split-core part run a kernel.
enum class KernelMode { MIX_MODE = 0, AIC_MODE, AIV_MODE };

extern "C" {
/// Runs a kernel on the part `soc` and waits for it; ends the program with a message if the kernel
/// fails (libascendc_aicore).
void AscendcRunKernel(const AscendcKernelInfo* kernel, const void* args, size_t size,
                      uint32_t block_dim, uint32_t task_type, uint64_t tiling_key, const char* soc);
}

namespace AscendC {
namespace cpudebug {

struct Settings {
    KernelMode mode = KernelMode::MIX_MODE;
    uint64_t tiling_key = 0;
};
inline Settings& CurrentSettings() {
    static Settings settings;
    return settings;
}

inline uint32_t CurrentTaskType() {
    switch (CurrentSettings().mode) {
        case KernelMode::AIC_MODE:
            return KERNEL_TYPE_AIC_ONLY;
        case KernelMode::AIV_MODE:
            return KERNEL_TYPE_AIV_ONLY;
        default:
            return KERNEL_TYPE_MIX_AIC_1_2;
    }
}

template <typename... Parameters, typename... Args>
void RunKernel(const char* name, void (*function)(Parameters...), uint32_t block_dim,
               Args&&... args) {
    static_assert(sizeof...(Args) == sizeof...(Parameters),
                  "ICPU_RUN_KF: the kernel has another number of parameters");
    const isa::FunctionKernel<Parameters...> kernel(name, nullptr, function,
                                                    static_cast<Parameters>(args)...);
    AscendcRunKernel(&kernel.info(), kernel.args(), kernel.size(), block_dim, CurrentTaskType(),
                     CurrentSettings().tiling_key, ASCENDC_LAUNCH_SOC);
}

template <typename Callable, typename... Args>
void CallWith(Callable* callable, Args... args) {
    (*callable)(args...);
}

/// Runs an object that is called like a function: a lambda around an instance of a template.
template <typename Callable, typename... Args, std::enable_if_t<std::is_class_v<Callable>, int> = 0>
void RunKernel(const char* name, Callable* callable, uint32_t block_dim, Args&&... args) {
    RunKernel(name, &CallWith<Callable, std::decay_t<Args>...>, block_dim, callable, args...);
}

}  // namespace cpudebug

/// Memory that kernels may use, zeroed; freed by GmFree.
inline void* GmAlloc(size_t size) {
    return std::calloc((size + 511) / 512, 512);
}
inline void GmFree(void* memory) {
    std::free(memory);
}
/// The cores that the next ICPU_RUN_KF uses on split-core parts; MIX_MODE unless it is called.
inline void SetKernelMode(KernelMode mode) {
    cpudebug::CurrentSettings().mode = mode;
}

}  // namespace AscendC

/// Runs a kernel on `block_dim` blocks and waits for it.
#define ICPU_RUN_KF(kernel, block_dim, ...) \
    ::AscendC::cpudebug::RunKernel(#kernel, &kernel, block_dim, __VA_ARGS__)
/// The tiling key of the next ICPU_RUN_KF.
#define ICPU_SET_TILING_KEY(key) (::AscendC::cpudebug::CurrentSettings().tiling_key = (key))

// Programs include host headers after this one, with the names of graph/types.h.
#define ASCENDC_CPU_DEBUG_PROGRAM
#include "detail/types/type_macros_undef.h"
