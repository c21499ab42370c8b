// Layout: shape and strides of a tensor; Coord: a place in it. Both are nested tuples of numbers,
// which are compile-time constants (Std::Int) or not, dimension by dimension.
#pragma once

#include "detail/types/traits.h"

namespace AscendC {
namespace Std {
template <size_t v>
using Int = integral_constant<size_t, v>;
}  // namespace Std

namespace isa {

template <typename T>
struct IsTuple : std::false_type {};
template <typename... Ts>
struct IsTuple<std::tuple<Ts...>> : std::true_type {};

template <typename T, typename = void>
struct IsConstant : std::false_type {};
template <typename T>
struct IsConstant<T, std::void_t<decltype(T::value)>> : std::true_type {};

/// A result that is a constant if both operands are.
#define ASCENDC_CONSTANT_OPERATION(name, op)                          \
    template <typename A, typename B>                                 \
    constexpr auto name(const A& a, const B& b) {                     \
        if constexpr (IsConstant<A>::value && IsConstant<B>::value) { \
            return Std::Int<(A::value op B::value)>{};                \
        } else {                                                      \
            return a op b;                                            \
        }                                                             \
    }
ASCENDC_CONSTANT_OPERATION(Plus, +)
ASCENDC_CONSTANT_OPERATION(Times, *)
ASCENDC_CONSTANT_OPERATION(Quotient, /)
ASCENDC_CONSTANT_OPERATION(Remainder, %)
#undef ASCENDC_CONSTANT_OPERATION

/// Number of elements of dimensions `d` and up of a shape.
template <size_t d = 0, typename Shape>
constexpr auto SizeOf(const Shape& shape) {
    if constexpr (!IsTuple<Shape>::value) {
        return shape;
    } else if constexpr (d < std::tuple_size_v<Shape>) {
        return Times(SizeOf(std::get<d>(shape)), SizeOf<d + 1>(shape));
    } else {
        return Std::Int<1>{};
    }
}

template <typename Coord, typename Shape, typename Stride>
constexpr auto IndexOf(const Coord& coord, const Shape& shape, const Stride& stride);

/// The sum over dimensions `d` and up of a coordinate with one part per dimension.
template <size_t d, typename Coord, typename Shape, typename Stride>
constexpr auto SumFrom(const Coord& coord, const Shape& shape, const Stride& stride) {
    const auto index = IndexOf(std::get<d>(coord), std::get<d>(shape), std::get<d>(stride));
    if constexpr (d + 1 < std::tuple_size_v<Coord>) {
        return Plus(index, SumFrom<d + 1>(coord, shape, stride));
    } else {
        return index;
    }
}

/// The same of one number, of which dimension `d` takes the lowest digit.
template <size_t d, typename Number, typename Shape, typename Stride>
constexpr auto DigitsFrom(const Number& number, const Shape& shape, const Stride& stride) {
    const auto& dim = std::get<d>(shape);
    if constexpr (d + 1 < std::tuple_size_v<Shape>) {
        const auto size = SizeOf(dim);
        return Plus(IndexOf(Remainder(number, size), dim, std::get<d>(stride)),
                    DigitsFrom<d + 1>(Quotient(number, size), shape, stride));
    } else {
        return IndexOf(number, dim, std::get<d>(stride));
    }
}

template <typename Coord, typename Shape, typename Stride>
constexpr auto IndexOf(const Coord& coord, const Shape& shape, const Stride& stride) {
    if constexpr (IsTuple<Coord>::value) {
        static_assert(std::tuple_size_v<Coord> == std::tuple_size_v<Shape> &&
                          std::tuple_size_v<Coord> == std::tuple_size_v<Stride>,
                      "coordinate, shape and stride have different numbers of dimensions");
        return SumFrom<0>(coord, shape, stride);
    } else if constexpr (IsTuple<Shape>::value) {
        return DigitsFrom<0>(coord, shape, stride);
    } else {
        return Times(coord, stride);
    }
}

}  // namespace isa

template <typename... Shapes>
using Shape = std::tuple<Shapes...>;
template <typename... Strides>
using Stride = std::tuple<Strides...>;
template <typename... Coords>
using Coord = std::tuple<Coords...>;

template <typename... Ts>
__aicore__ inline constexpr Shape<Ts...> MakeShape(const Ts&... t) {
    return {t...};
}
template <typename... Ts>
__aicore__ inline constexpr Stride<Ts...> MakeStride(const Ts&... t) {
    return {t...};
}
template <typename... Ts>
__aicore__ inline constexpr Coord<Ts...> MakeCoord(const Ts&... t) {
    return {t...};
}

/// Offset in elements of a coordinate. A number in place of a tuple counts the elements of that
/// part of the shape, the first dimension fastest.
template <typename CoordType, typename ShapeType, typename StrideType>
__aicore__ inline constexpr auto Crd2Idx(const CoordType& coord, const ShapeType& shape,
                                         const StrideType& stride) {
    return isa::IndexOf(coord, shape, stride);
}

/// Shape and strides in elements.
template <typename ShapeType, typename StrideType>
struct Layout {
    constexpr Layout(const ShapeType& shape = {}, const StrideType& stride = {})
        : shape_(shape), stride_(stride) {}

    constexpr decltype(auto) layout() { return (*this); }
    constexpr decltype(auto) layout() const { return (*this); }
    constexpr decltype(auto) GetShape() { return (shape_); }
    constexpr decltype(auto) GetShape() const { return (shape_); }
    constexpr decltype(auto) GetStride() { return (stride_); }
    constexpr decltype(auto) GetStride() const { return (stride_); }
    template <typename CoordType>
    constexpr auto operator()(const CoordType& coord) const {
        return Crd2Idx(coord, shape_, stride_);
    }

private:
    ShapeType shape_;
    StrideType stride_;
};

template <typename ShapeType, typename StrideType>
__aicore__ inline constexpr auto MakeLayout(const ShapeType& shape, const StrideType& stride) {
    return Layout<ShapeType, StrideType>(shape, stride);
}
template <typename CoordType, typename ShapeType, typename StrideType>
__aicore__ inline constexpr auto Crd2Idx(const CoordType& coord,
                                         const Layout<ShapeType, StrideType>& layout) {
    return layout(coord);
}

template <typename T>
struct is_layout : std::false_type {};
template <typename ShapeType, typename StrideType>
struct is_layout<Layout<ShapeType, StrideType>> : std::true_type {};
template <typename T>
constexpr bool is_layout_v = is_layout<T>::value;

}  // namespace AscendC
