extern "C" __global__ __aicore__ void timed(GM_ADDR x, GM_ADDR y, GM_ADDR z) {
    using namespace AscendC;
    GlobalTensor<float> from;
    from.SetGlobalBuffer((__gm__ float*)x + GetBlockIdx() * COUNT * ELEMENTS);
    LocalTensor<float> to(TPosition::VECCALC, 0, ELEMENTS);
    for (int i = 0; i < COUNT; ++i) {
        DataCopy(to, from[i * ELEMENTS], ELEMENTS);
    }
}
