using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR x) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf;
    pipe.InitBuffer(buf, 64);
    LocalTensor<half> t = buf.Get<half>();
    for (int i = 0; i < 4; ++i) {
        t.SetValue(i, i * 0.5);
    }
    printf("plain\n");
    AscendC::printf("half %.2f int %d %s\n", t.GetValue(3), 42, "text");
    PRINTF("%llu\n", 1ull << 40);
    DumpTensor(t, 5, 4);
}
