using namespace AscendC;
struct Data {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buf;
    LocalTensor<float> t;
    GlobalTensor<float> g;
};
template <typename T>
__aicore__ inline void Work(Data& d, T zero) {
    STATEMENT;
}
extern "C" __global__ __aicore__ void f(GM_ADDR x) {
    Data d;
    d.pipe.InitBuffer(d.buf, 1024);
    d.t = d.buf.Get<float>();
    d.g.SetGlobalBuffer((__gm__ float*)x);
    volatile int zero = 0;
    if (CONDITION) {
        Work<int>(d, zero);
    }
}
