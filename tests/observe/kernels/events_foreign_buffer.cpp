extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    TPipe pipe;
    TQue<TPosition::VECIN, 1> p, q;
    pipe.InitBuffer(p, 1, 64);
    pipe.InitBuffer(q, 1, 64);
    LocalTensor<float> tensor = p.AllocTensor<float>();
    q.FreeTensor(tensor);
}
