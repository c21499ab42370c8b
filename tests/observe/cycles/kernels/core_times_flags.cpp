extern "C" __global__ __aicore__ void timed(GM_ADDR x, GM_ADDR y, GM_ADDR z) {
    using namespace AscendC;
    GlobalTensor<float> from;
    from.SetGlobalBuffer((__gm__ float*)x);
    LocalTensor<float> a(TPosition::VECCALC, 0, 4096);
    DataCopy(a, from, 4096);
    SetFlag<HardEvent::MTE2_V>(0);
    Relu(a[2048], a[2048], 1024);
    WaitFlag<HardEvent::MTE2_V>(0);
    Relu(a, a, 1024);
}
