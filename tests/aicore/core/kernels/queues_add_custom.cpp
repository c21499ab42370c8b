using namespace AscendC;
constexpr int32_t BUFFER_NUM = 2;
struct AddTiling {
    uint32_t totalLength;
    uint32_t tileNum;
};
using AscendcTilingDefault = AddTiling;

class KernelAdd {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR z, uint32_t totalLength, uint32_t tileNum) {
        blockLength = totalLength / GetBlockNum();
        tiles = tileNum * BUFFER_NUM;
        tileLength = blockLength / tiles;
        xGm.SetGlobalBuffer((__gm__ float*)x + blockLength * GetBlockIdx(), blockLength);
        zGm.SetGlobalBuffer((__gm__ float*)z + blockLength * GetBlockIdx(), blockLength);
        pipe.InitBuffer(in, BUFFER_NUM, tileLength * sizeof(float));
        pipe.InitBuffer(out, BUFFER_NUM, tileLength * sizeof(float));
    }
    __aicore__ inline void Process() {
        for (int32_t i = 0; i < tiles; ++i) {
            LocalTensor<float> x = in.AllocTensor<float>();
            DataCopy(x, xGm[i * tileLength], tileLength);
            in.EnQue(x);
            x = in.DeQue<float>();
            LocalTensor<float> z = out.AllocTensor<float>();
            for (uint32_t j = 0; j < tileLength; ++j) {
                z.SetValue(j, x.GetValue(j) * 2);
            }
            out.EnQue<float>(z);
            in.FreeTensor(x);
            z = out.DeQue<float>();
            DataCopy(zGm[i * tileLength], z, tileLength);
            out.FreeTensor(z);
        }
    }

private:
    TPipe pipe;
    TQue<QuePosition::VECIN, BUFFER_NUM> in;
    TQue<QuePosition::VECOUT, BUFFER_NUM> out;
    GlobalTensor<float> xGm, zGm;
    uint32_t blockLength, tileLength;
    int32_t tiles;
};

extern "C" __global__ __aicore__ void twice(GM_ADDR x, GM_ADDR z, GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    KernelAdd op;
    op.Init(x, z, data.totalLength, data.tileNum);
    if (TILING_KEY_IS(1)) {
        op.Process();
    }
}
