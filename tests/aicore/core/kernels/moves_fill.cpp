using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR a, GM_ADDR b) {
    GlobalTensor<half> x;
    x.SetGlobalBuffer((__gm__ half*)a);
    auto rest = x[3];
    InitGlobalMemory(rest, 5000, (half)1.5);
    GlobalTensor<int32_t> y;
    y.SetGlobalBuffer((__gm__ int32_t*)b);
    InitOutput<int32_t>(y, 77, -1);
}
