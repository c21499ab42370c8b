extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf;
    pipe.InitBuffer(buf, 128);
    LocalTensor<float> t = buf.Get<float>();
    t(3) += 1.0f;
    __ubuf__ half* p = (__ubuf__ half*)t.GetPhyAddr(8);
    p[2] = (half)2.0;
    __gm__ uint64_t* words = (__gm__ uint64_t*)x;
    words[3] = words[1];
    GlobalTensor<int32_t> g;
    g.SetGlobalBuffer((__gm__ int32_t*)z);
    g(1) = 5;
    uint64_t own[4] = {1, 2, 3, 4};
    words[0] = own[words[2] % 4];
}
