// clang-format off: rewriting keeps what it finds
#include <cstddef>
#include <type_traits>
template <typename T, T... values> struct Sequence {};
template <typename S, typename T, size_t N> struct Make;
template <typename T, size_t... Ns>
struct Make<Sequence<T, Ns...>, T, 0> { using type = Sequence<T, Ns...>; };
template <typename T, size_t N, size_t... Ns>
struct Make<Sequence<T, Ns...>, T, N> {
    using type = typename Make<Sequence<T, N - 1, Ns...>, T, N - 1>::type;
};
static_assert(std::is_same_v<Make<Sequence<int>, int, 3>::type, Sequence<int, 0, 1, 2>>);
