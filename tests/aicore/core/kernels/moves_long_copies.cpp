using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR a, GM_ADDR b, uint64_t at) {
    GlobalTensor<int16_t> x, y;
    x.SetGlobalBuffer((__gm__ int16_t*)a + at);
    y.SetGlobalBuffer((__gm__ int16_t*)b + at);
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 2> queue;
    pipe.InitBuffer(queue, 2, TILE * 2);
    for (int i = 0; i < TILES; ++i) {
        auto t = queue.AllocTensor<int16_t>();
        DataCopy(t, x[i * TILE], TILE);
        queue.EnQue(t);
        t = queue.DeQue<int16_t>();
        DataCopy(y[i * TILE], t, TILE);
        queue.FreeTensor(t);
    }
}
