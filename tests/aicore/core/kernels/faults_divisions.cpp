using namespace AscendC;
template <typename T>
void divide(__gm__ int64_t* y, T dividend, T divisor) {
    volatile T memory = divisor;
    struct {
        T padding, divisors[4];
    } row = {0, {divisor, divisor, divisor, divisor}};
    asm volatile("" : "+m"(row), "+r"(divisor));
    y[0] = dividend / divisor;
    y[1] = dividend % memory;
    y[2] = dividend / row.divisors[memory == 0 ? 2 : 3];
}
extern "C" __global__ __aicore__ void f(GM_ADDR x) {
    auto* y = (__gm__ int64_t*)x + GetBlockIdx() * 18;
    int zero = 0;
    asm volatile("" : "+r"(zero));
    divide<int32_t>(y, -7, zero);
    divide<uint32_t>(y + 3, 4000000000u, zero);
    divide<int64_t>(y + 6, -(1ll << 40), zero);
    divide<uint64_t>(y + 9, 1ull << 40, zero);
    divide<int64_t>(y + 12, INT64_MIN, zero - 1);
    divide<int32_t>(y + 15, -7, zero + 2);
}
