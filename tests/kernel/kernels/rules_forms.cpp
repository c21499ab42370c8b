#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void mean(__gm__ float* x, uint32_t n) {
    TBuf<> buffer;
    LocalTensor<float> a = buffer.Get<float>();
    LocalTensor<uint8_t> b = buffer.Get<uint8_t>();
    n = min(n, 64);
    x[0] = max(x[0], 0);
    Floor(a, a);
    Log(a, a, b, n);
    TQue<TPosition::VECIN, 1> queue;
    queue.FreeTensor(queue.DeQue<float>());
    GlobalTensor<float> global;
    __gm__ float* address = global.GetPhyAddr();
}
