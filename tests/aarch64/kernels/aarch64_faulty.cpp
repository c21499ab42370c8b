using namespace AscendC;
int32_t deep(int32_t n) {
    volatile char data[4096];
    data[0] = n;
    return n == 0 ? data[0] : deep(n - 1) + data[0];
}
extern "C" __global__ __aicore__ void f(GM_ADDR x) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf;
    pipe.InitBuffer(buf, 1024);
    LocalTensor<float> t = buf.Get<float>();
    volatile int zero = 0;
    if (GetBlockIdx() == 1) {
        STATEMENT;
    }
}
