// Kernel side of tiling: which structure the tiling data has, and which tiling key runs.
#pragma once

#include <cstring>

#include "detail/core/kernel_meta_type.h"
#include "detail/core/meta.h"
#include "detail/types/constants.h"
#include "detail/types/macros.h"
#include "isa/issue.h"
#include "isa/print.h"

namespace AscendC::isa {

/// Copies `size` bytes of tiling data out of global memory.
inline void ReadTiling(void* target, const void* tiling, size_t size) {
    Note(TilingEvent{tiling, size});
    std::memcpy(target, tiling, size);
}

/// The tiling structure that ASCENDC_TPL_TILING_STRUCT_SEL names for a key; null: none. Set by
/// kernels with such selections, for the one kernel of an object.
using TilingStructNames = const char* (*)(uint64_t tiling_key);
[[maybe_unused]] static TilingStructNames ascendc_tiling_structs = nullptr;

/// Whether `name` is that of T, with or without the namespaces around it.
template <typename T>
bool IsNameOf(const char* name) {
    const char* text = __PRETTY_FUNCTION__;  // "... [T = a::B]", "... [with T = a::B]"
    const size_t length = std::strlen(name);
    for (const char* at = std::strstr(text, name); at != nullptr; at = std::strstr(at + 1, name)) {
        const char next = at[length];
        if ((at[-1] == ' ' || at[-1] == ':') && (next == ']' || next == ';')) {
            return true;
        }
    }
    return false;
}
/// Ends the launch where GET_TILING_DATA would read another structure than the selection names:
/// all instances of a template are compiled with one default here.
template <typename T>
void ExpectTilingStruct(TilingStructNames names) {
    const char* const name = names == nullptr ? nullptr : names(CurrentCore().tiling_key);
    if (name != nullptr && !IsNameOf<T>(name)) {
        char text[240];
        aicore_format(text, sizeof(text),
                      "GET_TILING_DATA reads the default structure, but "
                      "ASCENDC_TPL_TILING_STRUCT_SEL names %s for this tiling key; use "
                      "GET_TILING_DATA_WITH_STRUCT(%s, ...)",
                      name, name);
        aicore_trap(text);
    }
}

/// sizeof(T) bytes, as a constant expression can copy them.
template <typename T>
struct RawBytes {
    uint8_t bytes[sizeof(T)];
};

/// Reads as the number of the tiling key that runs.
struct TilingKeyProbe {
    operator uint64_t() const { return CurrentCore().tiling_key; }
};
inline constexpr TilingKeyProbe kTilingKey{};

template <uint64_t Key>
inline __attribute__((always_inline)) bool IsTilingKey() {
    ASCENDC_META(ASCENDC_META_TILING_KEY, Key, 0);
    return CurrentCore().tiling_key == Key;
}

template <uint64_t... Keys>
inline __attribute__((always_inline)) bool IsOneOfTilingKeys() {
    bool is_known_key = false;
    ((is_known_key = IsTilingKey<Keys>() || is_known_key), ...);
    return is_known_key;
}

/// Reads as the type of the core that runs: MIX, AIC or AIV.
struct CoreTypeProbe {
    operator int32_t() const { return CurrentCore().core_type; }
};

}  // namespace AscendC::isa

inline constexpr AscendC::isa::CoreTypeProbe g_coreType{};

/// The T that `bytes` represent, for tiling data known at compile time; built into CANN's compiler.
template <typename T>
constexpr T convert_from_bytes(const uint8_t* bytes) {
    AscendC::isa::RawBytes<T> copy = {};
    for (size_t i = 0; i < sizeof(T); ++i) {
        copy.bytes[i] = bytes[i];
    }
    return __builtin_bit_cast(T, copy);
}
namespace AscendC {
using ::g_coreType;
}

/// What a launch tells a kernel that asks for it; catlass defines its own object.
struct OpSystemRunCfg {
    uint64_t l2Cacheoffset;
};

// Kernels write `if ASCEND_IS_AIV {`: the parentheses are part of the macro.
#define ASCEND_IS_AIV (g_coreType == AscendC::AIV)
#define ASCEND_IS_AIC (g_coreType == AscendC::AIC)
#define ASCEND_IS_NOT_AIV (g_coreType != AscendC::AIV)
#define ASCEND_IS_NOT_AIC (g_coreType != AscendC::AIC)

#ifndef TILING_KEY_VAR
#define TILING_KEY_VAR (static_cast<uint64_t>(::AscendC::isa::kTilingKey))
#endif

/// True in the launches whose tiling function chose key `k`; also tells opc that the key exists.
#define TILING_KEY_IS(k)                                                    \
    (__extension__({                                                        \
        ASCENDC_META(ASCENDC_META_TILING_KEY, static_cast<uint64_t>(k), 0); \
        TILING_KEY_VAR == static_cast<uint64_t>(k);                         \
    }))

/// Declares keys that no TILING_KEY_IS names; true if one of them runs.
#define TILING_KEY_LIST(...) (::AscendC::isa::IsOneOfTilingKeys<__VA_ARGS__>())

// In a kernel, or outside of all functions.
#define KERNEL_TASK_TYPE_DEFAULT(type) \
    ASCENDC_META_DECLARATION(ASCENDC_META_TASK_TYPE_DEFAULT, static_cast<uint64_t>(type), 0)
#define KERNEL_TASK_TYPE(key, type)                                              \
    ASCENDC_META_DECLARATION(ASCENDC_META_TASK_TYPE, static_cast<uint64_t>(key), \
                             static_cast<uint64_t>(type))

#define ENABLE_FEATURE_FOR_COMPILE(feature, value)
#define ENABLE_DETERMINISTIC()
#define ENABLE_PRINTF()
#define ENABLE_PRINTF_DUMP_SIZE()
#define ENABLE_ASSERT()
#define ENABLE_ASSERT_DUMP_SIZE()

/// Names the structure that GET_TILING_DATA reads in this scope. Without it, it is the one that the
/// operator's host code registered: the wrapper declares AscendcTilingDefault as that type.
#define REGISTER_TILING_DEFAULT(tiling_struct)  \
    using AscendcTilingDefault = tiling_struct; \
    ASCENDC_META(ASCENDC_META_TILING_SIZE, sizeof(tiling_struct), 0)
#define REGISTER_TILING_FOR_TILINGKEY(expression, tiling_struct) \
    ASCENDC_META(ASCENDC_META_TILING_SIZE, sizeof(tiling_struct), 0)
#define REGISTER_NONE_TILING

// Programs that include a kernel on the CPU (tikicpulib) define these themselves before.
#ifndef GET_TILING_DATA_WITH_STRUCT
#define GET_TILING_DATA_WITH_STRUCT(tiling_struct, tiling_data, tiling_arg) \
    tiling_struct tiling_data;                                              \
    ASCENDC_META(ASCENDC_META_TILING_SIZE, sizeof(tiling_struct), 0);       \
    ::AscendC::isa::ReadTiling(&tiling_data, (const void*)(tiling_arg), sizeof(tiling_struct))
#endif
#ifndef GET_TILING_DATA
#define GET_TILING_DATA(tiling_data, tiling_arg)                                \
    GET_TILING_DATA_WITH_STRUCT(AscendcTilingDefault, tiling_data, tiling_arg); \
    ::AscendC::isa::ExpectTilingStruct<AscendcTilingDefault>(::AscendC::isa::ascendc_tiling_structs)
#endif
#ifndef GET_TILING_DATA_MEMBER
#define GET_TILING_DATA_MEMBER(tiling_struct, member, var, tiling_arg) \
    decltype(tiling_struct::member) var;                               \
    ::AscendC::isa::ReadTiling(                                        \
        &var, (const uint8_t*)(tiling_arg) + offsetof(tiling_struct, member), sizeof(var))
#endif
#ifndef GET_TILING_DATA_PTR_WITH_STRUCT
#define GET_TILING_DATA_PTR_WITH_STRUCT(tiling_struct, ptr_var, tiling_arg) \
    __gm__ tiling_struct* ptr_var = (__gm__ tiling_struct*)(tiling_arg)
#endif
#ifndef COPY_TILING_WITH_STRUCT
#define COPY_TILING_WITH_STRUCT(tiling_struct, src_ptr, dst_ptr) \
    ::AscendC::isa::ReadTiling((void*)(dst_ptr), (const void*)(src_ptr), sizeof(tiling_struct))
#endif
#ifndef COPY_TILING_WITH_ARRAY
#define COPY_TILING_WITH_ARRAY(element, length, src_ptr, dst_ptr) \
    ::AscendC::isa::ReadTiling((void*)(dst_ptr), (const void*)(src_ptr), sizeof(element) * (length))
#endif
/// CANN's copy of tiling data, 64 bytes at a time, which kernels call themselves, too.
inline void copy_data_align64(uint8_t* dst, const void* src, size_t size) {
    std::memcpy(dst, src, size);
}
#ifndef CONVERT_TILING_DATA
#define CONVERT_TILING_DATA(tiling_struct, dst_ptr, src_ptr) \
    __gm__ tiling_struct* dst_ptr = (__gm__ tiling_struct*)(src_ptr)
#endif
