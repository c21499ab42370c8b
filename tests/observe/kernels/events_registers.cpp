extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    float value, index;
    GetReduceMaxMinCount<float>(value, index);
    GetAccVal<float>();
    uint16_t a, b, c, d;
    GetMrgSortResult(a, b, c, d);
    GetGatherMaskRemainCount();
}
