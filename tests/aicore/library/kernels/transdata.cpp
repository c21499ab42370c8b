using namespace AscendC;
constexpr TransDataConfig CONFIG = {DataFormat::FROM, DataFormat::TO};
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out, uint64_t n, uint64_t c, uint64_t d,
                                        uint64_t h, uint64_t w) {
    TPipe pipe;
    const uint64_t c1 = (c + 15) / 16, n1 = (n + 15) / 16;
    LocalTensor<half> x(TPosition::VECCALC, 0, 40960), y(TPosition::VECCALC, 98304, 40960);
    LocalTensor<uint8_t> tmp;
    GlobalTensor<half> from, to;
    from.SetGlobalBuffer((__gm__ half*)in);
    to.SetGlobalBuffer((__gm__ half*)out);
    DataCopy(x, from, 40960);
    Duplicate(y, (half)-1.0f, 40960);
    PipeBarrier<PIPE_ALL>();
    auto ncdhw = MakeLayout(MakeShape(n, c, d, h, w), MakeStride());
    auto ndc1hwc0 = MakeLayout(MakeShape(n, d, c1, h, w, 16), MakeStride());
    auto fractal = MakeLayout(MakeShape(d, c1, h, w, n1, 16, 16), MakeStride());
    TransDataParams<decltype(SOURCE), decltype(TARGET)> params = {SOURCE, TARGET};
    CALL;
    PipeBarrier<PIPE_ALL>();
    DataCopy(to, y, 40960);
}
