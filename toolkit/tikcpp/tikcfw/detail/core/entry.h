// The entry point of a kernel object.
//
// WHAT THE KERNEL COMPILER (opc) WRITES AROUND THE USER'S SOURCE
//
//     #include "kernel_operator.h"   // first, it is precompiled; nothing may stand before it
//     #define __CCE_AICORE__ 220     // and __NPU_ARCH__, __DAV_C220_VEC__ ... of the unit
//
//     #define DTYPE_X half           // DTYPE_*, ORIG_DTYPE_*, FORMAT_* of all parameters
//     #define ORIG_DTYPE_X DT_FLOAT16
//     ...
//     #pragma pack(push, 8)          // tiling structures of the operator, with padding members
//     struct AddTiling { ... };
//     #pragma pack(pop)
//
//     // What GET_TILING_DATA(...) reads. Not there if the operator registers no tiling class:
//     // REGISTER_TILING_DEFAULT in the kernel then declares it.
//     using AscendcTilingDefault = AddTiling;
//
//     #define add_custom add_custom_ascendc_user
//     #include "/path/of/add_custom.cpp"
//     #undef add_custom
//     ASCENDC_KERNEL_ENTRY("AddCustom_<md5>", add_custom_ascendc_user, 3)
//
// The last argument of ASCENDC_KERNEL_ENTRY is the position of the workspace among the kernel's
// parameters (inputs and outputs before it, tiling after it), or -1 if there is none. If the kernel
// function is a template (ASCENDC_TPL_ARGS_DECL and ASCENDC_TPL_SEL of tiling/template_argument.h),
// the last line is ASCENDC_KERNEL_TYPED_TEMPLATE_ENTRY with the same arguments and the template's
// parameters; its instances, one per selected tiling key, are made there and leave their keys in
// .ascendc.meta.
//
// Kernels that need their tiling key as a constant are compiled once per key, under other names of
// what is exported; opc links them with an entry that calls the one of the launch.
//
// Operators with groups of collective communication (OpMC2Def) have a context per group before
// their parameters; opc redefines ASCENDC_HCCL_CONTEXTS as the number of groups.
//
// The macro defines, with default visibility (everything else is hidden):
//     void ascendc_kernel_entry(void* const* args)     // runs one block
//     const AscendcKernelInfo ascendc_kernel_info
// `args` has one 8-byte slot per parameter; larger parameters passed by value (direct launches)
// take as many slots as they need. The workspace slot holds the start of the whole workspace,
// system part first, or null; the kernel gets the user's part, after the RESERVED_WORKSPACE bytes
// of the system's. A workspace registered by the launch (AicoreLaunch.sys_workspace) takes
// precedence over the slot as the system workspace.
#pragma once

#include <cstring>
#include <utility>

#include "detail/core/tiling.h"
#include "isa/kernel_abi.h"

namespace AscendC::isa {

/// Bytes of the system's part of the workspace on the core that runs.
inline size_t ReservedWorkspace() {
    const uint32_t arch = CurrentCore().arch;
    return arch == 220 || arch == 310 ? RESERVED_WORKSPACE_220 : RESERVED_WORKSPACE_200;
}

/// 8-byte slots that a parameter of type T takes.
template <typename T>
constexpr uint32_t kSlotsOf = (sizeof(T) + 7) / 8;

template <typename... Parameters>
constexpr uint32_t SlotCount(void (*)(Parameters...)) {
    return (0u + ... + kSlotsOf<std::decay_t<Parameters>>);
}

/// Slots that each parameter takes (AscendcKernelInfo::parameter_slots).
template <typename... Parameters>
const uint32_t* ParameterSlots(void (*)(Parameters...)) {
    static constexpr uint32_t slots[] = {kSlotsOf<std::decay_t<Parameters>>..., 0};
    return slots;
}

/// Instantiated with the parameters that a kernel function has and those its operator passes:
/// inputs, outputs, workspace, tiling. opc finds both numbers in the compiler's message, by this
/// name.
template <int Has, int Needs>
struct KernelParameterCount {
    static_assert(Has == Needs, "the kernel function does not have its operator's parameters");
};

/// Reads the parameters of a kernel function from their slots and calls it.
template <int WorkspaceIndex>
class KernelCall {
public:
    template <typename... Parameters>
    static void Run(void (*function)(Parameters...), void* const* args) {
        constexpr int has = static_cast<int>(sizeof...(Parameters));
        constexpr int needs = WorkspaceIndex < 0 ? has : WorkspaceIndex + 2;
        static_cast<void>(KernelParameterCount<has, needs>{});
        RunAt(function, args, std::index_sequence_for<Parameters...>{});
    }

private:
    template <typename... Parameters, size_t... Index>
    static void RunAt(void (*function)(Parameters...), void* const* args,
                      std::index_sequence<Index...>) {
        constexpr uint32_t widths[] = {kSlotsOf<std::decay_t<Parameters>>..., 0};
        uint32_t slots[sizeof...(Parameters) + 1] = {};
        for (size_t i = 0; i < sizeof...(Parameters); ++i) {
            slots[i + 1] = slots[i] + widths[i];
        }
        constexpr size_t workspace = static_cast<size_t>(WorkspaceIndex);
        function(Read<std::decay_t<Parameters>, (Index == workspace)>(args + slots[Index])...);
    }

    template <typename T, bool IsWorkspace>
    static T Read(void* const* slot) {
        T value;
        std::memcpy(&value, slot, sizeof(T));
        if constexpr (IsWorkspace && sizeof(T) == sizeof(void*)) {
            uint8_t* address;
            std::memcpy(&address, slot, sizeof(address));
            address = UserPart(address);
            std::memcpy(&value, &address, sizeof(address));
        }
        return value;
    }

    static uint8_t* UserPart(uint8_t* workspace) {
        Core& core = CurrentCore();
        if (core.sys_workspace == nullptr) {
            core.sys_workspace = workspace;
        }
        return workspace == nullptr ? nullptr : workspace + ReservedWorkspace();
    }
};

/// Hands the first slots to GetHcclContext; returns the slots of the kernel's parameters.
template <uint32_t Count>
inline void* const* TakeHcclContexts(void* const* args) {
    static_assert(Count <= 2, "an operator has at most two groups");
    for (uint32_t i = 0; i < Count; ++i) {
        CurrentCore().hccl_contexts[i] = static_cast<uint8_t*>(args[i]);
    }
    return args + Count;
}

}  // namespace AscendC::isa

#define ASCENDC_HCCL_CONTEXTS 0

// Slots of a kernel's parameters from those of its launch, and how many of them no launch gives
// (detail/core/static_entry.h).
#define ASCENDC_ENTRY_SLOTS_(args) args
#define ASCENDC_CONSTANT_SLOTS_ 0u

#define ASCENDC_KERNEL_EXPORTS_(kernel_name, slot_count)                                           \
    extern "C" __attribute__((visibility("default"))) const AscendcKernelInfo ascendc_kernel_info; \
    const AscendcKernelInfo ascendc_kernel_info = {                                                \
        ASCENDC_KERNEL_ABI_VERSION,                                                                \
        ::AscendC::isa::kBuild,                                                                    \
        slot_count + ASCENDC_HCCL_CONTEXTS - ASCENDC_CONSTANT_SLOTS_,                              \
        0,                                                                                         \
        kernel_name,                                                                               \
        &ascendc_kernel_entry};

// Of a kernel with any parameters that is launched by its name: `names` are theirs, commas between
// them. Observers and messages call them so.
#define ASCENDC_SOURCE_KERNEL_ENTRY(kernel_name, function, names)                                  \
    extern "C" __attribute__((visibility("default"))) void ascendc_kernel_entry(                   \
        void* const* args) {                                                                       \
        ::AscendC::isa::KernelCall<-1>::Run(&function, args);                                      \
    }                                                                                              \
    extern "C" __attribute__((visibility("default"))) const AscendcKernelInfo ascendc_kernel_info; \
    const AscendcKernelInfo ascendc_kernel_info = {ASCENDC_KERNEL_ABI_VERSION,                     \
                                                   ::AscendC::isa::kBuild,                         \
                                                   ::AscendC::isa::SlotCount(&function),           \
                                                   0,                                              \
                                                   kernel_name,                                    \
                                                   &ascendc_kernel_entry,                          \
                                                   names,                                          \
                                                   ::AscendC::isa::ParameterSlots(&function)};

#define ASCENDC_KERNEL_ENTRY(kernel_name, function, workspace_index)                              \
    extern "C" __attribute__((visibility("default"))) void ascendc_kernel_entry(                  \
        void* const* args) {                                                                      \
        ::AscendC::isa::KernelCall<workspace_index>::Run(                                         \
            &function,                                                                            \
            ::AscendC::isa::TakeHcclContexts<ASCENDC_HCCL_CONTEXTS>(ASCENDC_ENTRY_SLOTS_(args))); \
    }                                                                                             \
    ASCENDC_KERNEL_EXPORTS_(kernel_name, ::AscendC::isa::SlotCount(&function))
