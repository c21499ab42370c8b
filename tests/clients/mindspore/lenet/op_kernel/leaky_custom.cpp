#include "kernel_operator.h"

constexpr uint32_t kTile = 2048;

// The cores take tiles alternately; the last one may be any number of elements.
extern "C" __global__ __aicore__ void leaky_custom(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                   GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 2> in;
    AscendC::TQue<AscendC::TPosition::VECOUT, 2> out;
    pipe.InitBuffer(in, 2, kTile * sizeof(float));
    pipe.InitBuffer(out, 2, kTile * sizeof(float));
    AscendC::GlobalTensor<float> from, to;
    from.SetGlobalBuffer((__gm__ float*)x, data.length);
    to.SetGlobalBuffer((__gm__ float*)y, data.length);
    const uint32_t step = AscendC::GetBlockNum() * kTile;
    for (uint32_t begin = AscendC::GetBlockIdx() * kTile; begin < data.length; begin += step) {
        const uint32_t count = data.length - begin < kTile ? data.length - begin : kTile;
        const AscendC::DataCopyExtParams bytes = {1, count * (uint32_t)sizeof(float), 0, 0, 0};
        AscendC::LocalTensor<float> input = in.AllocTensor<float>();
        AscendC::DataCopyPad(input, from[begin], bytes, {false, 0, 0, 0});
        in.EnQue(input);
        input = in.DeQue<float>();
        AscendC::LocalTensor<float> output = out.AllocTensor<float>();
        AscendC::LeakyRelu(output, input, 0.125f, count);
        in.FreeTensor(input);
        out.EnQue(output);
        output = out.DeQue<float>();
        AscendC::DataCopyPad(to[begin], output, bytes);
        out.FreeTensor(output);
    }
}
