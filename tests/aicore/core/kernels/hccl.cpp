#include "kernel_operator.h"
using namespace AscendC;
static_assert(HCCL_MAX_RANK_NUM == 32 && sizeof(IbVerbsData) == 4 * sizeof(MemDetails) + 24);
static_assert(sizeof(HcclContextDef::HcclRankRelationResV2) == 32);
extern "C" __global__ __aicore__ void tasks(GM_ADDR send, GM_ADDR recv, GM_ADDR observed,
                                            GM_ADDR context) {
    SetHcclContext<0>(context);
    Hccl<> hccl;
    hccl.Init(GetHcclContext<HCCL_GROUP_ID_0>());
    __gm__ int32_t* out = (__gm__ int32_t*)observed + GetBlockIdx() * 8;
    // Block 0 commits late: the others wait.
    if (GetBlockIdx() == 0) {
        for (int i = 0; i < 64; ++i)
            ((__gm__ int32_t*)send)[i] = 100 + i;
    }
    HcclHandle reduce = hccl.AllReduce(send, recv, 8, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, 2);
    HcclHandle gather = hccl.AllGather(send + 64, recv + 64, 4, HCCL_DATA_TYPE_FP32, 0);
    HcclHandle scatter =
        hccl.ReduceScatter(send + 96, recv + 96, 8, HCCL_DATA_TYPE_FP16, HCCL_REDUCE_MAX, 0);
    uint64_t counts[1] = {3}, from[1] = {1}, to[1] = {2};
    HcclHandle all = hccl.AlltoAllV(send + 128, counts, from, HCCL_DATA_TYPE_INT32, recv + 128,
                                    counts, to, HCCL_DATA_TYPE_INT32);
    hccl.Commit(reduce);
    out[0] = hccl.Wait(reduce);
    out[1] = ((__gm__ int32_t*)recv)[7];
    hccl.Commit(reduce);
    out[2] = hccl.Wait(reduce);
    out[3] = ((__gm__ int32_t*)recv)[15];
    out[4] = hccl.Wait(reduce);
    hccl.Commit(gather);
    hccl.Commit(scatter);
    hccl.Commit(all);
    hccl.Wait(gather);
    hccl.Wait(scatter);
    hccl.Wait(all);
    out[5] = hccl.Query(reduce);
    out[6] = hccl.GetRankDim() * 10 + hccl.GetRankId();
    __gm__ int32_t* window = (__gm__ int32_t*)hccl.GetWindowsInAddr(0);
    if (GetBlockIdx() == 0)
        window[1000000] = 77;
    SyncAll();
    out[7] = window[1000000];
    hccl.Finalize();
}
