extern "C" __global__ __aicore__ void vector_call(GM_ADDR image, GM_ADDR call) {
    TPipe pipe;
    GlobalTensor<uint8_t> gm;
    gm.SetGlobalBuffer((__gm__ uint8_t*)image, 65536);
    LocalTensor<uint8_t> ub = View<uint8_t>(0);
    DataCopy(ub, gm, 65536);
    Call c = *(__gm__ Call*)call;
    Run(c);
    DataCopy(gm, ub, 65536);
}
