// ScaleEach: core b takes the tensors b, b + cores, ... of the list and scales them tile by tile.
#include "kernel_operator.h"
#include "scale_each_tiling.h"

using namespace AscendC;

class KernelScaleEach {
public:
    __aicore__ inline KernelScaleEach(GM_ADDR x, GM_ADDR y)
        : xList((__gm__ void*)x), yList((__gm__ void*)y) {
        pipe.InitBuffer(inQueue, 2, TILE * sizeof(float));
        pipe.InitBuffer(outQueue, 2, TILE * sizeof(float));
    }

    __aicore__ inline void Process(const ScaleEachTilingData& tiling) {
        for (uint32_t i = GetBlockIdx(); i < xList.GetSize(); i += GetBlockNum()) {
            Scale(i, tiling.factors[i]);
        }
    }

private:
    __aicore__ inline void Scale(uint32_t index, float factor) {
        uint64_t extents[8];
        TensorDesc<float> desc;
        desc.SetShapeAddr(extents);
        xList.GetDesc(desc, index);
        uint64_t length = 1;
        for (uint32_t i = 0; i < desc.GetDim(); ++i) {
            length *= desc.GetShape(i);
        }
        GlobalTensor<float> yGm;
        xGm.SetGlobalBuffer(desc.GetDataPtr(), length);
        yGm.SetGlobalBuffer(yList.GetDataPtr<float>(index), length);
        for (uint64_t offset = 0; offset < length; offset += TILE) {
            const uint32_t count = length - offset < TILE ? length - offset : TILE;
            const DataCopyExtParams part{1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0};
            LocalTensor<float> in = inQueue.AllocTensor<float>();
            DataCopyPad(in, xGm[offset], part, {false, 0, 0, 0});
            inQueue.EnQue(in);
            in = inQueue.DeQue<float>();
            LocalTensor<float> out = outQueue.AllocTensor<float>();
            Muls(out, in, factor, static_cast<int32_t>(count));
            inQueue.FreeTensor(in);
            outQueue.EnQue(out);
            out = outQueue.DeQue<float>();
            DataCopyPad(yGm[offset], out, part);
            outQueue.FreeTensor(out);
        }
    }

    static constexpr uint32_t TILE = 2048;
    TPipe pipe;
    TQue<TPosition::VECIN, 2> inQueue;
    TQue<TPosition::VECOUT, 2> outQueue;
    ListTensorDesc xList;
    ListTensorDesc yList;
    GlobalTensor<float> xGm;
};

extern "C" __global__ __aicore__ void scale_each(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(ScaleEachTilingData);
    GET_TILING_DATA(tilingData, tiling);
    KernelScaleEach op(x, y);
    op.Process(tilingData);
}
