using namespace AscendC;
extern "C" __global__ __aicore__ void cross(GM_ADDR data) {
    GlobalTensor<int32_t> a;
    a.SetGlobalBuffer((__gm__ int32_t*)data);
    const int32_t group = block_idx;
    if ASCEND_IS_AIC {
        CrossCoreWaitFlag(3);  // both vector cores have written
        a.SetValue(group * 4, a.GetValue(group * 4 + 1) + a.GetValue(group * 4 + 2));
        CrossCoreSetFlag<2, PIPE_FIX>(4);
    }
    if ASCEND_IS_AIV {
        a.SetValue(group * 4 + 1 + GetSubBlockIdx(), 10 * (group + 1) + GetSubBlockIdx());
        CrossCoreSetFlag<2, PIPE_MTE3>(3);
        CrossCoreWaitFlag(4);
        CrossCoreSetFlag<1, PIPE_MTE3>(5);
        CrossCoreWaitFlag(5);
        ffts_cross_core_sync(PIPE_MTE3, 1 | 0 << 4 | 6 << 8);
        wait_flag_dev(6);
        if (GetSubBlockIdx() == 0) {
            // All vector cores of the grid are here, so every sum is written.
            int32_t sum = 0;
            for (int i = 0; i < GetBlockNum(); ++i) {
                sum += a.GetValue(i * 4);
            }
            a.SetValue(group * 4 + 3, sum);
        }
    }
}
