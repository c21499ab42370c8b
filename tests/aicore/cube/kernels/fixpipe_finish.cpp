#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void finish(GM_ADDR image, GM_ADDR elements, GM_ADDR dst,
                                             GM_ADDR call) {
    const __gm__ uint32_t* c = (__gm__ uint32_t*)call;
    LocalTensor<float> co(TPosition::CO1, 0, 16384);
    LocalTensor<half> l1(TPosition::C1, 0, 16384);
    GlobalTensor<half> gm;
    gm.SetGlobalBuffer((__gm__ half*)dst);
    __builtin_memcpy((void*)co.GetPhyAddr(), image, 65536);
    __builtin_memcpy((void*)l1.GetPhyAddr(), elements, 32768);
    SetFixPipeClipRelu(c[0]);
    if (c[1] != 99)
        SetFixPipeAddr(l1, c[1]);
    SetFixpipeNz2ndFlag(1, 1, 1);
    DataCopyCO12DstParams p;
    p.nSize = c[2];
    p.mSize = c[3];
    p.srcStride = c[4];
    p.dstStride = c[5];
    p.nz2ndEn = c[6] != 0;
    p.clipReluPre = c[7];
    p.eltWiseOp = c[8];
    p.reluPre = c[9];
    p.quantPre = F322F16;
    p.channelSplit = false;
    p.unitFlag = 0;
    p.sid = 0;
    DataCopy(gm, co, p);
}
