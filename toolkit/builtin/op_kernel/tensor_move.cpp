// Copies a tensor: bytes.
#include "tiles.h"

extern "C" __global__ __aicore__ void tensor_move(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                  GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    const Part part(data);
    AscendC::TPipe pipe;
    AscendC::TQueBind<AscendC::TPosition::VECIN, AscendC::TPosition::VECOUT, 2> queue;
    pipe.InitBuffer(queue, 2, part.tileLength);
    AscendC::GlobalTensor<uint8_t> from;
    AscendC::GlobalTensor<uint8_t> to;
    from.SetGlobalBuffer((__gm__ uint8_t*)x + part.begin);
    to.SetGlobalBuffer((__gm__ uint8_t*)y + part.begin);
    for (uint64_t offset = 0; offset < part.length; offset += part.tileLength) {
        const uint32_t count = part.CountAt(offset);
        AscendC::LocalTensor<uint8_t> tile = queue.AllocTensor<uint8_t>();
        AscendC::DataCopyPad(tile, from[offset], InRow<uint8_t>(count),
                             AscendC::DataCopyPadExtParams<uint8_t>{false, 0, 0, 0});
        queue.EnQue(tile);
        tile = queue.DeQue<uint8_t>();
        AscendC::DataCopyPad(to[offset], tile, InRow<uint8_t>(count));
        queue.FreeTensor(tile);
    }
}
