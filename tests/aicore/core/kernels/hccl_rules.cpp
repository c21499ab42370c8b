#include "lib/hccl/hccl.h"
using namespace AscendC;
static constexpr HcclDataType kTypes[] = {
    HCCL_DATA_TYPE_INT8,   HCCL_DATA_TYPE_INT16,  HCCL_DATA_TYPE_INT32,  HCCL_DATA_TYPE_FP16,
    HCCL_DATA_TYPE_FP32,   HCCL_DATA_TYPE_INT64,  HCCL_DATA_TYPE_UINT64, HCCL_DATA_TYPE_UINT8,
    HCCL_DATA_TYPE_UINT16, HCCL_DATA_TYPE_UINT32, HCCL_DATA_TYPE_FP64,   HCCL_DATA_TYPE_BFP16};
extern "C" __global__ __aicore__ void rules(GM_ADDR send, GM_ADDR recv, GM_ADDR observed) {
    __gm__ int32_t* out = (__gm__ int32_t*)observed;
    char tiling[8] = {};
    Hccl<> hccl;
    *out++ = hccl.AllReduce(send, recv, 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM);  // before Init
    *out++ = hccl.SetCcTilingV2(0);
    hccl.InitV2(nullptr, tiling);
    *out++ = hccl.AllReduce(send, recv, 1, HCCL_DATA_TYPE_INT32,
                            HCCL_REDUCE_SUM);  // before SetCcTilingV2
    *out++ = hccl.SetCcTiling(tiling);         // that of the other Init
    *out++ = hccl.SetCcTilingV2(0);
    for (HcclDataType type : kTypes) {
        *out++ = hccl.AllReduce(send, recv, 1, type, HCCL_REDUCE_SUM) >= 0;
        *out++ = hccl.ReduceScatter(send, recv, 1, type, HCCL_REDUCE_MIN, 0) >= 0;
        *out++ = hccl.AllGather(send, recv, 1, type, 0) >= 0;
    }
    *out++ = hccl.AllReduce(send, recv, 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_PROD);
    *out++ = hccl.AllGather(send, recv, 0, HCCL_DATA_TYPE_INT32, 0);
    *out++ = hccl.AllGather(send, recv, 1, HCCL_DATA_TYPE_INT32, 0, 0);
    *out++ = hccl.AllGather(send, nullptr, 1, HCCL_DATA_TYPE_INT32, 0);
    int handles = 24;
    while (hccl.AlltoAll(send, recv, 1, HCCL_DATA_TYPE_INT32) >= 0)
        ++handles;
    *out++ = handles;
    hccl.Finalize();
    *out++ = hccl.AlltoAll(send, recv, 1, HCCL_DATA_TYPE_INT32);
}
