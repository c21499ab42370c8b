extern "C" __global__ __aicore__ void timed(GM_ADDR x) {
    using namespace AscendC;
    if ASCEND_IS_AIV {
        LocalTensor<float> a(TPosition::VECCALC, 0, 4096);
        for (int i = 0; i < 50; ++i) {
            Exp(a, a, 4096);
        }
        CrossCoreSetFlag<2, PIPE_V>(3);
    }
    if ASCEND_IS_AIC {
        CrossCoreWaitFlag(3);
    }
}
