extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 2, 100);
    pipe.InitBuffer(out, 1, 256);
    LocalTensor<float> a = in.AllocTensor<float>();
    in.EnQue(a);
    LocalTensor<float> b = in.AllocTensor<float>();
    a = in.DeQue<float>();
    in.FreeTensor(a);
    in.FreeTensor(b);
    LocalTensor<float> c = out.AllocTensor<float>();
    out.EnQue(c);
    c = out.DeQue<float>();
    out.FreeTensor(c);
}
