// Kernels of AI CPUs: classes with a function Compute, registered by the type of their operator.
#ifndef CPU_KERNEL_H
#define CPU_KERNEL_H

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "cpu_context.h"

namespace aicpu {

class AICPU_VISIBILITY CpuKernel {
public:
    /// Returns 0 or a status (status.h), which is an error of the stream.
    virtual uint32_t Compute(CpuKernelContext& ctx) = 0;
    virtual ~CpuKernel() {}
};

using KERNEL_CREATOR_FUN = std::function<std::shared_ptr<CpuKernel>(void)>;

/// The library has a kernel of that type from now on; true. The last one of a type counts.
AICPU_VISIBILITY bool RegistCpuKernel(const std::string& type, const KERNEL_CREATOR_FUN& fun);
/// The same in a second table, which is asked first.
AICPU_VISIBILITY bool RegistCpuKernelV2(const std::string& type, const KERNEL_CREATOR_FUN& fun);

/// Null if memory is short.
template <typename T, typename... Args>
static inline std::shared_ptr<T> MakeShared(Args&&... args) {
    using Plain = typename std::remove_const<T>::type;
    return std::shared_ptr<T>(new (std::nothrow) Plain(std::forward<Args>(args)...));
}

}  // namespace aicpu

/// In namespace aicpu: `type` is the name of a variable with the operator's type.
#define REGISTER_CPU_KERNEL(type, clazz)                     \
    std::shared_ptr<CpuKernel> Creator_##type##_Kernel() {   \
        return MakeShared<clazz>();                          \
    }                                                        \
    bool g_##type##_Kernel_Creator __attribute__((unused)) = \
        RegistCpuKernel(type, Creator_##type##_Kernel)
#define REGISTER_CPU_KERNELV2(type, clazz)                   \
    std::shared_ptr<CpuKernel> Creator_##type##_Kernel() {   \
        return MakeShared<clazz>();                          \
    }                                                        \
    bool g_##type##_Kernel_Creator __attribute__((unused)) = \
        RegistCpuKernelV2(type, Creator_##type##_Kernel)

#endif  // CPU_KERNEL_H
