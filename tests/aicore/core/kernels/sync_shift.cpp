using namespace AscendC;
extern "C" __global__ __aicore__ void shift(GM_ADDR data, GM_ADDR workspace, GM_ADDR soft) {
    GlobalTensor<int32_t> a, w;
    a.SetGlobalBuffer((__gm__ int32_t*)data);
    w.SetGlobalBuffer((__gm__ int32_t*)workspace);
    LocalTensor<int32_t> none;
    const int32_t n = GetBlockNum(), me = GetBlockIdx();
    for (int32_t round = 0; round < 5; ++round) {
        const int32_t value = a.GetValue((me + 1) % n);
        if (soft == nullptr) {
            SyncAll();
        } else {
            SyncAll(w, none);
        }
        a.SetValue(me, value);
        if (soft == nullptr) {
            SyncAll<true>();
        } else {
            SyncAll(w, none, n);
        }
    }
}
