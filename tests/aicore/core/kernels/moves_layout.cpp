using namespace AscendC;
struct P {
    uint32_t num, n, d, stride;
};
using AscendcTilingDefault = P;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR nz, GM_ADDR out, GM_ADDR tiling) {
    GET_TILING_DATA(p, tiling);
    TPipe pipe;
    TBuf<TPosition::A1> l1;
    TBuf<TPosition::VECCALC> ub;
    pipe.InitBuffer(l1, 65536);
    pipe.InitBuffer(ub, 65536);
    GlobalTensor<half> src, mid, dst;
    src.SetGlobalBuffer((__gm__ half*)in);
    mid.SetGlobalBuffer((__gm__ half*)nz);
    dst.SetGlobalBuffer((__gm__ half*)out);
    LocalTensor<half> a = l1.Get<half>(), b = ub.Get<half>();
    const uint32_t rows = (p.n + 15) / 16 * 16, groups = (p.d + 15) / 16;
    DataCopy(a, src,
             Nd2NzParams(p.num, p.n, p.d, p.n * p.stride, p.stride, rows, 1, rows * groups * 16));
    DataCopy(mid, a, p.num * rows * groups * 16);
    DataCopy(b, mid, p.num * rows * groups * 16);
    DataCopy(dst, b,
             Nz2NdParamsFull(p.num, p.n, p.d, rows * groups / 16, rows, p.stride, p.n * p.stride));
}
