extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf, tmp;
    pipe.InitBuffer(buf, 1024);
    pipe.InitBuffer(tmp, 4096);
    LocalTensor<float> a = buf.Get<float>();
    LocalTensor<half> h = buf.Get<half>();
    LocalTensor<uint8_t> t = tmp.Get<uint8_t>();
    Sin(a, a, t, 64);
    Sin(h, h, 64);
    Power(a, a, a, t, 64);
    Hypot(a, a, a, t, 64);
    Log(a, a, 64);  // needs none
    Log10(a, a, 64);
    ReduceMax(a, a, a[64], 64, 4, 8, true);
}
