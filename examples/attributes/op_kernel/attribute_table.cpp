// AttributeTable: y[0..6] = what the host made of the attributes.
#include "kernel_operator.h"

extern "C" __global__ __aicore__ void attribute_table(GM_ADDR y, GM_ADDR workspace,
                                                      GM_ADDR tiling) {
    GET_TILING_DATA(tilingData, tiling);
    constexpr uint32_t COUNT = 7;
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 32);
    AscendC::LocalTensor<float> values = buffer.Get<float>();
    values.SetValue(0, static_cast<float>(tilingData.count));
    values.SetValue(1, tilingData.ratio);
    values.SetValue(2, static_cast<float>(static_cast<int32_t>(tilingData.flag)));
    values.SetValue(3, static_cast<float>(tilingData.letters));
    values.SetValue(4, static_cast<float>(tilingData.axisSum));
    values.SetValue(5, tilingData.weightSum);
    values.SetValue(6, static_cast<float>(tilingData.maskBits));
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::GlobalTensor<float> yGm;
    yGm.SetGlobalBuffer((__gm__ float*)y, COUNT);
    AscendC::DataCopyPad(yGm, values, {1, static_cast<uint16_t>(COUNT * sizeof(float)), 0, 0});
}
