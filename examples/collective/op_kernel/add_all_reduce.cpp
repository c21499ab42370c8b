// AddAllReduce: the sum goes into the workspace, tile by tile; from there it is reduced into z.
#include "add_all_reduce_tiling.h"
#include "kernel_operator.h"
#include "lib/hccl/hccl.h"

using namespace AscendC;

class KernelAddAllReduce {
public:
    __aicore__ inline KernelAddAllReduce(GM_ADDR x, GM_ADDR y, GM_ADDR sum, uint32_t length)
        : length(length) {
        xGm.SetGlobalBuffer((__gm__ float*)x, length);
        yGm.SetGlobalBuffer((__gm__ float*)y, length);
        sumGm.SetGlobalBuffer((__gm__ float*)sum, length);
        pipe.InitBuffer(buffer, 2 * TILE * sizeof(float));
    }

    __aicore__ inline void Add() {
        LocalTensor<float> sum = buffer.Get<float>();
        LocalTensor<float> addend = sum[TILE];
        for (uint32_t begin = 0; begin < length; begin += TILE) {
            const uint32_t count = length - begin < TILE ? length - begin : TILE;
            const DataCopyExtParams part{1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0};
            DataCopyPad(sum, xGm[begin], part, {false, 0, 0, 0});
            DataCopyPad(addend, yGm[begin], part, {false, 0, 0, 0});
            PipeBarrier<PIPE_ALL>();
            AscendC::Add(sum, sum, addend, static_cast<int32_t>(count));
            PipeBarrier<PIPE_ALL>();
            DataCopyPad(sumGm[begin], sum, part);
            PipeBarrier<PIPE_ALL>();
        }
    }

private:
    static constexpr uint32_t TILE = 4096;
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    GlobalTensor<float> xGm;
    GlobalTensor<float> yGm;
    GlobalTensor<float> sumGm;
    uint32_t length;
};

extern "C" __global__ __aicore__ void add_all_reduce(GM_ADDR x, GM_ADDR y, GM_ADDR z,
                                                     GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(AddAllReduceTilingData);
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    GET_TILING_DATA(tilingData, tiling);
    const auto* inMemory = (__gm__ AddAllReduceTilingData*)tiling;
    GM_ADDR sum = GetUserWorkspace(workspace);

    Hccl hccl;
    hccl.Init(GetHcclContext<HCCL_GROUP_ID_0>(), (__gm__ void*)&inMemory->initTiling);
    hccl.SetCcTiling((__gm__ void*)&inMemory->allReduceTiling);
    const HcclHandle handle =
        hccl.AllReduce(sum, z, tilingData.length, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM);
    KernelAddAllReduce(x, y, sum, tilingData.length).Add();
    hccl.Commit(handle);
    hccl.Wait(handle);
    hccl.Finalize();
}
