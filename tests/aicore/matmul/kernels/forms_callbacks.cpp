__aicore__ inline void InA(const LocalTensor<int8_t>& l1, const __gm__ void* gm, int row, int col,
                           int m, int k, const uint64_t info, const uint64_t data) {
    const TCubeTiling& t = *reinterpret_cast<const TCubeTiling*>(info);
    GlobalTensor<half> a;
    a.SetGlobalBuffer((__gm__ half*)gm + row * t.baseM * t.Ka + col * t.baseK);
    DataCopy(l1.ReinterpretCast<half>(), a,
             Nd2NzParams(1, m, k, 0, t.Ka, isa::RoundUp(m, 16), 1, 0));
}
__aicore__ inline void InB(const LocalTensor<int8_t>& l1, const __gm__ void* gm, int row, int col,
                           int k, int n, const uint64_t info, const uint64_t data) {
    const TCubeTiling& t = *reinterpret_cast<const TCubeTiling*>(info);
    GlobalTensor<half> b;
    b.SetGlobalBuffer((__gm__ half*)data + row * t.baseK * t.N + col * t.baseN);
    DataCopy(l1.ReinterpretCast<half>(), b,
             Nd2NzParams(1, k, n, 0, t.N, isa::RoundUp(k, 16), 1, 0));
}
__aicore__ inline void Out(const __gm__ void* gm, const LocalTensor<int8_t>& l0c,
                           const void* params, const uint64_t info, const uint64_t data) {
    const DataCopyOutParams& p = *reinterpret_cast<const DataCopyOutParams*>(params);
    GlobalTensor<float> c;
    c.SetGlobalBuffer((__gm__ float*)gm);
    const int m = p.burstLen * 32 / 64;
    FixpipeParamsV220 out(p.oriNSize, m, isa::RoundUp(m, 16), p.dstStride, false);
    out.ndNum = 1;
    Fixpipe<float, float, CFG_ROW_MAJOR>(c, l0c.ReinterpretCast<float>(), out);
}
