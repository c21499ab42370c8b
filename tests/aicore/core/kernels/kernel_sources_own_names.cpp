using namespace AscendC;
template <typename T1, typename T2>
__aicore__ inline T1 CeilDiv(T1 a, T2 b) {
    return b == 0 ? a : (a + b - 1) / b;
}
template <typename T>
__aicore__ inline T Ceil(T a, T b) {
    return (a + b - 1) / b;
}
template <typename T>
__aicore__ inline T AlignUp(T a, T b) {
    return (a + b - 1) / b * b;
}
__aicore__ inline int64_t CeilAlign(int64_t a, int64_t b) {
    return CeilDiv(a, b) * b;
}
template <typename T>
__aicore__ inline T Min(T a, T b) {
    return a < b ? a : b;
}
template <typename T>
__aicore__ inline T Max(T a, T b) {
    return a > b ? a : b;
}
uint32_t NotInline(uint32_t n) {
    return n + 1;
}
constexpr int32_t BLOCK_SIZE = 32;
constexpr uint32_t BUFFER_NUM = 2;
constexpr half TABLE[3] = {half(1), 2.5, -3};
struct Big {
    uint8_t bytes[5700];
};
class Holder {
public:
    __aicore__ inline void Init(Big b) { big = b; }
    Big big;
};

extern "C" __global__ __aicore__ void f(GM_ADDR out, GM_ADDR number) {
    GlobalTensor<float> y;
    y.SetGlobalBuffer((__gm__ float*)out);
    int64_t n = (int64_t)number;
    int j = 0;
    // (1) checks that vanish, in the middle of statements too
    ASSERT(undeclared_name > 0 && "message");
    y.SetValue(j++, n) ASSERT(also_undeclared);
    ASCENDC_ASSERT((n > 0), { KERNEL_LOG(KERNEL_ERROR, "n is %ld", undeclared); });
    KERNEL_LOG(KERNEL_INFO, "%d", n);
    // (2) no parentheses
    if ASCEND_IS_AIV {
        y.SetValue(j++, 1);
    }
    if ASCEND_IS_AIC {
        y.SetValue(99, 1);
    }
    if (g_coreType == AIV) {
        y.SetValue(j++, 2);
    }
    // (3) scalar builtins without a namespace
    half h = 2;
    float f32 = 9;
    int32_t i32 = -4;
    uint64_t u64 = 7;
    y.SetValue(j++, min(h, half(3)));
    y.SetValue(j++, max(f32, 3.0f));
    y.SetValue(j++, min(i32, 5));
    y.SetValue(j++, max(u64, (uint64_t)8));
    y.SetValue(j++, sqrt(f32));
    y.SetValue(j++, abs(i32));
    // (4) half like a builtin type
    h = h * 2 + 1;
    h += n;
    h = -h;
    const half least = h < 0 ? h : (half)0;
    int64_t whole = (int64_t)least;
    y.SetValue(j++, whole);
    y.SetValue(j++, TABLE[1] * TABLE[2]);
    y.SetValue(j++, h == -8 && h != 1.0f && 3 > h);
    // (5) own helpers
    y.SetValue(j++, CeilDiv(10, 4));
    y.SetValue(j++, Ceil(10u, 4u));
    y.SetValue(j++, AlignUp<int64_t>(10, 4));
    y.SetValue(j++, CeilAlign(10, 4));
    y.SetValue(j++, Min<int32_t>(3, 4));
    y.SetValue(j++, Max(3, 4));
    y.SetValue(j++, NotInline(1));
    // (6) large and variable arrays
    Big big = {};
    big.bytes[5699] = 5;
    Holder holder;
    holder.Init(big);
    y.SetValue(j++, holder.big.bytes[5699]);
    uint64_t list[16] = {0};
    int32_t rows[n + 1];
    rows[n] = 6;
    y.SetValue(j++, rows[n] + list[15]);
    float16_t a16 = 1;
    float32_t a32 = 2;
    y.SetValue(j++, a16 + a32);
}
