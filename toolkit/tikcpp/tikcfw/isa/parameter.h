// Parameters of calls that the documentation does not allow, in instrumented builds: checked as the
// kernel gave them, before they are cut, clamped or narrowed.
#pragma once

#include <limits>
#include <type_traits>

#include "isa/issue.h"
#include "isa/print.h"

namespace AscendC::isa {

/// Numbers that keep what the kernel gave.
struct WideNumber {};

/// A number of the kernel for a T, before it is narrowed.
template <typename T, typename U>
constexpr int64_t WholeNumber(const U& value) {
    if constexpr (std::is_base_of_v<WideNumber, U>) {
        return value.whole();
    } else if constexpr (std::is_arithmetic_v<U> || std::is_enum_v<U>) {
        return static_cast<int64_t>(value);
    } else {
        return static_cast<int64_t>(static_cast<T>(value));
    }
}

/// A member of type T of a parameter structure, with the number that the kernel gave: narrowing it
/// to T would hide what is wrong. (Nothing converts to it, so that it may stand in expressions.)
template <typename T>
class Wide : public WideNumber {
public:
    constexpr Wide() = default;
    template <typename U>
    constexpr explicit Wide(const U& value) {
        *this = value;
    }
    template <typename U>
    constexpr Wide& operator=(const U& value) {
        whole_ = WholeNumber<T>(value);
        narrow_ = static_cast<T>(whole_);
        return *this;
    }

    /// What was given, unless the kernel has changed the number since through a reference.
    constexpr int64_t whole() const {
        return narrow_ == static_cast<T>(whole_) ? whole_ : static_cast<int64_t>(narrow_);
    }

    constexpr operator T() const { return narrow_; }
    constexpr operator T&() { return narrow_; }

#define ASCENDC_WIDE_ASSIGNMENT(op)                      \
    template <typename U>                                \
    constexpr Wide& operator op##=(const U & value) {    \
        return *this = whole() op WholeNumber<T>(value); \
    }
    ASCENDC_WIDE_ASSIGNMENT(+)
    ASCENDC_WIDE_ASSIGNMENT(-)
    ASCENDC_WIDE_ASSIGNMENT(*)
    ASCENDC_WIDE_ASSIGNMENT(/)
    ASCENDC_WIDE_ASSIGNMENT(%)
    ASCENDC_WIDE_ASSIGNMENT(<<)
    ASCENDC_WIDE_ASSIGNMENT(>>)
#undef ASCENDC_WIDE_ASSIGNMENT
    constexpr Wide& operator++() { return *this += 1; }
    constexpr Wide& operator--() { return *this -= 1; }

private:
    int64_t whole_ = 0;
    T narrow_ = {};
};

/// The same as a parameter of a function: any number converts to it.
template <typename T>
class WideParameter : public Wide<T> {
public:
    template <typename U, std::enable_if_t<std::is_convertible_v<U, T>, int> = 0>
    constexpr WideParameter(const U& value) : Wide<T>(value) {}
};

/// T, or in an instrumented build what stores the kernel's number.
template <typename T>
using Member = std::conditional_t<kObserved, Wide<T>, T>;
template <typename T>
using Parameter = std::conditional_t<kObserved, WideParameter<T>, T>;

/// The number that the kernel gave.
template <typename T>
constexpr int64_t WholeOf(const T& value) {
    return WholeNumber<int64_t>(value);
}

[[noreturn]] inline void TrapForApi(const char* api) {
    constexpr char kEnd[] = ": this SoC has it not";
    char text[80] = {};
    size_t length = 0;
    for (; api[length] != 0 && length + sizeof(kEnd) < sizeof(text); ++length) {
        text[length] = api[length];
    }
    __builtin_memcpy(text + length, kEnd, sizeof(kEnd));
    aicore_trap(text);
}
/// Ends the kernel on architectures that lack an API. (CANN's headers compile it to nothing there,
/// for the sake of code that is not reached, and report it on the CPU.)
template <uint32_t... lacking>
ASCENDC_ALWAYS_INLINE void RequireApi(const char* api) {
    const uint32_t arch = CurrentCore().arch;
    if (__builtin_expect(((arch == lacking) || ...), 0)) {
        TrapForApi(api);
    }
}

/// Tells observers of a parameter that is not allowed. `rule` follows "it".
ASCENDC_ALWAYS_INLINE void RejectParameter(const char* api, const char* parameter, int64_t value,
                                           const char* rule) {
    Note(RejectionEvent{api, parameter, value, rule});
}

/// Tells observers if a parameter is not in [low, high]. Nothing in an uninstrumented build.
template <typename T>
ASCENDC_ALWAYS_INLINE void Expect([[maybe_unused]] const char* api,
                                  [[maybe_unused]] const char* parameter,
                                  [[maybe_unused]] const T& value, [[maybe_unused]] int64_t low,
                                  [[maybe_unused]] int64_t high,
                                  [[maybe_unused]] const char* rule) {
    if constexpr (kObserved) {
        const int64_t whole = WholeOf(value);
        if (whole < low || whole > high) {
            RejectParameter(api, parameter, whole, rule);
        }
    }
}

/// Tells observers of a number that its parameter's type T cannot hold.
template <typename T>
ASCENDC_ALWAYS_INLINE void ExpectFits(const char* api, const char* parameter,
                                      const Wide<T>& value) {
    Expect(api, parameter, value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(),
           sizeof(T) == 1 ? "must be 0..255" : "must be 0..65535");
}
template <typename T, std::enable_if_t<!std::is_base_of_v<WideNumber, T>, int> = 0>
ASCENDC_ALWAYS_INLINE void ExpectFits(const char*, const char*, const T&) {}

}  // namespace AscendC::isa
