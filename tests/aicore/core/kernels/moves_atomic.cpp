using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out, GM_ADDR count) {
    using T = DTYPE;
    const uint32_t n = (uint64_t)count;
    TPipe pipe;
    TBuf<TPosition::VECIN> buf;
    pipe.InitBuffer(buf, n * sizeof(T));
    GlobalTensor<T> src, dst;
    src.SetGlobalBuffer((__gm__ T*)in + GetBlockIdx() * n);
    dst.SetGlobalBuffer((__gm__ T*)out);
    LocalTensor<T> t = buf.Get<T>();
    DataCopy(t, src, n);
    SET_ATOMIC<T>();
    for (int i = 0; i < 3; ++i) {
        DataCopy(dst, t, n);
    }
    SetAtomicNone();
    DataCopy(dst[n], t, 32 / sizeof(T));
}
