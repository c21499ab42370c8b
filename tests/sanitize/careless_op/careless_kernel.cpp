#include "kernel_operator.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void careless(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                               GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
    pipe.InitBuffer(queue, 1, data.count * sizeof(float));
    GlobalTensor<float> from, to;
    from.SetGlobalBuffer((__gm__ float*)x, data.count);
    to.SetGlobalBuffer((__gm__ float*)y, data.count);
    LocalTensor<float> a = queue.AllocTensor<float>();
    DataCopy(a, from, data.count);
    SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
    WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);
    Adds(a, a, data.rate * 1.0f, data.count);
    SetFlag<HardEvent::V_MTE3>(EVENT_ID0);
    WaitFlag<HardEvent::V_MTE3>(EVENT_ID0);
    if (data.leaves_out == 0) {
        DataCopy(to, a, data.count);
    }
    queue.FreeTensor(a);
}
