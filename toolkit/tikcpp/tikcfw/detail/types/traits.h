// Type traits and small arithmetic that kernels use.
#pragma once

#include <tuple>
#include <type_traits>

#include "detail/memory/tensor.h"
#include "detail/types/bfloat16.h"
#include "detail/types/constants.h"

namespace AscendC {

template <typename T, typename U>
struct IsSameType {
    static constexpr bool value = std::is_same_v<T, U>;
};
template <bool condition, typename T1, typename T2>
struct Conditional {
    using type = std::conditional_t<condition, T1, T2>;
};
template <typename T, typename... Others>
constexpr bool SupportType() {
    return (std::is_same_v<T, Others> || ...);
}
template <int... Sizes>
constexpr bool SupportBytes(int size) {
    return ((size == Sizes) || ...);
}
template <typename T, int... Sizes>
constexpr bool SupportBytes() {
    return ((sizeof(T) == Sizes) || ...);
}
using TrueType = std::true_type;
using FalseType = std::false_type;

// With exactly these parameter types, as kernels have helpers of the same names for others.
inline constexpr uint32_t DivCeil(uint32_t a, uint32_t b) {
    return (a + b - 1) / b;
}
inline constexpr uint32_t AlignUp(uint32_t a, uint32_t b) {
    return (a + b - 1) / b * b;
}
inline constexpr uint32_t Ceil(uint32_t a, uint32_t b) {
    return b == 0 ? a : (a + b - 1) / b;
}
inline constexpr int32_t CeilDivision(int32_t num1, int32_t num2) {
    return num2 == 0 ? 0 : (num1 + num2 - 1) / num2;
}

namespace Std {
template <typename T, T v>
using integral_constant = std::integral_constant<T, v>;
template <bool v>
using bool_constant = std::bool_constant<v>;
using true_type = std::true_type;
using false_type = std::false_type;
using std::add_const;
using std::add_const_t;
using std::add_cv;
using std::add_cv_t;
using std::add_lvalue_reference;
using std::add_lvalue_reference_t;
using std::add_pointer;
using std::add_pointer_t;
using std::add_rvalue_reference;
using std::add_rvalue_reference_t;
using std::add_volatile;
using std::add_volatile_t;
using std::conditional;
using std::conditional_t;
using std::decay;
using std::decay_t;
using std::declval;
using std::enable_if;
using std::enable_if_t;
using std::forward;
using std::forward_as_tuple;
using std::get;
using std::ignore;
using std::index_sequence;
using std::integer_sequence;
using std::is_arithmetic;
using std::is_arithmetic_v;
using std::is_array;
using std::is_array_v;
using std::is_base_of;
using std::is_base_of_v;
using std::is_class;
using std::is_class_v;
using std::is_const;
using std::is_const_v;
using std::is_constructible;
using std::is_constructible_v;
using std::is_convertible;
using std::is_convertible_v;
using std::is_enum;
using std::is_enum_v;
using std::is_integral;
using std::is_integral_v;
using std::is_lvalue_reference;
using std::is_lvalue_reference_v;
using std::is_pointer;
using std::is_pointer_v;
using std::is_reference;
using std::is_reference_v;
using std::is_rvalue_reference;
using std::is_rvalue_reference_v;
using std::is_same;
using std::is_same_v;
using std::is_signed;
using std::is_signed_v;
using std::is_unsigned;
using std::is_unsigned_v;
using std::is_void;
using std::is_void_v;
using std::is_volatile;
using std::is_volatile_v;
using std::make_index_sequence;
using std::make_tuple;
using std::move;
using std::remove_const;
using std::remove_const_t;
using std::remove_cv;
using std::remove_cv_t;
using std::remove_pointer;
using std::remove_pointer_t;
using std::remove_reference;
using std::remove_reference_t;
using std::remove_volatile;
using std::remove_volatile_t;
using std::tie;
using std::tuple;
using std::tuple_cat;
using std::tuple_element;
using std::tuple_element_t;
using std::tuple_size;
using std::tuple_size_v;

/// The device's own floating types, too.
template <typename T>
struct is_floating_point : std::is_floating_point<T> {};
template <>
struct is_floating_point<half> : true_type {};
template <>
struct is_floating_point<bfloat16_t> : true_type {};
template <typename T>
struct is_floating_point<const T> : is_floating_point<T> {};
template <typename T>
struct is_floating_point<volatile T> : is_floating_point<T> {};
template <typename T>
struct is_floating_point<const volatile T> : is_floating_point<T> {};
template <typename T>
inline constexpr bool is_floating_point_v = is_floating_point<T>::value;

/// Whether T is one of the others.
template <typename T, typename... Others>
struct is_one_of : std::disjunction<std::is_same<T, Others>...> {};
template <typename T, typename... Others>
inline constexpr bool is_one_of_v = is_one_of<T, Others...>::value;

template <typename T>
struct is_tuple : false_type {};
template <typename... Elements>
struct is_tuple<std::tuple<Elements...>> : true_type {};
template <typename T>
inline constexpr bool is_tuple_v = is_tuple<T>::value;

template <typename T, typename U>
constexpr T min(const T a, const U b) {
    static_assert(std::is_same_v<T, U>, "Std::min compares two numbers of the same type");
    return a > b ? b : a;
}
template <typename T, typename U>
constexpr T max(const T a, const U b) {
    static_assert(std::is_same_v<T, U>, "Std::max compares two numbers of the same type");
    return a < b ? b : a;
}
template <typename T>
constexpr T abs(const T a) {
    static_assert(is_one_of<T, int8_t, int16_t, int32_t, int64_t, float>::value,
                  "Std::abs takes int8_t, int16_t, int32_t, int64_t or float");
    return a < 0 ? -a : a;
}
/// Of int64_t the root without its fraction.
template <typename T>
inline T sqrt(const T a) {
    static_assert(is_one_of<T, int64_t, float>::value, "Std::sqrt takes int64_t or float");
    if constexpr (std::is_same_v<T, float>) {
        return __builtin_sqrtf(a);
    } else {
        return static_cast<T>(__builtin_sqrtl(static_cast<long double>(a)));
    }
}
}  // namespace Std

/// Memory ranges are checked where they are used.
inline void OOMCheckAddrRange(__gm__ uint8_t*, const uint64_t) {}
template <typename T>
inline void OOMCheckAddrRange(__gm__ T*, const uint64_t) {}
inline void OOMInit() {}
inline void OOMAddAddrForL2Cache(uint64_t) {}

template <class T, CacheRwMode rwMode = CacheRwMode::RW>
inline __gm__ T* L2CacheAlter(__gm__ T* addr, CacheMode) {
    return addr;
}

}  // namespace AscendC

/// dims, {d0, d1, ...}: the first two arguments of ShapeInfo.
#define ASCENDC_SHAPE(dimValue, ...) \
    dimValue, (const uint32_t[]) {   \
        __VA_ARGS__                  \
    }
