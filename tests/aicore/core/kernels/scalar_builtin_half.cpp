using namespace AscendC;
constexpr half TABLE[] = {1, 2.5, -3.0f};
static_assert(TABLE[1] == 2.5 && TABLE[2] < 0 && half(65520.0) > 65504, "");
template <typename T>
T twice(T a, T b) {
    return a + b;
}
extern "C" __global__ __aicore__ void f(GM_ADDR out) {
    float* p = (float*)out;
    int n = 3;
    half a = n, b = 0.5;
    half c = twice(a * b, half(-b));
    a += 1;
    b = a > 3 ? -a : a;
    int64_t big = (int64_t)a;
    a = big;
    bfloat16_t bf = c;
    bf = a;
    p[0] = c;
    p[1] = a * 2 + b / 2.0f;
    p[2] = (a == 4) + (n < a) + (1.5f <= b);
    p[3] = static_cast<half>(bf) + ToFloat(bf);
    p[4] = min(a, half(2)) + max(3u, 7u) + min(2.5f, 3.0f);
    p[5] = ScalarCast<float, int32_t, RoundMode::CAST_RINT>(2.5f);
    p[6] = ScalarCast<float, int32_t, RoundMode::CAST_CEIL>(2.2f);
    p[7] = ScalarCountLeadingZero(1) + ScalarGetSFFValue<1>(8) + ScalarGetCountOfValue<1>(7);
    p[8] = Cast(Cast(1.00390625f)) + Cast<float, int32_t, RoundMode::CAST_CEIL>(2.2f);
}
