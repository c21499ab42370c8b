#include "kernel_operator.h"
using namespace AscendC;
enum class Kind { A, B };
struct Extent {
    uint32_t at[TWO];
    constexpr Extent(uint32_t a, uint32_t b) { at[0] = a, at[1] = b; }
};
constexpr Extent EXTENT(3, 4);
template <Kind KIND>
struct Inner {
    static constexpr bool value = KIND == Kind::B;
};
template <Kind K>
struct Outer {
    static constexpr bool inner = Inner<K>::value;
    using Value = Inner<K>;
    static constexpr bool Inner = K == Kind::A;
    template <typename T>
    __aicore__ static void Load(LocalTensor<T> a, LocalTensor<T> b) {
        static constexpr IsResetLoad3dConfig CONFIG = {true, false};
        LoadData3DParamsV2<half> params;
        LoadData<half, CONFIG>(a, b, params);
    }
};
extern "C" __global__ __aicore__ void sum(__gm__ float* x, uint32_t n) {
    LocalTensor<half> a, b;
    x[0] = Outer<Kind::B>::inner ? 1.0f : 2.0f;
    if (n == 0) {
        Outer<Kind::A>::Load(a, b);
    }
}
