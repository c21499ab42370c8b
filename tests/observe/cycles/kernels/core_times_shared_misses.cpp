extern "C" __global__ __aicore__ void timed(GM_ADDR x, GM_ADDR y, GM_ADDR z) {
    using namespace AscendC;
    GlobalTensor<float> from;
    from.SetGlobalBuffer((__gm__ float*)x);
    LocalTensor<float> to(TPosition::VECCALC, 0, 8192);
    for (int i = 0; i < 64; ++i) {
        DataCopy(to, from[i * 8192], 8192);
        PipeBarrier<PIPE_ALL>();
    }
}
