using namespace AscendC;
extern "C" __global__ __aicore__ void handshake(GM_ADDR data, GM_ADDR workspace) {
    GlobalTensor<int32_t> a, w;
    a.SetGlobalBuffer((__gm__ int32_t*)data);
    w.SetGlobalBuffer((__gm__ int32_t*)workspace);
    LocalTensor<int32_t> ub;
    for (int event = 0; event < 2; ++event) {
        if (GetBlockIdx() == 5) {
            IBSet<false>(w, ub, 5, event);
        }
        if (GetBlockIdx() == 0) {
            IBWait<false>(w, ub, 5, event);
        }
        if (GetBlockIdx() == 0) {
            IBSet<false>(w, ub, 0, event);
        }
        if (GetBlockIdx() == 5) {
            IBWait<false>(w, ub, 0, event);
        }
    }
    if ASCEND_IS_AIV {
        if (GetBlockIdx() == 0) {
            a.SetValue(0, GetSubBlockNum());
        }
    }
}
