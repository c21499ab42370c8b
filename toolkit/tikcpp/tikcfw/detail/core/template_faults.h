// The declarations and selections that CANN's compiler of template kernels rejects.
#pragma once

#include "detail/core/template_selection.h"

namespace AscendC::isa {

/// What is wrong with declarations and selections.
enum class TemplateFault : uint8_t {
    kNone,
    kManyValues,
    kNoValue,
    kTwice,
    kNoBool,
    kFewBits,
    kLongKey,
    kUndeclared,
    kUndeclaredValue,
    kUnselected,
    kTwoKernelTypes,
    kNoDeterminism,
    kSameKey,
};

constexpr TemplateFault FaultOf(const TemplateArg& arg, int bits) {
    if (arg.overflows) {
        return TemplateFault::kManyValues;
    }
    if (arg.count == 0 && arg.port == 0) {
        return TemplateFault::kNoValue;
    }
    for (int i = 0; i < arg.count; ++i) {
        for (int other = 0; other < i; ++other) {
            if (arg.values[other] == arg.values[i]) {
                return TemplateFault::kTwice;
            }
        }
        if (arg.kind == TemplateArgKind::kBool && arg.values[i] > 1) {
            return TemplateFault::kNoBool;
        }
        const uint64_t code =
            arg.kind == TemplateArgKind::kUint ? static_cast<uint64_t>(i) : arg.values[i];
        if (bits < 64 && (code >> bits) != 0) {
            return TemplateFault::kFewBits;
        }
    }
    return TemplateFault::kNone;
}

/// Of one selection.
template <size_t Declared>
constexpr TemplateFault FaultOf(const TemplateArg (&declared)[Declared],
                                const TemplateSelection& selection) {
    size_t matches = 0;
    for (const TemplateArg& arg : selection.args) {
        if (arg.kind == TemplateArgKind::kOther || arg.kind == TemplateArgKind::kKernelType ||
            arg.kind == TemplateArgKind::kTilingStruct) {
            continue;
        }
        if (arg.kind == TemplateArgKind::kDeterministic) {
            if (arg.count != 1 || arg.values[0] > 1) {
                return TemplateFault::kNoDeterminism;
            }
            continue;
        }
        bool is_declared = false;
        for (const TemplateArg& declaration : declared) {
            if (arg.kind != declaration.kind || !SameText(arg.name, declaration.name)) {
                continue;
            }
            is_declared = true;
            ++matches;
            if (const TemplateFault fault = FaultOf(arg, declaration.bits);
                fault != TemplateFault::kNone) {
                return fault;
            }
            for (int i = 0; i < arg.count; ++i) {
                if (!declaration.Has(arg.values[i])) {
                    return TemplateFault::kUndeclaredValue;
                }
            }
        }
        if (!is_declared) {
            return TemplateFault::kUndeclared;
        }
    }
    if (matches != Declared) {
        return TemplateFault::kUnselected;
    }
    const bool both = selection.Of(TemplateArgKind::kKernelType) != nullptr &&
                      selection.Of(TemplateArgKind::kSharedKernelType) != nullptr;
    return both ? TemplateFault::kTwoKernelTypes : TemplateFault::kNone;
}

/// Whether two selections have a combination in common.
template <size_t Declared>
constexpr bool Overlap(const TemplateArg (&declared)[Declared], const TemplateSelection& a,
                       const TemplateSelection& b) {
    for (const TemplateArg& arg : declared) {
        const TemplateArg& values = a.For(arg);
        const TemplateArg& others = b.For(arg);
        bool common = false;
        for (int i = 0; i < values.count && !common; ++i) {
            common = others.Has(values.values[i]);
        }
        if (!common) {
            return false;
        }
    }
    return true;
}

template <size_t Declared, size_t Selected>
constexpr TemplateFault FaultOf(const TemplateArg (&declared)[Declared],
                                const TemplateSelection (&selections)[Selected]) {
    int bits = 0;
    for (const TemplateArg& arg : declared) {
        if (const TemplateFault fault = FaultOf(arg, arg.bits); fault != TemplateFault::kNone) {
            return fault;
        }
        bits += arg.bits;
    }
    if (bits > 64) {
        return TemplateFault::kLongKey;
    }
    for (size_t i = 0; i < Selected; ++i) {
        const TemplateFault fault = FaultOf(declared, selections[i]);
        if (fault != TemplateFault::kNone) {
            return fault;
        }
        for (size_t other = 0; other < i; ++other) {
            if (Overlap(declared, selections[other], selections[i])) {
                return TemplateFault::kSameKey;
            }
        }
    }
    return TemplateFault::kNone;
}

}  // namespace AscendC::isa

// clang-format off
/// What is wrong with a kernel's declarations, a message for each.
#define ASCENDC_TPL_REFUSE_(fault, message) \
    static_assert(AscendcTemplateKernel::kFault != ::AscendC::isa::TemplateFault::fault, message)
#define ASCENDC_TPL_CHECK_ \
    ASCENDC_TPL_REFUSE_(kManyValues, "an argument has more than 128 values"); \
    ASCENDC_TPL_REFUSE_(kNoValue, "an argument has no values"); \
    ASCENDC_TPL_REFUSE_(kTwice, "an argument lists a value twice"); \
    ASCENDC_TPL_REFUSE_(kNoBool, "a BOOL has a value other than 0 and 1"); \
    ASCENDC_TPL_REFUSE_(kFewBits, "an argument's values do not fit into its bits"); \
    ASCENDC_TPL_REFUSE_(kLongKey, "the arguments take more than 64 bits"); \
    ASCENDC_TPL_REFUSE_(kUndeclared, "ASCENDC_TPL_ARGS_SEL names an argument that ASCENDC_TPL_ARGS_DECL does not have"); \
    ASCENDC_TPL_REFUSE_(kUndeclaredValue, "ASCENDC_TPL_ARGS_SEL lists a value that is not declared"); \
    ASCENDC_TPL_REFUSE_(kUnselected, "an ASCENDC_TPL_ARGS_SEL leaves out a declared argument"); \
    ASCENDC_TPL_REFUSE_(kTwoKernelTypes, "ASCENDC_TPL_KERNEL_TYPE_SEL is used together with ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL"); \
    ASCENDC_TPL_REFUSE_(kNoDeterminism, "ASCENDC_TPL_DETERMINISTIC_SEL takes one value, 0 or 1"); \
    ASCENDC_TPL_REFUSE_(kSameKey, "two ASCENDC_TPL_ARGS_SEL have a combination in common");

// clang-format on
