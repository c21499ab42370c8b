// clang-format off: rewriting keeps what it finds
#include <cstdint>
// Heads as of flash-attention-npu's epilogues.
template <class T> struct Never { static constexpr bool value = false; };
template <uint32_t LAYOUT_, bool IS_DROP_,
bool HAS_CAP_ = false> struct Policy { static constexpr bool HAS_CAP = HAS_CAP_; };
template <class P, class T> struct Block {
    static_assert(Never<P>::value, "no specialisation");
};
template <class T_, uint32_t LAYOUT_, uint32_t IS_DROP_, bool HAS_CAP_>
struct Block<Policy<LAYOUT_, IS_DROP_, HAS_CAP_>, T_> {
    static constexpr uint32_t value = LAYOUT_ + 10 * IS_DROP_;
};
template <typename T, int N> struct Array {};
template <typename A> struct Length;
template <typename T, unsigned long N> struct Length<Array<T, N>> { static constexpr int value = N; };
static_assert(Block<Policy<3, true>, float>::value == 13);
static_assert(Length<Array<float, 5>>::value == 5);
// Types that mean nothing here stay.
enum class Layout { ND, NZ };
template <typename T, T value_> struct Constant { static constexpr T value = value_; };
template <class P, class C> struct Copy;
template <Layout LAYOUT, bool IS_DROP>
struct Copy<Policy<1, IS_DROP>, Constant<Layout, LAYOUT>> { static constexpr int value = IS_DROP; };
static_assert(Copy<Policy<1, true>, Constant<Layout, Layout::NZ>>::value == 1);
