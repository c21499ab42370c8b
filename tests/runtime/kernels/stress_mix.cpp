using namespace AscendC;
extern "C" __global__ __aicore__ void mix(GM_ADDR data) {
    GlobalTensor<int32_t> a;
    a.SetGlobalBuffer((__gm__ int32_t*)data);
    const int32_t n = GetBlockNum();
    if ASCEND_IS_AIC {
        CrossCoreWaitFlag(3);
        const int32_t first = a.GetValue(block_idx);
        a.SetValue(block_idx, a.GetValue(block_idx + n));
        a.SetValue(block_idx + n, first);
        CrossCoreSetFlag<2, PIPE_FIX>(4);
    }
    if ASCEND_IS_AIV {
        CrossCoreSetFlag<2, PIPE_MTE3>(3);
        CrossCoreWaitFlag(4);
    }
}
