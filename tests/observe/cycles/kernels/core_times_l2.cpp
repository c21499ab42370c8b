extern "C" __global__ __aicore__ void timed(GM_ADDR x, GM_ADDR y, GM_ADDR z) {
    using namespace AscendC;
    GlobalTensor<float> from;
    from.SetGlobalBuffer((__gm__ float*)x);
    LocalTensor<float> to(TPosition::VECCALC, 0, 4096);
    DataCopy(to, from, 4096);
    PipeBarrier<PIPE_ALL>();
    DataCopy(to, from, 4096);
}
