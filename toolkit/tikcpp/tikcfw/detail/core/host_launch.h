// Launches of kernels from host code in the same translation unit: what `kernel<<<...>>>(...)`
// becomes (custom_compiler/kernel/launch/host_launch.py rewrites it). Read after kernel_operator.h,
// and only by sources that are compiled for direct launches.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstring>

#include "detail/core/address_spaces.h"
#include "detail/core/aicpu_launch.h"
#include "detail/core/function_kernel.h"
#include "detail/types/type_macros_undef.h"

extern "C" {

/// Queues a kernel of this process in a stream (libascendcl).
/// @param kernel     copied, its name too
/// @param args       `size` bytes of 8-byte slots, copied
/// @param block_dim  number of blocks (groups of cores for mixed kernels)
/// @param task_type  KernelMetaType
/// @param stream     aclrtStream; null: the default stream
/// @return 0 or an aclError, which aclGetRecentErrMsg explains
int AscendcLaunchInStream(const AscendcKernelInfo* kernel, const void* args, size_t size,
                          uint32_t block_dim, uint32_t task_type, void* stream);

/// AscendcLaunchInStream, and where the launch stands. The first slot of `args` is the function.
int AscendcLaunchFromSource(const AscendcLaunchSource* source, const AscendcKernelInfo* kernel,
                            const void* args, size_t size, uint32_t block_dim, uint32_t task_type,
                            void* stream);
}

// The rewriting finds kernels and their types by these marks in the preprocessed text and removes
// them.
#undef __global__
#ifdef ASCENDC_SYNTAX_TREE
#define __global__ __attribute__((annotate("global")))
#elif !defined(HAVE_WORKSPACE)
#define __global__ __attribute__((ascendc_global))
#elif defined(HAVE_TILING)
#define __global__ __attribute__((ascendc_global)) __attribute__((ascendc_workspace_from_end(2)))
#else
#define __global__ __attribute__((ascendc_global)) __attribute__((ascendc_workspace_from_end(1)))
#endif
#undef __kfc_workspace__
#define __kfc_workspace__ __attribute__((ascendc_workspace))
#undef __mix__
#define __mix__(aic, aiv) ASCENDC_ON_DEVICE __attribute__((ascendc_mix(aic, aiv)))
#undef __cube__
#define __cube__ ASCENDC_ON_DEVICE __attribute__((ascendc_cube))
#undef __aicpu__
#ifdef ASCENDC_SYNTAX_TREE
#define __aicpu__ __attribute__((annotate("aicpu")))
#else
#define __aicpu__ __attribute__((ascendc_aicpu))
#endif
#undef __vector__
#define __vector__ ASCENDC_ON_DEVICE __attribute__((ascendc_vector))
#undef KERNEL_TASK_TYPE_DEFAULT
#define KERNEL_TASK_TYPE_DEFAULT(type) __attribute__((ascendc_task_type(type)))
#undef KERNEL_TASK_TYPE
#define KERNEL_TASK_TYPE(key, type) __attribute__((ascendc_task_type(type)))

namespace AscendC::isa {

/// The C library's `assert` in a source with kernels: a core reports it, host code ends.
[[noreturn]] inline void AssertFailedAnywhere(const char* text, const char* file, unsigned line,
                                              const char* function) {
    if (ascendc_current_core != nullptr) {
        AssertFailed(file, static_cast<int>(line), text);
    }
#ifdef NDEBUG  // no assert calls this, and the C library does not declare what they call
    static_cast<void>(function);
    __builtin_trap();
#else
    __assert_fail(text, file, line, function);
#endif
}

/// The function that is a kernel on cube cores, where a source is compiled for each kind of core
/// (custom_compiler/kernel/toolchain/split_cores.py); in a list of the source's.
struct CubeKernel {
    const char* key;
    void (*function)();
    CubeKernel* next;
};

/// The list of the source, which defines this after its end.
static CubeKernel** CubeKernels();

/// An argument of a launch as the kernel takes it: untyped addresses become what it asks for.
struct UntypedAddress {
    void* address;
    template <typename T>
    operator T*() const {
        return static_cast<T*>(address);
    }
};
template <typename T>
inline T Passed(T argument) {
    return argument;
}
inline UntypedAddress Passed(void* argument) {
    return {argument};
}

inline bool IsCubeCore() {
    return CurrentCore().core_type == AIC;
}

/// The name of a launch in all builds of its source. `Call` is its lambda, `Position` its number.
template <int Position, typename Call, typename... Args>
inline const char* LaunchName() {
    return __PRETTY_FUNCTION__;
}

/// The function of a lambda that captures nothing, of which only the type is known.
template <typename Call, typename... Args>
inline auto FunctionOf() {
    static const char no_capture = 0;
    return static_cast<void (*)(Args...)>(reinterpret_cast<const Call&>(no_capture));
}

/// Puts a kernel on the list, in the half for cube cores; the other half finds it there. It is
/// called when the program is loaded (split_cores.py), before which no host code of this half runs.
template <int Position, typename Call, typename... Args>
struct CubeListing {
    __attribute__((used)) static bool List() {
        static CubeKernel entry = {LaunchName<Position, Call, Args...>(),
                                   reinterpret_cast<void (*)()>(FunctionOf<Call, Args...>()),
                                   *CubeKernels()};
        *CubeKernels() = &entry;
        return true;
    }
};

/// A kernel that is two functions. `Call` is a launch's lambda, `Position` its number.
template <int Position, typename Call, typename... Args>
class SplitKernel {
public:
    using Function = void (*)(Args...);

    /// The kernel for any core.
    static Function Find(Function vector) {
        vector_ = vector;
        for (CubeKernel* each = *CubeKernels(); each != nullptr; each = each->next) {
            if (strcmp(each->key, LaunchName<Position, Call, Args...>()) == 0) {
                cube_ = reinterpret_cast<Function>(each->function);
            }
        }
        return &Enter;
    }

private:
    static void Enter(Args... args) { (IsCubeCore() ? cube_ : vector_)(args...); }

    static inline Function vector_ = nullptr;
    static inline Function cube_ = nullptr;
};

/// A launch in an instrumented build, whose host code never runs: the runtime calls `List`.
template <bool IsSplit, int Position, typename Call, typename... Args>
struct ListedLaunch {
    __attribute__((used)) static const AscendcListedLaunch* List() {
        auto function = FunctionOf<Call, Args...>();
        if constexpr (IsSplit) {
            function = SplitKernel<Position, Call, Args...>::Find(function);
        }
        static const AscendcListedLaunch listed = {LaunchName<Position, Call, Args...>(),
                                                   reinterpret_cast<void (*)()>(function),
                                                   FunctionKernel<Args...>::kEntry, kBuild};
        return &listed;
    }
};

/// One launch: the contents of `<<<blockDim, l2ctrl, stream>>>`; the default stream if it has none.
/// `unit` is that of AscendcLaunchSource, `names` are those of FunctionKernel.
class HostLaunch {
public:
    template <typename L2Control = std::nullptr_t>
    HostLaunch(const char* unit, const char* kernel, const char* names, uint32_t task_type,
               uint32_t block_dim, L2Control = {}, void* stream = nullptr)
        : unit_(unit),
          kernel_(kernel),
          names_(names),
          task_type_(task_type),
          block_dim_(block_dim),
          stream_(stream) {}

    /// Queues calls of `call(args...)`, one per block. `call` captures nothing; the arguments are
    /// copied bytewise, so they must be plain data. `IsListed`: the launch is only listed.
    template <int Position, bool IsListed, typename Call, typename... Args>
    int Run(Call call, Args... args) const {
        if constexpr (IsListed) {
            return Listed(&ListedLaunch<false, Position, Call, Args...>::List);
        } else {
            return Queue<Position, Call>(static_cast<void (*)(Args...)>(call), args...);
        }
    }

    /// As Run, in a source whose kernels are compiled for each kind of core.
    template <int Position, bool IsListed, bool IsForCube, typename Call, typename... Args>
    int RunSplit(Call call, Args... args) const {
        if constexpr (IsForCube) {
            return Listed(&CubeListing<Position, Call, Args...>::List);
        } else if constexpr (IsListed) {
            return Listed(&ListedLaunch<true, Position, Call, Args...>::List);
        } else {
            return Queue<Position, Call>(SplitKernel<Position, Call, Args...>::Find(call), args...);
        }
    }

private:
    template <int Position, typename Call, typename... Args>
    int Queue(void (*function)(Args...), Args... args) const {
        const FunctionKernel<Args...> kernel(kernel_, names_, function, args...);
        const AscendcLaunchSource source = {unit_, LaunchName<Position, Call, Args...>()};
        return AscendcLaunchFromSource(&source, &kernel.info(), kernel.args(), kernel.size(),
                                       block_dim_, task_type_, stream_);
    }

    /// Naming the function makes the compiler emit it.
    template <typename List>
    static int Listed(List* list) {
        return list == nullptr ? 1 : 0;
    }

    const char* unit_;
    const char* kernel_;
    const char* names_;
    uint32_t task_type_;
    uint32_t block_dim_;
    void* stream_;
};

}  // namespace AscendC::isa
