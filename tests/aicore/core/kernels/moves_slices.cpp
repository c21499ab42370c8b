using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out) {
    TPipe pipe;
    TBuf<TPosition::VECIN> buf;
    pipe.InitBuffer(buf, 4096);
    GlobalTensor<float> src, dst;
    src.SetGlobalBuffer((__gm__ float*)in);
    dst.SetGlobalBuffer((__gm__ float*)out);
    LocalTensor<float> t = buf.Get<float>();
    // Columns 16..23 and 40..47 and 64..71 of rows 1, 3 of a 4 x 87 matrix.
    SliceInfo from[] = {{16, 71, 16, 1, 87}, {1, 3, 1, 1, 4}};
    SliceInfo to[] = {{0, 23, 0, 1, 24}, {0, 1, 0, 1, 2}};
    DataCopy(t, src, to, from, 2);
    DataCopy(dst, t, 48);
}
