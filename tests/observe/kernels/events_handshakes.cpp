extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf;
    pipe.InitBuffer(buf, 256);
    LocalTensor<int32_t> ub = buf.Get<int32_t>();
    GlobalTensor<int32_t> g;
    g.SetGlobalBuffer((__gm__ int32_t*)x);
    InitDetermineComputeWorkspace(g, ub);
    WaitPreBlock(g, ub);
    NotifyNextBlock(g, ub);
}
