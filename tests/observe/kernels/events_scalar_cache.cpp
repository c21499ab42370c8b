extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    GlobalTensor<int32_t> g;
    g.SetGlobalBuffer((__gm__ int32_t*)x);
    constexpr CacheLine single = CacheLine::SINGLE_CACHE_LINE;
    DataCacheCleanAndInvalid<int32_t, single, DcciDst::CACHELINE_OUT>(g[16]);
    dcci(x, ENTIRE_DATA_CACHE, CACHELINE_OUT);
    dcci(x);
    DataSyncBarrier<MemDsbT::ALL>();
    dsb(DSB_DDR);
}
