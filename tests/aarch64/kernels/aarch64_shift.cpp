using namespace AscendC;
extern "C" __global__ __aicore__ void shift(GM_ADDR data) {
    GlobalTensor<int32_t> a;
    a.SetGlobalBuffer((__gm__ int32_t*)data);
    const int32_t n = GetBlockNum(), me = GetBlockIdx();
    for (int32_t round = 0; round < 20; ++round) {
        const int32_t value = a.GetValue((me + 1) % n);
        SyncAll();
        a.SetValue(me, value);
        SyncAll();
    }
    if (me == 0) {
        printf("%d blocks, %.2f\n", n, 0.25f);
    }
}
