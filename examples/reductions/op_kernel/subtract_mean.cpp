// SubtractMean: y = x - mean(x); one tile per core.
#include "common/float_tile.h"

template <typename T>
class KernelSubtractMean {
public:
    __aicore__ inline KernelSubtractMean(GM_ADDR x, GM_ADDR y, uint32_t length,
                                         uint32_t blockLength)
        : length(length) {
        const uint32_t begin = blockLength * AscendC::GetBlockIdx();
        count = length - begin < blockLength ? length - begin : blockLength;
        xGm.SetGlobalBuffer((__gm__ T*)x + begin, count);
        yGm.SetGlobalBuffer((__gm__ T*)y + begin, count);
        tile.Init(pipe, blockLength);
        pipe.InitBuffer(work, blockLength * sizeof(float));
        pipe.InitBuffer(sums, MOST_CORES * SLOT * sizeof(float));
    }

    /// The sum of this core's elements, in sums[0].
    __aicore__ inline void Sum() {
        values = tile.Load(xGm, count);
        AscendC::ReduceSum(sums.Get<float>(), values, work.Get<float>(),
                           static_cast<int32_t>(count));
        AscendC::PipeBarrier<PIPE_ALL>();
    }

    /// The sum of all cores' elements, in sums[0].
    __aicore__ inline void SumOfCores(GM_ADDR workspace) {
        const uint32_t cores = AscendC::GetBlockNum();
        AscendC::GlobalTensor<float> slots;
        slots.SetGlobalBuffer((__gm__ float*)workspace, cores * SLOT);
        AscendC::LocalTensor<float> local = sums.Get<float>();
        AscendC::DataCopy(slots[AscendC::GetBlockIdx() * SLOT], local, SLOT);
        AscendC::SyncAll();
        AscendC::DataCopy(local, slots, cores * SLOT);
        AscendC::PipeBarrier<PIPE_ALL>();
        float sum = 0;
        for (uint32_t core = 0; core < cores; ++core) {
            sum += local.GetValue(core * SLOT);
        }
        local.SetValue(0, sum);
    }

    __aicore__ inline void Subtract() {
        // An AI core makes no unsigned variable floating.
        const float elements = static_cast<float>(static_cast<int32_t>(length));
        const float mean = sums.Get<float>().GetValue(0) / elements;
        AscendC::Adds(values, values, -mean, static_cast<int32_t>(count));
        tile.Store(yGm, count);
    }

private:
    static constexpr uint32_t SLOT = 8;  // floats in 32 bytes
    static constexpr uint32_t MOST_CORES = 64;
    AscendC::TPipe pipe;
    FloatTile<T> tile;
    AscendC::TBuf<AscendC::TPosition::VECCALC> work;
    AscendC::TBuf<AscendC::TPosition::VECCALC> sums;
    AscendC::LocalTensor<float> values;
    AscendC::GlobalTensor<T> xGm;
    AscendC::GlobalTensor<T> yGm;
    uint32_t length;
    uint32_t count;
};

extern "C" __global__ __aicore__ void subtract_mean(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                    GM_ADDR tiling) {
    GET_TILING_DATA(tilingData, tiling);
    KernelSubtractMean<DTYPE_X> op(x, y, tilingData.length, tilingData.blockLength);
    op.Sum();
    if (TILING_KEY_IS(2)) {
        op.SumOfCores(AscendC::GetUserWorkspace(workspace));
    } else if (TILING_KEY_IS(1)) {
        // one core has the whole sum
    }
    op.Subtract();
}
