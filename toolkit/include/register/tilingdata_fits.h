// Whether a number keeps its value in a field of tiling data.
#ifndef INC_REGISTER_TILINGDATA_FITS_H_
#define INC_REGISTER_TILINGDATA_FITS_H_

#include <limits>
#include <type_traits>

namespace optiling {
namespace fits {
template <typename Value>
bool IsNegative(Value value, std::true_type /*is_signed*/) {
    return value < 0;
}
template <typename Value>
bool IsNegative(Value, std::false_type /*is_signed*/) {
    return false;
}
template <typename Value>
bool IsNegative(Value value) {
    return IsNegative(value, std::is_signed<Value>());
}

enum class Kind { kOther, kInteger, kFloat };

template <typename Field, typename Value>
constexpr Kind KindOf() {
    return !std::is_integral<Field>::value || std::is_same<Field, bool>::value   ? Kind::kOther
           : std::is_floating_point<Value>::value                                ? Kind::kFloat
           : std::is_integral<Value>::value && !std::is_same<Value, bool>::value ? Kind::kInteger
                                                                                 : Kind::kOther;
}

template <typename Field, typename Value, Kind kind>
struct Check {
    static bool Holds(Value) { return true; }
};

template <typename Field, typename Value>
struct Check<Field, Value, Kind::kInteger> {
    static bool Holds(Value value) {
        const Field field = static_cast<Field>(value);
        if (static_cast<Value>(field) == value && IsNegative(field) == IsNegative(value)) {
            return true;
        }
        // A negative number in an unsigned field is meant where the signed type would hold it, and
        // so are bits that are all ones.
        using Signed = typename std::make_signed<Field>::type;
        const Signed bits = static_cast<Signed>(value);
        return (IsNegative(value) && static_cast<Value>(bits) == value) ||
               value == static_cast<Value>(-1);
    }
};

template <typename Field, typename Value>
struct Check<Field, Value, Kind::kFloat> {
    static bool Holds(Value value) {
        const double number = static_cast<double>(value);
        // Exclusive: doubles hold only the power of two above the largest 64-bit integer.
        return number > static_cast<double>(std::numeric_limits<Field>::min()) - 1.0 &&
               number < static_cast<double>(std::numeric_limits<Field>::max()) + 1.0;
    }
};
}  // namespace fits

/// False if a field of type Field holds another number than `value`.
template <typename Field, typename Value>
bool FitsField(Value value) {
    return fits::Check<Field, Value, fits::KindOf<Field, Value>()>::Holds(value);
}
}  // namespace optiling

#endif  // INC_REGISTER_TILINGDATA_FITS_H_
