using namespace AscendC;
struct Call {
    uint32_t form, layout, n, m, srcStride, dstStride, mode, relu, ndNum, srcNd, dstNd, split,
        atomic, toL1;
    uint64_t scale;
};
// Copies out of an image of L0C to global memory, or to L1 and from there to global memory.
extern "C" __global__ __aicore__ void out(GM_ADDR image, GM_ADDR dst, GM_ADDR scales,
                                          GM_ADDR call) {
    const Call c = *(__gm__ Call*)call;
    LocalTensor<S> co(TPosition::CO1, 0, 32768);
    LocalTensor<D> l1(TPosition::A1, 0, 131072 / sizeof(D));
    LocalTensor<uint64_t> scales1(TPosition::C1, 256 * 1024, 256),
        fixbuf(TPosition::C2PIPE2GM, 0, 256);
    GlobalTensor<D> gm;
    GlobalTensor<uint64_t> scalesGm;
    gm.SetGlobalBuffer((__gm__ D*)dst);
    scalesGm.SetGlobalBuffer((__gm__ uint64_t*)scales);
    __builtin_memcpy((void*)co.GetPhyAddr(), image, 131072);
    DataCopy(scales1, scalesGm, 256);
    if (c.atomic == 1)
        SetAtomicAdd<D>();
    if (c.atomic == 2)
        SetAtomicMax<D>();
    const QuantMode_t mode = (QuantMode_t)c.mode;
    const bool vector = mode == VREQ8 || mode == VDEQF16 || mode == VQF322B8_PRE;
    if (c.form == 0) {
        FixpipeParamsV220 p(c.n, c.m, c.srcStride, c.dstStride, c.relu != 0, mode, c.scale, c.ndNum,
                            c.srcNd, c.dstNd, 0, c.split != 0);
        if (c.toL1) {
            for (uint32_t i = 0; i < 131072; ++i)
                ((uint8_t*)l1.GetPhyAddr())[i] = 0x5A;
            if (vector)
                Fixpipe<D, S, CFG_NZ>(l1, co, scales1, p);
            else
                Fixpipe<D, S, CFG_NZ>(l1, co, p);
            DataCopy(gm, l1, 131072 / sizeof(D));
        } else if (c.layout == 0) {
            if (vector)
                Fixpipe<D, S, CFG_NZ>(gm, co, scales1, p);
            else
                Fixpipe<D, S, CFG_NZ>(gm, co, p);
        } else {
            if (vector)
                Fixpipe(gm, co, scales1, p);
            else
                Fixpipe(gm, co, p);
        }
    } else if (c.form == 2) {  // as catlass' W4A4 example
        DataCopy(fixbuf, scales1, {1, 16, 0, 0});
        SetFixPipeConfig<uint64_t, false>(fixbuf, false);
        Fixpipe(gm, co,
                {c.n, c.m, c.srcStride, c.dstStride, c.relu != 0, mode, c.scale, c.ndNum, c.srcNd,
                 c.dstNd, 0, c.split != 0});
    } else {
        DataCopy(fixbuf, scales1, {1, 16, 0, 0});
        SetFixPipeConfig(fixbuf);
        SetFixpipePreQuantFlag(c.scale);
        SetFixpipeNz2ndFlag(c.ndNum, c.srcNd, c.dstNd);
        DataCopyCO12DstParams p(c.n, c.m, c.dstStride, c.srcStride, mode, c.relu, c.split != 0,
                                c.layout == 1);
        DataCopy(gm, co, p);
    }
    SetAtomicNone();
}
