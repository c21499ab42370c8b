using namespace AscendC;
extern "C" __global__ __aicore__ void single(GM_ADDR data, GM_ADDR what) {
    GlobalTensor<int32_t> a;
    a.SetGlobalBuffer((__gm__ int32_t*)data);
    const int32_t sub = GetSubBlockIdx(), choice = ((__gm__ int32_t*)what)[0];
    if (choice == 1) {  // SyncAll<false> where there is one type of cores only
        SyncAll<false>();
    } else if (choice == 2) {  // more than a counter holds
        for (int i = 0; i < 16; ++i) {
            CrossCoreSetFlag<0, PIPE_MTE3>(3);
        }
    } else if (choice == 3) {
        for (int i = 0; i < 40; ++i) {
            CrossCoreSetFlag<0, PIPE_MTE3>(3);
            CrossCoreWaitFlag(19);
        }
    } else if (choice == 4) {  // flags of the vector unit, which a cube core leaves out
        if ASCEND_IS_AIC {
            WaitFlag<HardEvent::MTE2_V>(0);
        }
    } else if ASCEND_IS_AIC {
        CrossCoreSetFlag<4, PIPE_FIX>(16 + 2);  // flag 2 of vector core 1, which alone goes on
        CrossCoreWaitFlag<4, PIPE_MTE2>(16 + 5);
        a.SetValue(2, a.GetValue(0) * 10 + a.GetValue(1));
        CrossCoreSetFlag<4, PIPE_FIX>(2);
    } else if ASCEND_IS_AIV {
        CrossCoreWaitFlag<4, PIPE_MTE2>(2);
        a.SetValue(sub, a.GetValue(2) + 1 + sub);
        if (sub == 1) {
            CrossCoreSetFlag<4, PIPE_MTE3>(5);
        }
    }
}
