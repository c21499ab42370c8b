using namespace AscendC;
extern "C" __global__ __aicore__ void look(GM_ADDR out) {
    TPipe pipe;
    TBuf<> buf;
    pipe.InitBuffer(buf, 1024);
    LocalTensor<uint8_t> t = buf.Get<uint8_t>();
    for (int i = 0; i < 64; ++i) {
        out[GetBlockIdx() * 64 + i] = t.GetValue(i);
    }
    Duplicate(t.ReinterpretCast<int16_t>(), (int16_t)0x0101, 512);
}
