extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> q;
    pipe.InitBuffer(q, 1, 64);
    LocalTensor<half> t = q.AllocTensor<half>();
    q.EnQue<TPosition::GM, TPosition::VECIN, half>(t);
    t = q.DeQue<TPosition::GM, TPosition::VECIN, half>();
    q.EnQue<TPosition::VECOUT, TPosition::GM, half>(t);
}
