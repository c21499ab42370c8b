using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out) {
    TPipe pipe;
    TBuf<> buf;
    pipe.InitBuffer(buf, 1024);
    LocalTensor<float> t = buf.Get<float>();
    GlobalTensor<float> x, y;
    x.SetGlobalBuffer((__gm__ float*)in);
    y.SetGlobalBuffer((__gm__ float*)out);
    DuplicateImpl((__ubuf__ float*)t.GetPhyAddr(), 2.0f, 256);
    LocalTensor<uint8_t> rest;
    PopStackBuffer<uint8_t, TPosition::LCM>(rest);
    DataCopyExtParams params(1, 20, 0, 0, 0);
    DataCopyPadExtParams<float> padding(false, 0, 0, 0.0f);
    DataCopyPadGm2UBImpl((__ubuf__ float*)t[64].GetPhyAddr(), (__gm__ float*)x.GetPhyAddr(), params,
                         padding);
    DataCopyUB2GMImpl((__gm__ float*)y.GetPhyAddr(), (__ubuf__ float*)t.GetPhyAddr(),
                      DataCopyParams(1, 9, 0, 0));
    AscendCUtils::SetMask<float>(8);
    AscendCUtils::SetMaskCount<float>();
    AscendCUtils::SetMaskNorm<float>();
    AscendCUtils::ResetMask();
    y.SetValue(100, AscendCUtils::GetC0Count(sizeof(half)));
    y.SetValue(101, rest.GetSize());
    y.SetValue(102, TOTAL_UB_SIZE / 1024);
    Barrier();
    y.SetValue(103, AscendC::TOTAL_L1_SIZE);
    y.SetValue(104, GetBlockIdxImpl() + GetSubBlockIdxImpl());
}
