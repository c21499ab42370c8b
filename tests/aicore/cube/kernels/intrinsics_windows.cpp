#include "kernel_operator.h"
using namespace AscendC;
namespace {
constexpr uint64_t Map(uint64_t rows) {
    return rows | 1u << 16;  // one row of pixels: a matrix in NZ
}
}  // namespace
extern "C" __global__ __aicore__ void windows(GM_ADDR a, GM_ADDR columns, GM_ADDR b, GM_ADDR out,
                                              GM_ADDR filled) {
    LocalTensor<half> a1(TPosition::A1, 0, 1024), b1(TPosition::B1, 4096, 1536),
        columns1(TPosition::A1, 20480, 1024), a2(TPosition::A2, 0, 1024),
        b2(TPosition::B2, 0, 1536);
    LocalTensor<uint32_t> fill(TPosition::A1, 16384, 128);
    LocalTensor<float> co(TPosition::CO1, 0, 1536);
    using __cce_scalar::addr_cal_mode_t;
    __cbuf__ half* left = (__cbuf__ half*)__cce_get_tile_ptr(a1.GetPhyAddr());
    copy_gm_to_cbuf_multi_nd2nz_b16(left, (__gm__ half*)a, 0, 1, 32, 32, 0, 32, 32, 1, 0);
    __cbuf__ half* lower = (__cbuf__ half*)columns1.GetPhyAddr();
    copy_gm_to_cbuf_multi_nd2nz_b16(lower, (__gm__ half*)columns, 0, 1, 32, 32, 0, 32, 32, 1, 0);
    copy_gm_to_cbuf_multi_nd2nz_b16((__cbuf__ half*)b1.GetPhyAddr(), (__gm__ half*)b, 0, 1, 32, 48,
                                    0, 48, 32, 1, 0);
    // Two of three parts of two blocks, and a part of one block in the rest.
    create_cbuf_matrix((__cbuf__ uint32_t*)fill.GetPhyAddr(),
                       2 | uint64_t{2} << 16 | uint64_t{1} << 32, uint32_t{0x01020304});
    create_cbuf_matrix((__cbuf__ half*)fill[48].GetPhyAddr(), 1 | uint64_t{1} << 16, half(1.5f));
    set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    set_padding(uint32_t{0});
    set_l3d_rpt(1 << 16);
    set_fmatrix(Map(32));
    img2colv2_cbuf_to_ca((__ca__ half*)a2.GetPhyAddr(), left, 32, 16, 0, 0, 1, 1, 1, 1, 1, 1, false,
                         false, false, false, 32);
    load_cbuf_to_ca_transpose((__ca__ half*)a2[512].GetPhyAddr(), lower, 2, 2, 1, 0, false, 0);
    set_fmatrix_b(Map(32));
    img2colv2_cbuf_to_cb((__cb__ half*)b2.GetPhyAddr(), (__cbuf__ half*)b1.GetPhyAddr(), 48, 32, 0,
                         0, 1, 1, 1, 1, 1, 1, false, false, false, true, 48);
    set_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    mad((__cc__ float*)co.GetPhyAddr(), (__ca__ half*)a2.GetPhyAddr(),
        (__cb__ half*)b2.GetPhyAddr(), 32, 32, 48, 0, false, false, true);
    set_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    set_nd_para(1);
    // 48 columns and 32 rows, 56 columns in the target; half, ReLU, rows.
    copy_matrix_cc_to_gm((__gm__ half*)out, (__cc__ float*)co.GetPhyAddr(),
                         48u << 4 | 32u << 16 | uint64_t{56} << 32,
                         32 | uint64_t{F322F16} << 34 | uint64_t{1} << 39 | uint64_t{1} << 43);
    set_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_MTE3, EVENT_ID0);
    GlobalTensor<uint32_t> target;
    target.SetGlobalBuffer((__gm__ uint32_t*)filled);
    DataCopy(target, fill, 56);
}
