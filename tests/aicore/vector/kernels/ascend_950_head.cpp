using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR x, GM_ADDR z, uint64_t variant) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf;
    pipe.InitBuffer(buf, 4096);
    LocalTensor<float> a = buf.Get<float>(), d = a[512];
    LocalTensor<int32_t> k = a.ReinterpretCast<int32_t>(), i = d.ReinterpretCast<int32_t>();
    GlobalTensor<float> from, to;
    from.SetGlobalBuffer((__gm__ float*)x, 256);
    to.SetGlobalBuffer((__gm__ float*)z, 256);
    DataCopy(a, from, 256);
    Duplicate(d, 0.0f, 256);
    PipeBarrier<PIPE_ALL>();
