// Template arguments of kernels, as the kernel reads their declaration: constants from which the
// entry point finds the instance for a tiling key. The host reads the same user text with its own
// tiling/template_argument.h.
//
// A key holds the arguments in order of declaration from the lowest bit on: 8 bits for DTYPE,
// DATATYPE and FORMAT, 1 for BOOL, the given number for UINT, whose code is the position in the
// list of declared values.
//
// A DATATYPE is a number in the key and a type in the kernel. One that is declared with
// ASCENDC_TPL_INPUT(i) or ASCENDC_TPL_OUTPUT(i) has the element type of that parameter: each
// kernel has the instances for its own types only. The same holds for formats.
#pragma once

#include "detail/core/template_faults.h"

namespace AscendC::isa {

/// One combination of template arguments.
struct TemplateInstance {
    uint64_t key = 0;
    uint64_t values[TemplateSelection::kMaxArgs] = {};
    int kernel_type = -1;                 ///< KernelMetaType, -1 if not selected
    int deterministic = -1;               ///< 1: of deterministic calls; 0: of others; -1: of both
    const char* tiling_struct = nullptr;  ///< what GET_TILING_DATA reads; null: the default
    bool allowed = true;                  ///< for the types and formats of the kernel's parameters
};

template <size_t Declared>
constexpr size_t InstancesOf(const TemplateArg (&declared)[Declared],
                             const TemplateSelection& selection) {
    size_t product = 1;
    for (const TemplateArg& arg : declared) {
        product *= static_cast<size_t>(selection.For(arg).count);
    }
    return product;
}

template <size_t Declared, size_t Selected>
constexpr size_t CountInstances(const TemplateArg (&declared)[Declared],
                                const TemplateSelection (&selections)[Selected]) {
    size_t sum = 0;
    for (const TemplateSelection& selection : selections) {
        sum += InstancesOf(declared, selection);
    }
    return sum;
}

/// What the n-th ASCENDC_TPL_ARGS_DECL or ASCENDC_TPL_SEL of a source lists is given by an overload
/// for TemplateText<n>: headers without a guard may be read several times, and the last one counts.
template <int Number>
struct TemplateText : TemplateText<Number - 1> {};
template <>
struct TemplateText<-1> {};

template <typename T, size_t Size>
struct TemplateList {
    T items[Size];
};

template <typename T, size_t Size, size_t... Index>
constexpr TemplateList<T, Size> ToTemplateList(const T (&items)[Size],
                                               std::index_sequence<Index...>) {
    return {{items[Index]...}};
}

/// KernelMetaType of an ASCENDC_TPL_* kernel type.
constexpr int KernelTypeOf(uint64_t type) {
    return static_cast<int>(type < 4 ? type : type - 2);
}

template <size_t Declared, size_t Selected, size_t Ports>
constexpr TemplateInstance InstanceAt(const TemplateArg (&declared)[Declared],
                                      const TemplateSelection (&selections)[Selected],
                                      const TemplatePort (&ports)[Ports], size_t index) {
    TemplateInstance instance;
    for (const TemplateSelection& selection : selections) {
        const size_t instances = InstancesOf(declared, selection);
        if (index >= instances) {
            index -= instances;
            continue;
        }
        int shift = 0;
        for (size_t i = 0; i < Declared; ++i) {
            const TemplateArg& choice = selection.For(declared[i]);
            const uint64_t value = choice.values[index % static_cast<size_t>(choice.count)];
            index /= static_cast<size_t>(choice.count);
            instance.values[i] = value;
            instance.allowed = instance.allowed && declared[i].Allows(value, ports);
            if (declared[i].kind == TemplateArgKind::kSharedKernelType) {
                instance.kernel_type = KernelTypeOf(value);
            }
            instance.key |= declared[i].Code(value) << shift;
            shift += declared[i].bits;
        }
        if (const TemplateArg* type = selection.Of(TemplateArgKind::kKernelType)) {
            instance.kernel_type = KernelTypeOf(type->values[0]);
        }
        if (const TemplateArg* kind = selection.Of(TemplateArgKind::kDeterministic)) {
            instance.deterministic = static_cast<int>(kind->values[0]);
        }
        if (const TemplateArg* structure = selection.Of(TemplateArgKind::kTilingStruct)) {
            instance.tiling_struct = structure->name;
        }
        return instance;
    }
    return instance;
}

/// Whether a selection is for deterministic calls: only then the kind of calls matters.
template <size_t Selected>
constexpr bool HasDeterministic(const TemplateSelection (&selections)[Selected]) {
    for (const TemplateSelection& selection : selections) {
        const TemplateArg* const kind = selection.Of(TemplateArgKind::kDeterministic);
        if (kind != nullptr && kind->values[0] != 0) {
            return true;
        }
    }
    return false;
}

/// The first combination that the types and formats of the kernel's parameters allow, and that is
/// compiled if any is.
template <typename Kernel>
constexpr size_t FirstInstance() {
    size_t first = Kernel::kInstances;
    for (size_t i = 0; i < Kernel::kInstances; ++i) {
        const TemplateInstance instance = Kernel::At(i);
        if (instance.allowed && Kernel::Wants(instance.key)) {
            return i;
        }
        first = instance.allowed && first == Kernel::kInstances ? i : first;
    }
    return first;
}

/// Runs the instance of kernel template `Kernel` that the tiling key asks for. Kernel provides the
/// declared arguments, the selections, and Function<Index>(), the instance for combination Index.
template <typename Kernel, int WorkspaceIndex>
class TemplateCall {
public:
    static void Run(void* const* args) {
        if (!RunAny(args, std::make_index_sequence<Kernel::kInstances>{})) {
            aicore_trap("the kernel has no template instance for the tiling key of the launch");
        }
    }

private:
    template <size_t... Index>
    static bool RunAny(void* const* args, std::index_sequence<Index...>) {
        return (RunIf<Index>(args) || ...);
    }
    template <size_t Index>
    static __attribute__((always_inline)) bool RunIf(void* const* args) {
        constexpr const TemplateInstance& instance = Kernel::template kAt<Index>;
        if constexpr (!instance.allowed) {
            return false;
        } else {
            return RunAllowed<Index>(args);
        }
    }
    template <size_t Index>
    static __attribute__((always_inline)) bool RunAllowed(void* const* args) {
        constexpr const TemplateInstance& instance = Kernel::template kAt<Index>;
        ASCENDC_META(ASCENDC_META_TILING_KEY, instance.key, 0);
        if constexpr (instance.kernel_type >= 0) {
            ASCENDC_META(ASCENDC_META_TASK_TYPE, instance.key, instance.kernel_type);
        }
        if constexpr (Kernel::kHasDeterministic && instance.deterministic >= 0) {
            ASCENDC_META(ASCENDC_META_DETERMINISTIC, instance.key, instance.deterministic);
        }
        if constexpr (Kernel::Wants(instance.key)) {
            if (CurrentCore().tiling_key == instance.key) {
                if constexpr (instance.tiling_struct != nullptr) {
                    ascendc_tiling_structs = &Kernel::TilingStructOf;
                }
                KernelCall<WorkspaceIndex>::Run(Kernel::template Function<Index>(), args);
                return true;
            }
        }
        return false;
    }
};

}  // namespace AscendC::isa

#define ASCENDC_TPL_ARG_(name, kind, bits, ...) \
    ::AscendC::isa::TemplateArg(#name, ::AscendC::isa::TemplateArgKind::kind, bits, {__VA_ARGS__})
#define ASCENDC_TPL_DTYPE_DECL(x, ...) ASCENDC_TPL_ARG_(x, kDType, 8, __VA_ARGS__)
#define ASCENDC_TPL_DATATYPE_DECL(x, ...) ASCENDC_TPL_ARG_(x, kDataType, 8, __VA_ARGS__)
#define ASCENDC_TPL_FORMAT_DECL(x, ...) ASCENDC_TPL_ARG_(x, kFormat, 8, __VA_ARGS__)
#define ASCENDC_TPL_UINT_DECL(x, bits, ...) ASCENDC_TPL_ARG_(x, kUint, bits, __VA_ARGS__)
#define ASCENDC_TPL_BOOL_DECL(x, ...) ASCENDC_TPL_ARG_(x, kBool, 1, __VA_ARGS__)
#define ASCENDC_TPL_KERNEL_TYPE_DECL(x, ...) ASCENDC_TPL_ARG_(x, kSharedKernelType, 8, __VA_ARGS__)
#define ASCENDC_TPL_DTYPE_SEL(x, ...) ASCENDC_TPL_ARG_(x, kDType, 8, __VA_ARGS__)
#define ASCENDC_TPL_DATATYPE_SEL(x, ...) ASCENDC_TPL_ARG_(x, kDataType, 8, __VA_ARGS__)
#define ASCENDC_TPL_FORMAT_SEL(x, ...) ASCENDC_TPL_ARG_(x, kFormat, 8, __VA_ARGS__)
#define ASCENDC_TPL_UINT_SEL(x, ...) ASCENDC_TPL_ARG_(x, kUint, 0, __VA_ARGS__)
#define ASCENDC_TPL_BOOL_SEL(x, ...) ASCENDC_TPL_ARG_(x, kBool, 1, __VA_ARGS__)
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(x, ...) \
    ASCENDC_TPL_ARG_(x, kSharedKernelType, 8, __VA_ARGS__)
#define ASCENDC_TPL_KERNEL_TYPE_SEL(type) ASCENDC_TPL_ARG_(kernel_type, kKernelType, 0, type)
#define ASCENDC_TPL_DETERMINISTIC_SEL(...) \
    ASCENDC_TPL_ARG_(deterministic, kDeterministic, 1, __VA_ARGS__)
#define ASCENDC_TPL_TILING_STRUCT_SEL(...)                                                       \
    ::AscendC::isa::TemplateArg(#__VA_ARGS__, ::AscendC::isa::TemplateArgKind::kTilingStruct, 0, \
                                {0})

#define ASCENDC_TPL_LIST_(name, type, ...)                                              \
    constexpr auto name(::AscendC::isa::TemplateText<__COUNTER__>) {                    \
        constexpr ::AscendC::isa::type items[] = {__VA_ARGS__};                         \
        constexpr size_t size = sizeof(items) / sizeof(items[0]);                       \
        return ::AscendC::isa::ToTemplateList(items, std::make_index_sequence<size>{}); \
    }                                                                                   \
    static_assert(true)
#define ASCENDC_TPL_ARGS_DECL(x, ...) \
    ASCENDC_TPL_LIST_(ascendc_template_declared, TemplateArg, __VA_ARGS__)
#define ASCENDC_TPL_ARGS_SEL(...)       \
    ::AscendC::isa::TemplateSelection { \
        {                               \
            __VA_ARGS__                 \
        }                               \
    }
// With CANN 9 the semicolon after it may be left out.
#define ASCENDC_TPL_SEL(...) \
    ASCENDC_TPL_LIST_(ascendc_template_selected, TemplateSelection, __VA_ARGS__);

/// Entry of a kernel that is a template over the declared arguments, all of them values; see
/// detail/core/entry.h.
#define ASCENDC_KERNEL_TEMPLATE_ENTRY(kernel_name, function, workspace_index)     \
    inline constexpr ::AscendC::isa::TemplatePort ascendc_template_ports[1] = {}; \
    ASCENDC_KERNEL_TEMPLATE_(kernel_name, workspace_index, function<kAt<Index>.values[Arg]...>)

/// The same for templates over types and values: after workspace_index comes, for each template
/// parameter, ASCENDC_TPL_TYPE_(position) or ASCENDC_TPL_VALUE_(position). The types and formats of
/// the operator's parameters are in ascendc_template_ports.
#define ASCENDC_KERNEL_TYPED_TEMPLATE_ENTRY(kernel_name, function, workspace_index, ...) \
    ASCENDC_KERNEL_TEMPLATE_(kernel_name, workspace_index, function<__VA_ARGS__>)
#define ASCENDC_TPL_TYPE_(position) \
    typename ::AscendC::isa::TemplateType<kAt<Index>.values[position]>::type
#define ASCENDC_TPL_VALUE_(position) kAt<Index>.values[position]

/// Whether the instance of a tiling key is compiled; opc defines it for kernels that it compiles
/// once for each key.
#ifndef ASCENDC_TPL_WANTED_
#define ASCENDC_TPL_WANTED_(key) true
#endif

#define ASCENDC_KERNEL_TEMPLATE_(kernel_name, workspace_index, ...)                               \
    namespace {                                                                                   \
    struct AscendcTemplateKernel {                                                                \
        static constexpr auto kDeclared =                                                         \
            ascendc_template_declared(::AscendC::isa::TemplateText<__COUNTER__>());               \
        static constexpr auto kSelected =                                                         \
            ascendc_template_selected(::AscendC::isa::TemplateText<__COUNTER__>());               \
        static constexpr size_t kArgs = sizeof(kDeclared.items) / sizeof(kDeclared.items[0]);     \
        static constexpr ::AscendC::isa::TemplateFault kFault =                                   \
            ::AscendC::isa::FaultOf(kDeclared.items, kSelected.items);                            \
        static constexpr size_t kInstances =                                                      \
            ::AscendC::isa::CountInstances(kDeclared.items, kSelected.items);                     \
        static constexpr ::AscendC::isa::TemplateInstance At(size_t index) {                      \
            return ::AscendC::isa::InstanceAt(kDeclared.items, kSelected.items,                   \
                                              ascendc_template_ports, index);                     \
        }                                                                                         \
        /* Found once: compilers evaluate each call of At again. */                               \
        template <size_t Index>                                                                   \
        static constexpr ::AscendC::isa::TemplateInstance kAt = At(Index);                        \
        static constexpr bool kHasDeterministic =                                                 \
            ::AscendC::isa::HasDeterministic(kSelected.items);                                    \
        static const char* TilingStructOf(uint64_t tiling_key) {                                  \
            for (size_t i = 0; i < kInstances; ++i) {                                             \
                if (const auto instance = At(i); instance.key == tiling_key) {                    \
                    return instance.tiling_struct;                                                \
                }                                                                                 \
            }                                                                                     \
            return nullptr;                                                                       \
        }                                                                                         \
        static constexpr bool Wants([[maybe_unused]] uint64_t tiling_key) {                       \
            return ASCENDC_TPL_WANTED_(tiling_key);                                               \
        }                                                                                         \
        template <size_t Index, size_t... Arg>                                                    \
        static constexpr auto Select(std::index_sequence<Arg...>) {                               \
            return &__VA_ARGS__;                                                                  \
        }                                                                                         \
        template <size_t Index>                                                                   \
        static constexpr auto Function() {                                                        \
            return Select<Index>(std::make_index_sequence<kArgs>{});                              \
        }                                                                                         \
    };                                                                                            \
    ASCENDC_TPL_CHECK_                                                                            \
    constexpr size_t ascendc_first_instance =                                                     \
        ::AscendC::isa::FirstInstance<AscendcTemplateKernel>();                                   \
    static_assert(ascendc_first_instance < AscendcTemplateKernel::kInstances,                     \
                  "no selected template instance has the types and formats of this kernel");      \
    }                                                                                             \
    extern "C" __attribute__((visibility("default"))) void ascendc_kernel_entry(                  \
        void* const* args) {                                                                      \
        ::AscendC::isa::TemplateCall<AscendcTemplateKernel, workspace_index>::Run(                \
            ::AscendC::isa::TakeHcclContexts<ASCENDC_HCCL_CONTEXTS>(ASCENDC_ENTRY_SLOTS_(args))); \
    }                                                                                             \
    ASCENDC_KERNEL_EXPORTS_(                                                                      \
        kernel_name,                                                                              \
        ::AscendC::isa::SlotCount(AscendcTemplateKernel::Function<ascendc_first_instance>()))
