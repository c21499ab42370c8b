using namespace AscendC;
extern "C" __global__ __aicore__ void where(GM_ADDR data, GM_ADDR count) {
    int32_t* p = (int32_t*)data;
    const int32_t slot = __atomic_fetch_add((int32_t*)count, 1, __ATOMIC_RELAXED);
    int32_t* row = p + slot * 6;
    row[0] = g_coreType;
    row[1] = GetBlockNum();
    row[2] = GetBlockIdx();
    row[3] = GetSubBlockIdx();
    row[4] = GetSubBlockNum() * 10 + GetTaskRation();
    row[5] = block_idx;
    if ASCEND_IS_AIV {
        row[0] += 100;
    }
    if ASCEND_IS_AIC {
        row[0] += 200;
    }
}
