// Text output and assertions of kernels.
#pragma once

#include <type_traits>

#include "detail/core/meta.h"
#include "detail/memory/tensor.h"
#include "isa/print.h"

namespace AscendC {
namespace isa {

/// Whether kernels print, dump and assert: without ASCENDC_DUMP=0 (kernel_operator.h). Asked for
/// `void`, by templates through std::void_t of their parameters, as that is said last.
template <typename>
inline constexpr bool kDumps = true;

/// Printf arguments as C variadic arguments can carry them: 16-bit floats become double, and
/// integers have 64 bits, as WideFormat says.
template <typename T>
inline auto PrintArgument(const T& value) {
    if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>) {
        return static_cast<double>(value.ToFloat());
    } else if constexpr (std::is_same_v<T, int4b_t>) {
        return static_cast<long long>(static_cast<int8_t>(value));
    } else if constexpr (std::is_enum_v<T>) {
        return static_cast<long long>(value);
    } else if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T>) {
        return static_cast<unsigned long long>(value);
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<long long>(value);
    } else {
        return value;
    }
}
template <size_t N>
inline const char* PrintArgument(const char (&text)[N]) {
    return text;
}

/// `format` with all integers of 64 bits, which the device prints whatever a conversion says: %d
/// and %u take 64-bit numbers, %x shows all their digits (printf.md).
class WideFormat {
public:
    explicit WideFormat(const char* format) {
        bool conversion = false;
        for (; *format != '\0' && size_ < sizeof(text_) - 4; ++format) {
            const char c = *format;
            if (!conversion || c == '%') {
                conversion = c == '%' && !conversion;
                Put(c);
            } else if (!IsOneOf(c, "hlqjzt")) {
                if (IsOneOf(c, "dioxXu")) {
                    Put('l');
                    Put('l');
                }
                conversion = IsOneOf(c, " +-#.*0123456789");
                Put(c);
            }
        }
        whole_ = *format == '\0';
        text_[size_] = '\0';
    }
    /// The text, or what was given if that is too long.
    const char* Of(const char* format) const { return whole_ ? text_ : format; }

private:
    static bool IsOneOf(char c, const char* letters) {
        for (; *letters != '\0'; ++letters) {
            if (c == *letters) {
                return true;
            }
        }
        return false;
    }
    void Put(char c) { text_[size_++] = c; }

    char text_[2048];
    size_t size_ = 0;
    bool whole_ = false;
};

/// Longest text of one call, in bytes; what is longer is not printed (printf.md).
constexpr size_t kMaxPrint = 30 * 1024;

template <typename... Args>
__attribute__((noinline)) void Print([[maybe_unused]] const char* format, const Args&... args) {
    if constexpr (kDumps<std::void_t<Args...>>) {
        ASCENDC_META(ASCENDC_META_PRINT, 0, 0);
        const WideFormat wide(format);
        const auto put = [&](char* text, size_t room) {
            if constexpr (sizeof...(Args) == 0) {
                return aicore_format(text, room, wide.Of(format), 0);
            } else {
                return aicore_format(text, room, wide.Of(format), PrintArgument(args)...);
            }
        };
        char few[1024];
        char* text = few;
        const int length = put(text, sizeof(few));
        if (length <= 0 || static_cast<size_t>(length) > kMaxPrint) {
            return;
        }
        const size_t size = static_cast<size_t>(length);
        if (size >= sizeof(few)) {
            text = static_cast<char*>(__builtin_alloca(size + 1));
            put(text, size + 1);
        }
        aicore_print(text, size);
    } else {
        (static_cast<void>(args), ...);
    }
}

template <typename... Args>
[[noreturn]] __attribute__((noinline)) void AssertFailed(const char* file, int line,
                                                         const char* text, const char* format,
                                                         const Args&... args) {
    char message[512];
    const int length =
        aicore_format(message, sizeof(message), "%s:%d: Assertion `%s' failed. ", file, line, text);
    if (length >= 0 && static_cast<size_t>(length) < sizeof(message)) {
        const WideFormat wide(format);
        if constexpr (sizeof...(Args) == 0) {
            aicore_format(message + length, sizeof(message) - length, wide.Of(format), 0);
        } else {
            aicore_format(message + length, sizeof(message) - length, wide.Of(format),
                          PrintArgument(args)...);
        }
    }
    aicore_trap(message);
}
[[noreturn]] inline void AssertFailed(const char* file, int line, const char* text) {
    AssertFailed(file, line, text, "");
}

}  // namespace isa

template <typename... Args>
inline void PRINTF(const char* format, const Args&... args) {
    isa::Print(format, args...);
}
// The C library's printf may be a macro.
template <typename... Args>
inline void(printf)(const char* format, const Args&... args) {
    isa::Print(format, args...);
}
template <typename... Args>
inline void ascendc_printf_(const char* format, const Args&... args) {
    isa::Print(format, args...);
}

/// Ends the launch with a fault.
inline void Trap() {
    aicore_trap("the kernel called Trap()");
}

}  // namespace AscendC

// Visible unqualified too. `printf` is a macro so that kernels' calls reach the launch's reader
// whether they write printf, ::printf, std::printf or AscendC::printf.
using AscendC::ascendc_printf_;
namespace std {
using ::AscendC::ascendc_printf_;
}
#undef printf
#define printf(...) ascendc_printf_(__VA_ARGS__)

#undef assert
#define ASCENDC_ASSERT_FIRST_(expression, ...) #expression
#if defined(NDEBUG)
#define assert(...) ((void)0)
#define ascendc_assert(...) ((void)0)
#else
#define ASCENDC_ASSERT_CHECK_(expression, ...)              \
    (!::AscendC::isa::kDumps<void> || (expression)          \
         ? (void)0                                          \
         : ::AscendC::isa::AssertFailed(__FILE__, __LINE__, \
                                        #expression __VA_OPT__(, ) __VA_ARGS__))
#define assert(...) ASCENDC_ASSERT_CHECK_(__VA_ARGS__)
// Not through assert, which <cassert> defines again.
#define ascendc_assert(...) ASCENDC_ASSERT_CHECK_(__VA_ARGS__)
#endif
#undef ASCENDC_ASSERT_FIRST_

// Checks that only CANN's CPU debugging performs; kernels put undeclared names and half statements
// in them.
#ifndef ASSERT
#define ASSERT(...)
#endif
#define ASSERT_MSG(...)
#define ASCENDC_ASSERT(...)
#define ASCENDC_DEBUG_ASSERT(...)
#define ASCENDC_REPORT_OVERFLOW_MEM(...)
#define DEBUG_CODE(...)
#define KERNEL_LOG(level, ...)
#define KERNEL_LOG_INTERNAL(level, ...)
