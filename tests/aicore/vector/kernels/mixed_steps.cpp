#include "kernel_operator.h"
using namespace AscendC;
template <typename T>
__aicore__ inline LocalTensor<T> Ub(uint32_t at, uint32_t count) {
    return LocalTensor<T>(TPosition::VECCALC, at, count);
}
template <typename T>
__aicore__ inline GlobalTensor<T> Gm(GM_ADDR at) {
    GlobalTensor<T> gm;
    gm.SetGlobalBuffer((__gm__ T*)at);
    return gm;
}
class Pool {
public:
    __aicore__ inline Pool() { Init(); }
    // The first buffers of all queues lie at the pool's start, those of the next after them.
    template <class T>
    __aicore__ inline bool InitBuffer(T& queue, uint8_t number, uint32_t bytes) {
        auto first = this->GetBufHandle(this->GetCurBufSize());
        queue.InitStartBufHandle(first, number, bytes);
        for (int i = 0; i < number; ++i) {
            queue.InitBufHandle(this, i, this->GetBufHandle(this->GetCurBufSize() + i),
                                this->GetCurAddr() + i * bytes, bytes);
        }
        this->SetCurAddr(this->GetCurAddr() + number * bytes);
        this->SetCurBufSize(this->GetCurBufSize() + number);
        return true;
    }
    EXTERN_IMPL_BUFPOOL(Pool, TPosition::VECCALC, 16);
};
extern "C" __global__ __aicore__ void steps(GM_ADDR in, GM_ADDR out, GM_ADDR workspace) {
    TPipe pipe;
    LocalTensor<float> a = Ub<float>(0, 64), b = Ub<float>(1024, 64), c = Ub<float>(2048, 64);
    LocalTensor<int32_t> ints = Ub<int32_t>(4096, 64);
    LocalTensor<half> halves = Ub<half>(8192, 128);
    DataCopy(a, Gm<float>(in), 64);
    DataCopy(b, Gm<float>(in)[64], 64);
    DataCopy(c, Gm<float>(in)[128], 64);
    DataCopy(ints, Gm<int32_t>(in + 4096), 64);
    DataCopy(halves, Gm<half>(in + 8192), 128);
    PipeBarrier<PIPE_ALL>();

    // 0: paddings without a value have that of the register
    LocalTensor<half> padded = Ub<half>(12288, 64);
    SetPadValue<half>(half(7.0f));
    DataCopyPad(padded, Gm<half>(in + 8192), {2, 10, 2, 0}, DataCopyPadParams{false, 3, 2, 0});
    DataCopy(Gm<half>(out), padded, 64);
    // 1, 2: the smaller value stays; the type alone means adding
    SetAtomicMin<float>();
    DataCopy(Gm<float>(out + 1024), a, 64);
    SetAtomicNone();
    SetAtomicType<int32_t>();
    DataCopy(Gm<int32_t>(out + 2048), ints, 64);
    SetAtomicNone();
    // 3, 4: operation and type in any order
    set_atomic_max();
    set_atomic_s32();
    DataCopy(Gm<int32_t>(out + 3072), ints, 64);
    set_atomic_none();
    set_atomic_f32();
    set_atomic_max();
    DataCopy(Gm<float>(out + 4096), a, 64);
    set_atomic_none();
    PipeBarrier<PIPE_ALL>();
    // 5: relu(a * c + b)
    FusedMulAddRelu(c, a, b, 64);
    DataCopy(Gm<float>(out + 5120), c, 64);
    // 6: the count of what GatherMask keeps, by all names
    LocalTensor<float> selected = Ub<float>(16384, 64);
    uint64_t count = 0;
    GatherMask<float, defaultGatherMaskMode>(selected, a, 1, false, 0, {1, 1, 8, 0}, count);
    __gm__ int64_t* results = (__gm__ int64_t*)(out + 6144);
    results[0] = GetGatherMaskRemainCount();
    results[1] = AscendCUtils::GetRsvdCnt();
    results[2] = count;
    results[3] = defaultGahterMaskMode == GatherMaskMode::VERSION_V2;
    DataCopy(Gm<float>(out + 6144 + 512), selected, 32);
    // 7: four sorted lists become one
    LocalTensor<float> lists = Ub<float>(20480, 256), merged = Ub<float>(24576, 256);
    DataCopy(lists, Gm<float>(in + 12288), 256);
    PipeBarrier<PIPE_ALL>();
    MrgSortSrcList<float> sources;
    sources.src1 = lists[0];
    sources.src2 = lists[64];
    sources.src3 = lists[128];
    sources.src4 = lists[192];
    const uint16_t lengths[4] = {32, 32, 32, 32};
    MrgSort(merged, sources, MrgSort4Info(lengths, false, 15, 1));
    DataCopy(Gm<float>(out + 7168), merged, 256);
    // 8: buffers of a pool of the kernel's own
    Pool pool;
    pipe.InitBufPool(pool, 4096);
    TQue<TPosition::VECIN, 2> queue;
    TBuf<TPosition::VECCALC> buffer;
    pool.InitBuffer(queue, 2, 256);
    pool.InitBuffer(buffer, 1, 512);
    results = (__gm__ int64_t*)(out + 8192);
    const uint64_t base = (uint64_t)Ub<uint8_t>(0, 1).GetPhyAddr();
    LocalTensor<float> first = queue.AllocTensor<float>();
    LocalTensor<float> second = queue.AllocTensor<float>();
    results[0] = second.GetPhyAddr() - first.GetPhyAddr();
    results[1] = buffer.Get<float>().GetPhyAddr() - first.GetPhyAddr();
    results[2] = buffer.Get<float>().GetSize();
    results[3] = Pool::poolPos == TPosition::VECCALC &&
                 TBufPool<TPosition::VECCALC, 4>::poolPos == TPosition::VECCALC;
    // 9: tensors' shapes and places
    const uint32_t shape[] = {2, 3, 4}, original[] = {6, 4};
    ShapeInfoParams<LocalTensor<float>, float>::Params params(3, shape, 2, original,
                                                              DataFormat::NCHW);
    a.SetShapeInfo(params);
    const ShapeInfo info = a.GetShapeInfo();
    results = (__gm__ int64_t*)(out + 9216);
    results[0] = info.shapeDim * 100 + info.shape[0] * 10 + info.shape[2];
    results[1] = info.originalShapeDim * 100 + info.originalShape[0] * 10 + info.originalShape[1];
    results[2] = (int64_t)info.dataFormat;
    const TBuffAddr address = first.address_;
    results[3] = address.logicPos == (uint8_t)TPosition::VECIN;
    results[4] = address.dataLen;
    results[5] = address.absAddr == (uint8_t*)first.GetPhyAddr();
    results[6] = address.bufferHandle == first.GetBufferHandle();
    const TEventID event = GetTPipePtr()->AllocEventID<HardEvent::V_MTE3>();
    results[7] = event >= 0 && event < 8;
    GetTPipePtr()->ReleaseEventID<HardEvent::V_MTE3>(event);
    GlobalTensor<float> gm = Gm<float>(in);
    gm.SetGlobalBuffer((__gm__ float*)in, 77);
    gm.SetL2CacheHint(CacheMode::CACHE_MODE_DISABLE);
    results[8] = gm.bufferSize_;
    results[9] = gm.cacheMode_ == CacheMode::CACHE_MODE_DISABLE;
    // 10: registers and keys
    results = (__gm__ int64_t*)(out + 10240);
    SetHF32TransMode(true);
    SetMMLayoutTransform(true);
    results[0] = get_ctrl() >> 47 & 17;
    SetHF32TransMode(false);
    SetMMLayoutTransform(false);
    results[1] = get_ctrl() >> 47 & 17;
    SetSysWorkSpacePtr(workspace);
    results[2] = GetSysWorkSpacePtr() == workspace;
    results[3] = TILING_KEY_VAR;
    results[4] = TrueType::value * 2 + FalseType::value;
    results[5] = Std::index_sequence<1, 2, 3>::size() * 10 + Std::make_index_sequence<4>::size();
    results[6] = get_imm(0x1234);
    KfcWorkspace free(workspace);
    free.UpdateKfcWorkspace(192);
    results[7] = free.GetKfcWorkspace() - workspace;
    // 11: copies under the names of intrinsics
    copy_gm_to_ubuf_align_b32((__ubuf__ float*)Ub<float>(28672, 64).GetPhyAddr(), (__gm__ float*)in,
                              0, 2, 20, 1, 2, 4, 0);
    copy_gm_to_ubuf_align_b8((__ubuf__ int8_t*)Ub<int8_t>(28800, 64).GetPhyAddr(),
                             (__gm__ int8_t*)in, 0, 1, 7, 0, 0, 0, 0);
    DataCopy(Gm<float>(out + 11264), Ub<float>(28672, 64), 64);
    PipeBarrier<PIPE_ALL>();
    copy_ubuf_to_gm_align_b16((__gm__ half*)(out + 11264 + 512),
                              (__ubuf__ half*)halves.GetPhyAddr(), 0, 2, 6, 0, 0, 0, 2);
    copy_ubuf_to_gm_align_b8((__gm__ int8_t*)(out + 11264 + 768),
                             (__ubuf__ int8_t*)halves.GetPhyAddr(), 0, 1, 5, 0, 0, 0, 0);
    DataCopyPadUB2GMImpl((__gm__ half*)(out + 11264 + 900), (__ubuf__ half*)halves.GetPhyAddr(),
                         DataCopyParams(1, 6, 0, 0));
    // 12: conversions and functions under the names of intrinsics
    set_mask_norm();
    set_vector_mask((uint64_t)-1, (uint64_t)-1);
    __ubuf__ float* functions = (__ubuf__ float*)Ub<float>(32768, 192).GetPhyAddr();
    __ubuf__ float* positive = (__ubuf__ float*)b.GetPhyAddr();
    vexp(functions, positive, 1, 1, 1, 8, 8);
    vln(functions + 64, positive, 1, 1, 1, 8, 8);
    vrsqrt(functions + 128, positive, 1, 1, 1, 8, 8);
    vconv_s42f16((__ubuf__ half*)Ub<half>(36864, 128).GetPhyAddr(),
                 (__ubuf__ int4b_t*)ints.GetPhyAddr(), 1, 1, 1, 8, 2);
    DataCopy(Gm<float>(out + 12288), Ub<float>(32768, 192), 192);
    DataCopy(Gm<half>(out + 13312), Ub<half>(36864, 128), 128);
    // 14: 16 rows of 16 halves, transposed
    LocalTensor<half> square = Ub<half>(40960, 256), turned = Ub<half>(45056, 256);
    DataCopy(square, Gm<half>(in + 8192), 256);
    uint64_t from[16], to[16];
    for (int i = 0; i < 16; ++i) {
        from[i] = (uint64_t)square[16 * i].GetPhyAddr();
        to[i] = (uint64_t)turned[16 * i].GetPhyAddr();
    }
    PipeBarrier<PIPE_ALL>();
    TransDataTo5HDImpl<half>(to, from, TransDataTo5HDParams(false, false, 1, 0, 0));
    DataCopy(Gm<half>(out + 14336), turned, 256);
}
