using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR halves, GM_ADDR floats, GM_ADDR back) {
    constexpr uint32_t N = 8192;
    TPipe pipe;
    TBuf<TPosition::VECCALC> h, f;
    pipe.InitBuffer(h, N * 2);
    pipe.InitBuffer(f, N * 4);
    LocalTensor<half> narrow = h.Get<half>();
    LocalTensor<float> wide = f.Get<float>();
    GlobalTensor<half> in, out;
    GlobalTensor<float> middle;
    in.SetGlobalBuffer((__gm__ half*)halves + GetBlockIdx() * N);
    middle.SetGlobalBuffer((__gm__ float*)floats + GetBlockIdx() * N);
    out.SetGlobalBuffer((__gm__ half*)back + GetBlockIdx() * N);
    DataCopy(narrow, in, N);
    PipeBarrier<PIPE_ALL>();
    Cast(wide, narrow, RoundMode::CAST_NONE, N);
    PipeBarrier<PIPE_ALL>();
    DataCopy(middle, wide, N);
    Adds(wide, wide, 0.0001f, N);
    Cast(narrow, wide, RoundMode::CAST_RINT, N);
    PipeBarrier<PIPE_ALL>();
    DataCopy(out, narrow, N);
}
