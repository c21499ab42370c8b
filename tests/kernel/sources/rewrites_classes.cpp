// clang-format off: rewriting keeps what it finds
#include <type_traits>
struct Layout { using In = int; };
template <class P> struct Outer {
    template <class T> struct Helper { using type = typename T::In; };
    template <> struct Helper<void> { using type = void; };
    template <bool A, bool B> struct Params { int value = 1; };
    template <> struct Params<true, false> { int value = 2; };
    template <int core = 1> [[deprecated("(old)")]] __attribute__((always_inline, annotate("a")))
    inline decltype(sizeof(int)) kind(int x);
    template <> inline __attribute__((always_inline)) unsigned long kind<1>(int x) { return x; }
    template <> inline __attribute__((always_inline)) unsigned long kind<2>(int) { return 2; }
    using In = typename Helper<P>::type;
    static constexpr int value() { return Params<true, false>().value; }
};
static_assert(std::is_void_v<Outer<void>::In> && std::is_same_v<Outer<Layout>::In, int>);
static_assert(Outer<void>::value() == 2);
