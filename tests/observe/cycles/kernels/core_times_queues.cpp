template <int DEPTH>
__aicore__ inline void Double(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    TPipe pipe;
    TQue<TPosition::VECIN, DEPTH> in;
    TQue<TPosition::VECOUT, DEPTH> out;
    GlobalTensor<float> from, to;
    from.SetGlobalBuffer((__gm__ float*)x);
    to.SetGlobalBuffer((__gm__ float*)z);
    pipe.InitBuffer(in, DEPTH, 16384);
    pipe.InitBuffer(out, DEPTH, 16384);
    for (int i = 0; i < 16; ++i) {
        LocalTensor<float> a = in.template AllocTensor<float>();
        DataCopy(a, from[i * 4096], 4096);
        in.EnQue(a);
        a = in.template DeQue<float>();
        LocalTensor<float> b = out.template AllocTensor<float>();
        Exp(b, a, 4096);
        out.EnQue(b);
        in.FreeTensor(a);
        b = out.template DeQue<float>();
        DataCopy(to[i * 4096], b, 4096);
        out.FreeTensor(b);
    }
}
