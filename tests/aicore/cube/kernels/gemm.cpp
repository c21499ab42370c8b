using namespace AscendC;
template <typename A>
__aicore__ inline void CopyBytes(A* dst, const A* src, uint32_t bytes) {
    __builtin_memcpy(dst, src, bytes);
}
// p: conv, m/n/k or 16 fields of Conv2dParams; first result, initial value, result in the unified
// buffer
extern "C" __global__ __aicore__ void product(GM_ADDR left, GM_ADDR right, GM_ADDR bias,
                                              GM_ADDR result, GM_ADDR call) {
    const uint32_t* p = (__gm__ uint32_t*)call;
    const uint32_t leftBytes = p[1], rightBytes = p[2], resultBytes = p[3], init = p[4],
                   inUb = p[5];
    LocalTensor<SRC> a(TPosition::A1, 0, leftBytes / sizeof(SRC));
    LocalTensor<SRC> b(TPosition::B1, (leftBytes + 31) / 32 * 32, rightBytes / sizeof(SRC));
    LocalTensor<DST> l0c(TPosition::CO1, 0, resultBytes / sizeof(DST));
    LocalTensor<DST> ub(TPosition::CO2, 0, resultBytes / sizeof(DST));
    LocalTensor<DST> row(TPosition::VECCALC, 200 * 1024, 1024);
    CopyBytes((uint8_t*)a.GetPhyAddr(), left, leftBytes);
    CopyBytes((uint8_t*)b.GetPhyAddr(), right, rightBytes);
    CopyBytes((uint8_t*)row.GetPhyAddr(), bias, 512);
    CopyBytes((uint8_t*)l0c.GetPhyAddr(), result, resultBytes);
    LocalTensor<DST> output = inUb ? ub : l0c;
    const uint32_t* q = p + 6;
    if (p[0] == 0) {
        GemmTiling tiling = GetGemmTiling<SRC>(q[0], q[1], q[2]);
        Gemm(output, a, b, q[0], q[1], q[2], tiling, inUb == 0, init);
    } else {
        Conv2dParams params(q, q + 2, q + 4, q[6], q[7], q + 8, q + 12, init, inUb == 0);
        Conv2dTilling tiling = GetConv2dTiling<SRC>(params);
        if (init == 2) {
            Conv2D(output, row, a, b, params, tiling);
        } else {
            Conv2D(output, a, b, params, tiling);
        }
    }
    CopyBytes(result, (uint8_t*)output.GetPhyAddr(), resultBytes);
}
