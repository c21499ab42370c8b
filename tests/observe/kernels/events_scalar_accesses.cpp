extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    TPipe pipe;
    TBuf<TPosition::VECCALC> first, buf;
    pipe.InitBuffer(first, 64);
    pipe.InitBuffer(buf, 128);
    LocalTensor<half> t = buf.Get<half>();
    t.SetValue(3, (half)1.0);
    t[8].GetValue(64);
    GlobalTensor<int32_t> g;
    g.SetGlobalBuffer((__gm__ int32_t*)x, 16);
    g.GetValue(5);
    g[4].SetValue(2, 7);
    ReadGmByPassDCache((__gm__ uint64_t*)z);
}
