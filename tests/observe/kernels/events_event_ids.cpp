extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR z) {
    using namespace AscendC;
    TPipe pipe;
    const TEventID a = pipe.AllocEventID<HardEvent::MTE2_V>();
    const TEventID b = pipe.AllocEventID<HardEvent::MTE2_V>();
    pipe.FetchEventID(HardEvent::V_MTE3);
    pipe.FetchEventID<HardEvent::MTE2_V>();
    SetFlag<HardEvent::MTE2_V>(b);
    WaitFlag<HardEvent::MTE2_V>(b);
    PipeBarrier<PIPE_V>();
    pipe.ReleaseEventID<HardEvent::MTE2_V>(a);
    pipe.FetchEventID<HardEvent::MTE2_V>();
}
