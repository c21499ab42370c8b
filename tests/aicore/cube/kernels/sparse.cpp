#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void sparse(GM_ADDR a, GM_ADDR b, GM_ADDR index, GM_ADDR c,
                                             GM_ADDR sizes) {
    const uint32_t* s = (const uint32_t*)sizes;
    const uint32_t m = s[0], n = s[1], k = s[2];
    const uint32_t mTiles = (m + 15) / 16, nTiles = (n + 15) / 16, kBlocks = (k + 31) / 32;
    GlobalTensor<int8_t> aGm, bGm;
    GlobalTensor<uint8_t> indexGm;
    GlobalTensor<int32_t> cGm;
    aGm.SetGlobalBuffer((__gm__ int8_t*)a);
    bGm.SetGlobalBuffer((__gm__ int8_t*)b);
    indexGm.SetGlobalBuffer((__gm__ uint8_t*)index);
    cGm.SetGlobalBuffer((__gm__ int32_t*)c);
    LocalTensor<int8_t> a1(TPosition::A1, 0, 65536), b1(TPosition::B1, 65536, 65536);
    LocalTensor<uint8_t> index1(TPosition::B1, 131072, 16384);
    LocalTensor<int8_t> a2(TPosition::A2, 0, 65536), b2(TPosition::B2, 0, 65536);
    LocalTensor<int32_t> co(TPosition::CO1, 0, 32768);
    const uint32_t fractals = (k + 63) / 64 * nTiles;
    DataCopy(a1, aGm, mTiles * kBlocks * 512);
    DataCopy(b1, bGm, fractals * 512);
    DataCopy(index1, indexGm, fractals * 128);
    for (uint32_t i = 0; i < mTiles; ++i) {
        LoadData(a2[i * kBlocks * 512], a1[i * 512],
                 LoadData2DParams(0, kBlocks, mTiles, 0, 0, false, 0));
    }
    // In two parts, the second one somewhere after the first in L0B.
    const uint32_t first = fractals / 2;
    LoadDataWithSparse(b2, b1, index1, LoadData2DParams(0, first, 0, 0, 0, false, 0));
    LoadDataWithSparse(b2[first * 512], b1, index1,
                       LoadData2DParams(first, fractals - first, 0, 0, 0, false, 0));
    MmadParams params;
    params.m = m;
    params.n = n;
    params.k = k;
    MmadWithSparse(co, a2, b2, params);
    params.cmatrixInitVal = false;
    MmadWithSparse(co, a2, b2, params);
    Fixpipe<int32_t, int32_t, CFG_NZ>(
        cGm, co, FixpipeParamsV220(nTiles * 16, m, mTiles * 16, mTiles * 32, false));
}
