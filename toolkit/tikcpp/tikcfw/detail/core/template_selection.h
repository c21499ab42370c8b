// Template arguments of kernels and what is selected of their values, as constants.
#pragma once

#include <initializer_list>

#include "detail/core/entry.h"
#include "graph/c_types.h"

#define ASCENDC_TPL_1_BW 1
#define ASCENDC_TPL_2_BW 2
#define ASCENDC_TPL_4_BW 4
#define ASCENDC_TPL_8_BW 8

#define ASCENDC_TPL_DTYPE 0
#define ASCENDC_TPL_FORMAT 1
#define ASCENDC_TPL_UINT 2
#define ASCENDC_TPL_BOOL 3

// How the values of a UINT are listed: MODE, [number of ranges, low, high, ...,] [values ...].
#define ASCENDC_TPL_UI_RANGE 0
#define ASCENDC_TPL_UI_LIST 1
#define ASCENDC_TPL_UI_MIX 2

// Among the values of a DATATYPE or FORMAT: it is that of an input or output.
#define ASCENDC_TPL_INPUT(index) (100000000 + (index))
#define ASCENDC_TPL_OUTPUT(index) (900000000 + (index))

#define ASCENDC_TPL_AIV_ONLY 0
#define ASCENDC_TPL_AIC_ONLY 1
#define ASCENDC_TPL_MIX_AIV_1_0 4
#define ASCENDC_TPL_MIX_AIC_1_0 5
#define ASCENDC_TPL_MIX_AIC_1_1 6
#define ASCENDC_TPL_MIX_AIC_1_2 7
#define ASCENDC_TPL_AICORE 8
#define ASCENDC_TPL_VECTORCORE 9
#define ASCENDC_TPL_MIX_AICORE 10
#define ASCENDC_TPL_MIX_VECTOR_CORE 11

namespace AscendC::isa {

enum class TemplateArgKind : uint8_t {
    kDType,
    kDataType,
    kFormat,
    kUint,
    kBool,
    kKernelType,        ///< of a selection
    kSharedKernelType,  ///< the same as an argument of the kernel
    kDeterministic,     ///< of a selection: for deterministic calls, or for the others
    kTilingStruct,      ///< of a selection: its tiling structure, by name
    kOther
};

/// Element type and format of an input or output, named by ASCENDC_TPL_INPUT or OUTPUT.
struct TemplatePort {
    uint64_t port = 0;
    uint64_t dtype = 0;
    uint64_t format = 0;
};

/// One template argument with the values that it may take.
struct TemplateArg {
    static constexpr int kMaxValues = 128;

    constexpr TemplateArg() = default;
    constexpr TemplateArg(const char* arg_name, TemplateArgKind arg_kind, int arg_bits,
                          std::initializer_list<uint64_t> listed)
        : name(arg_name), kind(arg_kind), bits(arg_bits) {
        const uint64_t* next = listed.begin();
        const uint64_t* const end = listed.end();
        if (kind == TemplateArgKind::kUint && next != end) {
            const uint64_t mode = *next++;
            if (mode != ASCENDC_TPL_UI_LIST && next != end) {
                for (uint64_t ranges = *next++; ranges != 0 && end - next >= 2;
                     --ranges, next += 2) {
                    for (uint64_t value = next[0]; value <= next[1]; ++value) {
                        Append(value);
                    }
                }
            }
        }
        while (next != end) {
            Append(*next++);
        }
    }
    constexpr void Append(uint64_t value) {
        if ((kind == TemplateArgKind::kDataType || kind == TemplateArgKind::kFormat) &&
            value >= ASCENDC_TPL_INPUT(0)) {
            port = value;
        } else if (count < kMaxValues) {
            values[count++] = value;
        } else {
            overflows = true;
        }
    }
    constexpr bool Has(uint64_t value) const {
        for (int i = 0; i < count; ++i) {
            if (values[i] == value) {
                return true;
            }
        }
        return false;
    }
    /// Whether the argument may be `value` in a kernel with these parameters.
    template <size_t Ports>
    constexpr bool Allows(uint64_t value, const TemplatePort (&ports)[Ports]) const {
        for (const TemplatePort& candidate : ports) {
            if (port != 0 && candidate.port == port) {
                return value ==
                       (kind == TemplateArgKind::kFormat ? candidate.format : candidate.dtype);
            }
        }
        return true;
    }
    /// Bits of the key for `value`.
    constexpr uint64_t Code(uint64_t value) const {
        for (int i = 0; kind == TemplateArgKind::kUint && i < count; ++i) {
            if (values[i] == value) {
                return static_cast<uint64_t>(i);
            }
        }
        return value;
    }

    const char* name = "";
    TemplateArgKind kind = TemplateArgKind::kOther;
    int bits = 0;
    int count = 0;
    uint64_t values[kMaxValues] = {};
    uint64_t port = 0;  ///< whose type or format the argument has; 0: of none
    bool overflows = false;
};

/// The C++ type of an element type.
template <uint64_t DType>
struct TemplateType;
template <>
struct TemplateType<C_DT_FLOAT> {
    using type = float;
};
template <>
struct TemplateType<C_DT_FLOAT16> {
    using type = half;
};
template <>
struct TemplateType<C_DT_BF16> {
    using type = bfloat16_t;
};
template <>
struct TemplateType<C_DT_DOUBLE> {
    using type = double;
};
template <>
struct TemplateType<C_DT_COMPLEX32> {
    using type = complex32;
};
template <>
struct TemplateType<C_DT_COMPLEX64> {
    using type = complex64;
};
template <>
struct TemplateType<C_DT_BOOL> {
    using type = bool;
};
template <>
struct TemplateType<C_DT_INT4> {
    using type = int4b_t;
};
template <>
struct TemplateType<C_DT_INT8> {
    using type = int8_t;
};
template <>
struct TemplateType<C_DT_INT16> {
    using type = int16_t;
};
template <>
struct TemplateType<C_DT_INT32> {
    using type = int32_t;
};
template <>
struct TemplateType<C_DT_INT64> {
    using type = int64_t;
};
template <>
struct TemplateType<C_DT_UINT8> {
    using type = uint8_t;
};
template <>
struct TemplateType<C_DT_UINT16> {
    using type = uint16_t;
};
template <>
struct TemplateType<C_DT_UINT32> {
    using type = uint32_t;
};
template <>
struct TemplateType<C_DT_UINT64> {
    using type = uint64_t;
};

constexpr bool SameText(const char* a, const char* b) {
    while (*a != 0 && *a == *b) {
        ++a;
        ++b;
    }
    return *a == *b;
}

/// A set of combinations: every value of each argument with every value of the others.
struct TemplateSelection {
    static constexpr int kMaxArgs = 24;
    TemplateArg args[kMaxArgs];

    /// The values selected for the declared argument; all declared ones if none are named.
    constexpr const TemplateArg& For(const TemplateArg& declared) const {
        for (const TemplateArg& arg : args) {
            if (arg.kind == declared.kind && SameText(arg.name, declared.name)) {
                return arg;
            }
        }
        return declared;
    }
    constexpr const TemplateArg* Of(TemplateArgKind kind) const {
        for (const TemplateArg& arg : args) {
            if (arg.kind == kind) {
                return &arg;
            }
        }
        return nullptr;
    }
};

}  // namespace AscendC::isa
