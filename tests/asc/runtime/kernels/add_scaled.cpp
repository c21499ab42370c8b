#include "kernel_operator.h"
extern "C" __global__ __aicore__ void add_scaled(__gm__ float* x, __gm__ float* y, __gm__ float* z,
                                                 int32_t length, float scale) {
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 3 * 64 * sizeof(float));
    AscendC::LocalTensor<float> a = buffer.Get<float>();
    AscendC::GlobalTensor<float> gx, gy, gz;
    gx.SetGlobalBuffer(x);
    gy.SetGlobalBuffer(y);
    gz.SetGlobalBuffer(z);
    const int32_t first = AscendC::GetBlockIdx() * length;
    for (int32_t i = first; i < first + length; i += 64) {
        AscendC::DataCopy(a, gx[i], 64);
        AscendC::DataCopy(a[64], gy[i], 64);
        AscendC::PipeBarrier<PIPE_ALL>();
        AscendC::Add(a[128], a, a[64], 64);
        AscendC::Muls(a[128], a[128], scale, 64);
        AscendC::PipeBarrier<PIPE_ALL>();
        AscendC::DataCopy(gz[i], a[128], 64);
        AscendC::PipeBarrier<PIPE_ALL>();
    }
}
