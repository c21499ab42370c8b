#include "kernel_operator.h"
using namespace AscendC;
template <typename T>
__aicore__ inline GlobalTensor<T> Gm(GM_ADDR at) {
    GlobalTensor<T> gm;
    gm.SetGlobalBuffer((__gm__ T*)at);
    return gm;
}
// C (32 x 48, float) = A (32 x 16) * B (16 x 48) + bias, all through the names of intrinsics and of
// CANN's inner functions.
extern "C" __global__ __aicore__ void steps(GM_ADDR a, GM_ADDR b, GM_ADDR bias, GM_ADDR scales,
                                            GM_ADDR out) {
    LocalTensor<half> a1(TPosition::A1, 0, 512), b1(TPosition::B1, 4096, 768),
        a2(TPosition::A2, 0, 512), b2(TPosition::B2, 0, 768);
    LocalTensor<float> bias1(TPosition::C1, 16384, 64), bias2(TPosition::C2, 0, 64),
        co(TPosition::CO1, 0, 1536);
    LocalTensor<uint64_t> scales1(TPosition::C1, 32768, 48), fixbuf(TPosition::C2PIPE2GM, 0, 48);
    LocalTensor<half> back(TPosition::A1, 65536, 1536);
    LocalTensor<int8_t> narrow(TPosition::A1, 131072, 1536);
    copy_gm_to_cbuf((__cbuf__ half*)a1.GetPhyAddr(), (__gm__ half*)a, 0, 1, 32, 0, 0, PAD_NONE);
    copy_gm_to_cbuf((__cbuf__ half*)b1.GetPhyAddr(), (__gm__ half*)b, 0, 1, 48, 0, 0, PAD_NONE);
    copy_gm_to_cbuf((__cbuf__ float*)bias1.GetPhyAddr(), (__gm__ float*)bias, 0, 1, 6, 0, 0,
                    PAD_NONE);
    copy_gm_to_cbuf((__cbuf__ uint64_t*)scales1.GetPhyAddr(), (__gm__ uint64_t*)scales, 0, 1, 12, 0,
                    0, PAD_NONE);
    LoadDataImpl(a2, a1, LoadData2DParams(0, 2, 1, 0, 0, false, 0));
    LoadDataImpl(b2, b1, LoadData2DParams(0, 3, 1, 0, 0, true, 0));
    copy_cbuf_to_bt((uint64_t)bias2.GetPhyAddr(), (__cbuf__ float*)bias1.GetPhyAddr(), 0, 1, 3, 0,
                    0);
    copy_cbuf_to_fbuf((__fbuf__ uint64_t*)fixbuf.GetPhyAddr(),
                      (__cbuf__ uint64_t*)scales1.GetPhyAddr(), 1, 3, 0, 0);
    MmadImpl(co, a2, b2, bias2, MmadParams(32, 48, 16, 0, true, false));
    // 0: row by row
    constexpr FixpipeConfig columns = CFG_COLUMN_MAJOR;
    FixpipeParamsM300 m300(48, 32, 32, 56, false);
    m300.ndNum = 1;
    static_assert(columns.format == CO2Layout::COLUMN_MAJOR &&
                  std::is_same_v<FixpipeParamsM310, FixpipeParamsM300>);
    Fixpipe<float, float, CFG_ROW_MAJOR>(Gm<float>(out), co, m300);
    // 8192: two columns of tiles in bursts
    FixpipeParams<float> bursts;
    bursts.cburstNum = 2;
    bursts.burstLen = 64;
    bursts.dstStride = 2;
    Fixpipe<float>(Gm<float>(out + 8192), co, bursts);
    // 16384: rows of half, two matrices of 16 rows with their distances in a register
    set_nd_para((uint64_t)700 << 32 | (uint64_t)1 << 16 | 2);
    copy_matrix_cc_to_gm((__gm__ half*)(out + 16384), (__cc__ float*)co.GetPhyAddr(), 0, 48, 8, 48,
                         32, 0, F322F16, 0, false, true);
    // 24576: back to L1 as fractals of half, and with scales of the fixpipe buffer as int8
    copy_matrix_cc_to_cbuf((__cbuf__ half*)back.GetPhyAddr(), (__cc__ float*)co.GetPhyAddr(), 0, 48,
                           32, 32, 32, 0, F322F16, 1, false, false);
    DataCopy(Gm<half>(out + 24576), back, 1536);
    SetFixPipeConfig(fixbuf);
    copy_matrix_cc_to_cbuf((__cbuf__ int8_t*)narrow.GetPhyAddr(), (__cc__ float*)co.GetPhyAddr(), 0,
                           32, 32, 32, 32, 0, VQF322B8_PRE, 0, false, false);
    DataCopy(Gm<int8_t>(out + 28672), narrow, 1024);
    __gm__ uint8_t* spare = (__gm__ uint8_t*)out + 32760;
    *spare = AscendCUtils::GetTemporaryFbBufferAddr<uint64_t>(64, 48) ==
             (__fbuf__ uint64_t*)fixbuf.GetPhyAddr() + 8;
    AscendCUtils::FreeTemporaryFbBuffer<uint64_t>((__fbuf__ uint64_t*)fixbuf.GetPhyAddr());
    spare[1] = GetGemmTiling<half>(33, 16, 50).mBlockNum;
    spare[2] = GetGemmTiling<half>(33, 16, 50).nBlockNum;
    spare[3] = GetGemmTiling<half>(33, 16, 50).blockSize;
}
