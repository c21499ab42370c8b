#include "lib/hccl/hccl.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void writes(GM_ADDR send, GM_ADDR recv, GM_ADDR items,
                                             GM_ADDR observed) {
    Hccl<HcclServerType::HCCL_SERVER_TYPE_AICPU, DEFAULT_CFG> hccl;
    if (send == nullptr) {
        Hccl<HcclServerType::HCCL_SERVER_TYPE_CCU> other;
        other.Init(nullptr);
        return;
    }
    hccl.Init(nullptr);
    HcclHandle all = hccl.AlltoAll<true>(send, recv, 5, HCCL_DATA_TYPE_INT32);
    HcclHandle batch = hccl.BatchWrite(items, 2);
    hccl.InterHcclGroupSync(0, all);
    hccl.Wait(all);
    __gm__ int32_t* out = (__gm__ int32_t*)observed;
    out[0] = ((__gm__ int32_t*)recv)[20];
    hccl.Commit(batch);
    hccl.Wait(batch);
    __gm__ int32_t* window = (__gm__ int32_t*)hccl.GetWindowsOutAddr(0);
    window[3] = 11;
    out[1] = window[3] + (window != (__gm__ int32_t*)hccl.GetWindowsInAddr(0));
    out[2] = static_cast<int32_t>(DEFAULT_CFG.type == CoreType::DEFAULT) + DEFAULT_CFG.blockId;
    hccl.Finalize();
}
