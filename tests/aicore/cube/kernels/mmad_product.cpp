using namespace AscendC;
struct Sizes {
    uint32_t m, n, k, kStep, bias, hf32, saturates;
};

// a (m x k) and b (k x n) are row-major in global memory; b's fractals are transposed on their way.
extern "C" __global__ __aicore__ void product(GM_ADDR a, GM_ADDR b, GM_ADDR bias, GM_ADDR c,
                                              GM_ADDR tiling) {
    const Sizes s = *(__gm__ Sizes*)tiling;
    constexpr uint32_t c0 = isa::kC0<T>;
    const uint32_t m16 = (s.m + 15) / 16 * 16, n16 = (s.n + 15) / 16 * 16;
    GlobalTensor<T> aGm, bGm;
    GlobalTensor<R> biasGm, cGm;
    aGm.SetGlobalBuffer((__gm__ T*)a);
    bGm.SetGlobalBuffer((__gm__ T*)b);
    biasGm.SetGlobalBuffer((__gm__ R*)bias);
    cGm.SetGlobalBuffer((__gm__ R*)c);
    TPipe pipe;
    TQue<TPosition::A1, 1> a1;
    TQue<TPosition::A2, 1> a2;
    TQue<TPosition::B1, 1> b1;
    TQue<TPosition::B2, 1> b2;
    TQue<TPosition::C1, 1> c1;
    TQue<TPosition::C2, 1> c2;
    TQue<TPosition::CO1, 1> co1;
    pipe.InitBuffer(a1, 1, 160 * 1024);
    pipe.InitBuffer(b1, 1, 160 * 1024);
    pipe.InitBuffer(a2, 1, 64 * 1024);
    pipe.InitBuffer(b2, 1, 64 * 1024);
    pipe.InitBuffer(c1, 1, 4096);
    pipe.InitBuffer(c2, 1, 1024);
    pipe.InitBuffer(co1, 1, 128 * 1024);
    LocalTensor<R> co = co1.AllocTensor<R>();
    SetHF32Mode(s.hf32 != 0);
    SetSaturationFlag<SaturationMode::FLOAT>(s.saturates != 0);
    if (s.bias == 1) {
        LocalTensor<R> bias1 = c1.AllocTensor<R>();
        DataCopy(bias1, biasGm, n16);
        c1.EnQue(bias1);
        bias1 = c1.DeQue<R>();
        LocalTensor<R> bias2 = c2.AllocTensor<R>();
        DataCopy(bias2, bias1, {1, (uint16_t)(n16 * sizeof(R) / 64), 0, 0});
        c2.EnQue(bias2);
    }
    for (uint32_t k = 0; k < s.k; k += s.kStep) {
        const uint32_t depth = s.k - k < s.kStep ? s.k - k : s.kStep;
        const uint32_t blocks = (depth + c0 - 1) / c0;
        LocalTensor<T> a1t = a1.AllocTensor<T>();
        Nd2NzParams nd;
        nd.ndNum = 1;
        nd.nValue = s.m;
        nd.dValue = depth;
        nd.srcDValue = s.k;
        nd.dstNzC0Stride = m16;
        nd.dstNzNStride = 1;
        DataCopy(a1t, aGm[k], nd);
        a1.EnQue(a1t);
        LocalTensor<T> b1t = b1.AllocTensor<T>();
        const uint32_t rows = (depth + kSquare - 1) / kSquare * kSquare;
        nd.nValue = depth;
        nd.dValue = s.n;
        nd.srcDValue = s.n;
        nd.dstNzC0Stride = rows;
        DataCopy(b1t, bGm[k * s.n], nd);
        b1.EnQue(b1t);
        a1t = a1.DeQue<T>();
        b1t = b1.DeQue<T>();
        LocalTensor<T> a2t = a2.AllocTensor<T>(), b2t = b2.AllocTensor<T>();
        if (s.m == 1) {
            for (uint32_t i = 0; i < blocks; ++i) {  // a plain row
                for (uint32_t j = 0; j < c0; ++j)
                    a2t.SetValue(i * c0 + j, a1t.GetValue(i * m16 * c0 + j));
            }
        }
        LoadData2DParams load;
        load.repeatTimes = blocks;
        load.srcStride = m16 / 16;
        for (uint32_t i = 0; s.m != 1 && i < m16 / 16; ++i) {
            LoadData(a2t[i * blocks * 16 * c0], a1t[i * 16 * c0], load);
        }
        LoadB(b2t, b1t, rows, n16, blocks);
        a2.EnQue(a2t);
        b2.EnQue(b2t);
        a2t = a2.DeQue<T>();
        b2t = b2.DeQue<T>();
        MmadParams params;
        params.m = s.m;
        params.n = s.n;
        params.k = depth;
        params.cmatrixInitVal = k == 0 && s.bias == 0;
        params.cmatrixSource = k == 0 && s.bias == 1;
        if (k == 0 && s.bias == 1) {
            LocalTensor<R> bias2 = c2.DeQue<R>();
            Mmad(co, a2t, b2t, bias2, params);
        } else {
            Mmad(co, a2t, b2t, params);
        }
        a2.FreeTensor(a2t);
        b2.FreeTensor(b2t);
        a1.FreeTensor(a1t);
        b1.FreeTensor(b1t);
    }
    co1.EnQue(co);
    co = co1.DeQue<R>();
    FixpipeParamsV220 out(s.n, s.m, m16, s.n, false);
    Fixpipe(cGm, co, out);
    co1.FreeTensor(co);
}
