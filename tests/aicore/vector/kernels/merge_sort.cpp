using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR x, GM_ADDR y) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> in, out;
    pipe.InitBuffer(in, 128);
    pipe.InitBuffer(out, 128);
    LocalTensor<float> lists = in.Get<float>(), merged = out.Get<float>();
    GlobalTensor<float> source, target;
    source.SetGlobalBuffer((__gm__ float*)x, 32);
    target.SetGlobalBuffer((__gm__ float*)y, 32);
    DataCopy(lists, source, 32);
    SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
    WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);
    const uint16_t lengths[4] = {8, 8, 0, 0};
    MrgSort<float>(merged, MrgSortSrcList<float>(lists, lists[16], lists, lists),
                   MrgSort4Info(lengths, false, 3, 1));
    SetFlag<HardEvent::V_MTE3>(EVENT_ID0);
    WaitFlag<HardEvent::V_MTE3>(EVENT_ID0);
    DataCopy(target, merged, 32);
}
