extern "C" __global__ __aicore__ void product(GM_ADDR out) {
    using namespace AscendC;
    LocalTensor<half> a(TPosition::A2, 0, 128 * 64);
    LocalTensor<half> b(TPosition::B2, 0, 64 * 256);
    LocalTensor<float> c(TPosition::CO1, 0, 128 * 256);
    GlobalTensor<float> result;
    result.SetGlobalBuffer((__gm__ float*)out);
    MmadParams product;
    product.m = 128;
    product.n = 256;
    product.k = 64;
    product.cmatrixInitVal = true;
    product.unitFlag = UFMode3;
    FixpipeParamsV220 store;
    store.mSize = 128;
    store.nSize = 256;
    store.srcStride = 128;
    store.dstStride = 256;
    store.unitFlag = UFMode3;
    Mmad(c, a, b, product);
    Fixpipe(result, c, store);
}
