// What catlass leaves to clang, which is CANN's compiler: it deduces a pack of size_t from a
// sequence of ints, as g++ does not (tla/numeric/integer_sequence.hpp).
#pragma once

#ifndef __clang__
#include <cstddef>

namespace tla {

template <typename T, T... values>
struct IntegerSequence;
template <typename Sequence, typename T, std::size_t N>
struct MakeIntegerSequenceImpl;

// Sequences without values are for themselves: catlass' own match these, too.
template <>
struct MakeIntegerSequenceImpl<IntegerSequence<int>, int, 0> {
    using type = IntegerSequence<int>;
};
template <std::size_t N>
struct MakeIntegerSequenceImpl<IntegerSequence<int>, int, N> {
    using type =
        typename MakeIntegerSequenceImpl<IntegerSequence<int, static_cast<int>(N) - 1>, int,
                                         N - 1>::type;
};
template <int first, int... values>
struct MakeIntegerSequenceImpl<IntegerSequence<int, first, values...>, int, 0> {
    using type = IntegerSequence<int, first, values...>;
};
template <std::size_t N, int first, int... values>
struct MakeIntegerSequenceImpl<IntegerSequence<int, first, values...>, int, N> {
    using type = typename MakeIntegerSequenceImpl<IntegerSequence<int, first - 1, first, values...>,
                                                  int, N - 1>::type;
};

}  // namespace tla
#endif
