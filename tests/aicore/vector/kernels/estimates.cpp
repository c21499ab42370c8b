using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out, int64_t n, int64_t rsqrt) {
    TPipe pipe;
    TBuf<> a, b;
    pipe.InitBuffer(a, n * sizeof(TYPE));
    pipe.InitBuffer(b, n * sizeof(TYPE));
    LocalTensor<TYPE> x = a.Get<TYPE>(), y = b.Get<TYPE>();
    GlobalTensor<TYPE> from, to;
    from.SetGlobalBuffer((__gm__ TYPE*)in);
    to.SetGlobalBuffer((__gm__ TYPE*)out);
    DataCopy(x, from, n);
    PipeBarrier<PIPE_ALL>();
    if (rsqrt) {
        Rsqrt(y, x, n);
    } else {
        Reciprocal(y, x, n);
    }
    PipeBarrier<PIPE_ALL>();
    DataCopy(to, y, n);
}
