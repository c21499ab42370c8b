using namespace AscendC;

// Per group and round: workspace = a * b on the cube core, c = max(workspace, 0) + block index on
// the vector cores, each on its share of the rows. Then all cores meet, and total = sum over c.
class Mix {
public:
    __aicore__ inline Mix(GM_ADDR a, GM_ADDR b, GM_ADDR c, GM_ADDR total, GM_ADDR workspace) {
        group = block_idx;
        aGm.SetGlobalBuffer((__gm__ half*)a + group * ROUNDS * TILE * DEPTH);
        bGm.SetGlobalBuffer((__gm__ half*)b);
        cGm.SetGlobalBuffer((__gm__ float*)c);
        totalGm.SetGlobalBuffer((__gm__ float*)total);
        workGm.SetGlobalBuffer((__gm__ float*)workspace + group * TILE * TILE);
        pipe.InitBuffer(in, 1, TILE * TILE * 4);
        pipe.InitBuffer(out, 1, TILE * TILE * 4);
        pipe.InitBuffer(a1, 1, TILE * DEPTH * 2);
        pipe.InitBuffer(a2, 1, TILE * DEPTH * 2);
        pipe.InitBuffer(b1, 1, TILE * DEPTH * 2);
        pipe.InitBuffer(b2, 1, TILE * DEPTH * 2);
        pipe.InitBuffer(co, 1, TILE * TILE * 4);
    }

    __aicore__ inline void Process() {
        for (uint32_t round = 0; round < ROUNDS; ++round) {
            if ASCEND_IS_AIC {
                if (round != 0) {
                    CrossCoreWaitFlag(1);  // the workspace was read
                }
                Multiply(round);
                CrossCoreSetFlag<2, PIPE_FIX>(0);
            }
            if ASCEND_IS_AIV {
                CrossCoreWaitFlag(0);
                Activate(round);
                if (round + 1 != ROUNDS) {
                    CrossCoreSetFlag<2, PIPE_MTE2>(1);
                }
            }
#if UNGUARDED
            // Each unit's code does nothing on cores without the unit.
            if ASCEND_IS_AIV {
                Multiply(round);
            }
            if ASCEND_IS_AIC {
                Activate(round);
            }
#endif
        }
        SyncAll<false>();
        if ASCEND_IS_AIV {
            if (GetBlockIdx() == 0) {
                Total();
            }
        }
    }

private:
    __aicore__ inline void Multiply(uint32_t round) {
        LocalTensor<half> ta = a1.AllocTensor<half>(), tb = b1.AllocTensor<half>();
        DataCopy(ta, aGm[round * TILE * DEPTH], Nd2NzParams(1, TILE, DEPTH, 0, DEPTH, TILE, 1, 0));
        DataCopy(tb, bGm, Nd2NzParams(1, DEPTH, TILE, 0, TILE, DEPTH, 1, 0));
        a1.EnQue(ta);
        b1.EnQue(tb);
        ta = a1.DeQue<half>();
        tb = b1.DeQue<half>();
        LocalTensor<half> ta2 = a2.AllocTensor<half>(), tb2 = b2.AllocTensor<half>();
        for (uint32_t i = 0; i < TILE / 16; ++i) {
            LoadData(ta2[i * DEPTH * 16], ta[i * 256],
                     LoadData2DParams(0, DEPTH / 16, TILE / 16, 0, 0, false, 0));
        }
        for (uint32_t i = 0; i < DEPTH / 16; ++i) {
            LoadData(tb2[i * TILE * 16], tb[i * 256],
                     LoadData2DParams(0, TILE / 16, DEPTH / 16, 0, 0, true, 0));
        }
        a1.FreeTensor(ta);
        b1.FreeTensor(tb);
        a2.EnQue(ta2);
        b2.EnQue(tb2);
        ta2 = a2.DeQue<half>();
        tb2 = b2.DeQue<half>();
        LocalTensor<float> tc = co.AllocTensor<float>();
        Mmad(tc, ta2, tb2, MmadParams(TILE, TILE, DEPTH, 0, false, true));
        a2.FreeTensor(ta2);
        b2.FreeTensor(tb2);
        co.EnQue(tc);
        tc = co.DeQue<float>();
        Fixpipe(workGm, tc, FixpipeParamsV220(TILE, TILE, TILE, TILE, false));
        co.FreeTensor(tc);
    }

    __aicore__ inline void Activate(uint32_t round) {
        const uint32_t share = TILE * TILE / GetSubBlockNum();
        const uint32_t start = GetSubBlockIdx() * share;
        LocalTensor<float> x = in.AllocTensor<float>();
        DataCopy(x, workGm[start], share);
        in.EnQue(x);
        x = in.DeQue<float>();
        LocalTensor<float> y = out.AllocTensor<float>();
        Relu(y, x, share);
        Adds(y, y, (float)GetBlockIdx(), share);
        in.FreeTensor(x);
        out.EnQue(y);
        y = out.DeQue<float>();
        DataCopy(cGm[(group * ROUNDS + round) * TILE * TILE + start], y, share);
        out.FreeTensor(y);
    }

    __aicore__ inline void Total() {
        float sum = 0;
        for (uint32_t i = 0; i < GetBlockNum() * ROUNDS * TILE * TILE; ++i) {
            sum += cGm.GetValue(i);
        }
        totalGm.SetValue(0, sum);
    }

    uint32_t group;
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    TQue<TPosition::A1, 1> a1;
    TQue<TPosition::A2, 1> a2;
    TQue<TPosition::B1, 1> b1;
    TQue<TPosition::B2, 1> b2;
    TQue<TPosition::CO1, 1> co;
    GlobalTensor<half> aGm, bGm;
    GlobalTensor<float> cGm, totalGm, workGm;
};

extern "C" __global__ __aicore__ void mix(GM_ADDR a, GM_ADDR b, GM_ADDR c, GM_ADDR total,
                                          GM_ADDR workspace) {
    Mix op(a, b, c, total, workspace);
    op.Process();
}
