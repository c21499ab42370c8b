extern "C" __global__ __aicore__ void add_custom(GM_ADDR x, GM_ADDR y, GM_ADDR z) {
    using namespace AscendC;
    constexpr int LENGTH = 2048;  // of a block
    constexpr int TILE = LENGTH / 8 / 2;
    TPipe pipe;
    TQue<TPosition::VECIN, 2> inX, inY;
    TQue<TPosition::VECOUT, 2> outZ;
    GlobalTensor<float> gx, gy, gz;
    gx.SetGlobalBuffer((__gm__ float*)x + LENGTH * GetBlockIdx(), LENGTH);
    gy.SetGlobalBuffer((__gm__ float*)y + LENGTH * GetBlockIdx(), LENGTH);
    gz.SetGlobalBuffer((__gm__ float*)z + LENGTH * GetBlockIdx(), LENGTH);
    pipe.InitBuffer(inX, 2, TILE * sizeof(float));
    pipe.InitBuffer(inY, 2, TILE * sizeof(float));
    pipe.InitBuffer(outZ, 2, TILE * sizeof(float));
    for (int at = 0; at < LENGTH; at += TILE) {
        LocalTensor<float> a = inX.AllocTensor<float>();
        LocalTensor<float> b = inY.AllocTensor<float>();
        DataCopy(a, gx[at], TILE);
        DataCopy(b, gy[at], TILE);
        inX.EnQue(a);
        inY.EnQue(b);
        a = inX.DeQue<float>();
        b = inY.DeQue<float>();
        LocalTensor<float> c = outZ.AllocTensor<float>();
        Add(c, a, b, TILE);
        outZ.EnQue(c);
        inX.FreeTensor(a);
        inY.FreeTensor(b);
        c = outZ.DeQue<float>();
        DataCopy(gz[at], c, TILE);
        outZ.FreeTensor(c);
    }
}
