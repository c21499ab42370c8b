// A kernel that is a function of the program it is called from: its arguments in 8-byte slots and
// the description that the simulated cores take.
#pragma once

#include <cstring>
#include <type_traits>

#include "detail/core/entry.h"

namespace AscendC::isa {

/// What kernels compiled with these headers say about themselves.
constexpr uint32_t kAbiVersion = ASCENDC_KERNEL_ABI_VERSION;
#ifdef __NPU_ARCH__
constexpr uint32_t kArchitecture = __NPU_ARCH__;
#else
constexpr uint32_t kArchitecture = __CCE_AICORE__;
#endif

/// One call of `function(parameters...)` on every block. Parameters are copied bytewise. `names`
/// are theirs, as in AscendcKernelInfo, with that of the function first; null: not known.
template <typename... Parameters>
class FunctionKernel {
public:
    FunctionKernel(const char* name, const char* names, void (*function)(Parameters...),
                   Parameters... parameters)
        : info_{kAbiVersion, kBuild, kSlots, kArchitecture, name, &Enter, names, kSlotsOfAll} {
        static_assert((std::is_trivially_copyable_v<Parameters> && ...),
                      "arguments of a kernel are copied bytewise");
        uint64_t* next = slots_;
        Write(&next, function);
        (Write(&next, parameters), ...);
    }

    /// Where a core enters the kernel.
    static constexpr void (*kEntry)(void* const* args) = &FunctionKernel::Enter;

    const AscendcKernelInfo& info() const { return info_; }
    const void* args() const { return slots_; }
    size_t size() const { return sizeof(slots_); }

private:
    // The first slot holds the function.
    static constexpr uint32_t kSlots = (1u + ... + kSlotsOf<Parameters>);
    static constexpr uint32_t kSlotsOfAll[] = {1, kSlotsOf<Parameters>...};

    template <typename T>
    static void Write(uint64_t** next, const T& value) {
        std::memcpy(*next, &value, sizeof(T));
        *next += kSlotsOf<T>;
    }

    static void Enter(void* const* args) {
        void (*function)(Parameters...);
        std::memcpy(&function, args, sizeof(function));
        KernelCall<-1>::Run(function, args + 1);
    }

    uint64_t slots_[kSlots] = {};
    AscendcKernelInfo info_;
};

}  // namespace AscendC::isa
