// Blend: one instance of this template per tiling key.
#include "blend_key.h"
#include "blend_tiling.h"
#include "kernel_operator.h"

using namespace AscendC;

template <typename T, uint32_t MODE, bool NEGATE>
class KernelBlend {
public:
    __aicore__ inline KernelBlend(GM_ADDR x, GM_ADDR y, GM_ADDR z, const BlendTilingData& tiling)
        : tileLength(tiling.tileLength) {
        const uint32_t begin = tiling.blockLength * GetBlockIdx();
        length =
            tiling.length - begin < tiling.blockLength ? tiling.length - begin : tiling.blockLength;
        xGm.SetGlobalBuffer((__gm__ T*)x + begin, length);
        yGm.SetGlobalBuffer((__gm__ T*)y + begin, length);
        zGm.SetGlobalBuffer((__gm__ T*)z + begin, length);
        pipe.InitBuffer(inQueue, 2, 2 * tileLength * sizeof(T));
        pipe.InitBuffer(outQueue, 2, tileLength * sizeof(T));
    }

    __aicore__ inline void Process() {
        for (uint32_t offset = 0; offset < length; offset += tileLength) {
            ProcessTile(offset, length - offset < tileLength ? length - offset : tileLength);
        }
    }

private:
    __aicore__ inline void ProcessTile(uint32_t offset, uint32_t count) {
        const DataCopyExtParams part{1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0};
        LocalTensor<T> in = inQueue.AllocTensor<T>();
        DataCopyPad(in, xGm[offset], part, {false, 0, 0, 0});
        DataCopyPad(in[tileLength], yGm[offset], part, {false, 0, 0, 0});
        inQueue.EnQue(in);
        in = inQueue.DeQue<T>();
        LocalTensor<T> out = outQueue.AllocTensor<T>();
        if constexpr (MODE == BLEND_ADD) {
            Add(out, in, in[tileLength], static_cast<int32_t>(count));
        } else if constexpr (MODE == BLEND_MULTIPLY) {
            Mul(out, in, in[tileLength], static_cast<int32_t>(count));
        } else {
            Max(out, in, in[tileLength], static_cast<int32_t>(count));
        }
        if constexpr (NEGATE) {
            Muls(out, out, static_cast<T>(-1), static_cast<int32_t>(count));
        }
        inQueue.FreeTensor(in);
        outQueue.EnQue(out);
        out = outQueue.DeQue<T>();
        DataCopyPad(zGm[offset], out, part);
        outQueue.FreeTensor(out);
    }

    TPipe pipe;
    TQue<TPosition::VECIN, 2> inQueue;
    TQue<TPosition::VECOUT, 2> outQueue;
    GlobalTensor<T> xGm, yGm, zGm;
    uint32_t length;
    uint32_t tileLength;
};

template <typename D_X, uint32_t MODE, bool NEGATE>
__global__ __aicore__ void blend(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace,
                                 GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(BlendTilingData);
    GET_TILING_DATA(tilingData, tiling);
    KernelBlend<D_X, MODE, NEGATE> op(x, y, z, tilingData);
    op.Process();
}
