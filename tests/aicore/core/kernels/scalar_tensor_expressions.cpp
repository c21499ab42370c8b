using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf;
    pipe.InitBuffer(buf, 4096);
    GlobalTensor<float> src, dst;
    src.SetGlobalBuffer((__gm__ float*)in);
    dst.SetGlobalBuffer((__gm__ float*)out);
    LocalTensor<float> x = buf.Get<float>(64), y = buf.GetWithOffset<float>(64, 1024);
    LocalTensor<uint8_t> bits = buf.GetWithOffset<uint8_t>(32, 2048);
    DataCopy(x, src, 64);
    y = x * x;
    bits = x < y;
    x = y + x;
    DataCopy(dst, x, 64);
    DataCopy(dst[64], bits.ReinterpretCast<float>(), 8);
}
