extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    TPipe pipe;
    TQue<TPosition::VECIN, 1> q;
    TBuf<TPosition::VECCALC> buf;
    TBufPool<TPosition::VECCALC> pool;
    TBuf<TPosition::VECCALC> part;
    pipe.InitBuffer(q, 2, 33);
    pipe.InitBuffer(buf, 1000);
    pipe.InitBufPool(pool, 512);
    pool.InitBuffer(part, 96);
    part.Get<float>();
    pool.Reset();
    pipe.Destroy();
    LocalTensor<float> placed(TPosition::VECCALC, 4096, 16);
}
