#include "kernel_operator.h"
using namespace AscendC;
// Lists of 32 elements at multiples of 32 * pitch elements, twice four of them.
extern "C" __global__ __aicore__ void merge(GM_ADDR x, GM_ADDR y, uint32_t pitch, uint32_t last,
                                            uint32_t suspend, uint32_t valid) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> from, to;
    pipe.InitBuffer(from, 8192);
    pipe.InitBuffer(to, 4096);
    LocalTensor<float> a = from.Get<float>(), b = to.Get<float>();
    GlobalTensor<float> gx, gy;
    gx.SetGlobalBuffer((__gm__ float*)x);
    gy.SetGlobalBuffer((__gm__ float*)y);
    DataCopy(a, gx, 2048);
    Duplicate(b, 7.0f, 1024);
    PipeBarrier<PIPE_ALL>();
    MrgSortSrcList<float> lists(a, a[64 * pitch], a[128 * pitch], a[192 * pitch]);
    const uint16_t lengths[4] = {32, 32, 32, (uint16_t)last};
    MrgSort(b, lists, MrgSort4Info(lengths, suspend != 0, valid, 2));
    PipeBarrier<PIPE_ALL>();
    DataCopy(gy, b, 1024);
}
