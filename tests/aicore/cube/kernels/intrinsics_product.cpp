#include "kernel_operator.h"
#include "lib/matmul_intf.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void product(GM_ADDR a, GM_ADDR b, GM_ADDR out) {
    LocalTensor<half> a1(TPosition::A1, 0, 1024), b1(TPosition::B1, 4096, 1536),
        a2(TPosition::A2, 0, 1024), b2(TPosition::B2, 0, 1536);
    LocalTensor<float> co(TPosition::CO1, 0, 1536);
    static_assert(Align<uint32_t>(17, 16) == 32 && Align(32, 16) == 32, "rounded up");
    set_padding(0);
    copy_gm_to_cbuf_multi_nd2nz_b16((__cbuf__ half*)a1.GetPhyAddr(), (__gm__ half*)a, 0, 1, 32, 32,
                                    0, 32, 32, 1, 0);
    copy_gm_to_cbuf_multi_nd2nz_b32s((__cbuf__ float*)b1.GetPhyAddr(), (__gm__ float*)b, 0, 1, 32,
                                     24, 0, 24, 32, 1, 0);
    set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    for (int i = 0; i < 2; ++i) {
        load_cbuf_to_ca((__ca__ half*)a2[i * 512].GetPhyAddr(),
                        (__cbuf__ half*)a1[i * 256].GetPhyAddr(), 0, 2, 2, 0, false);
        __cb__ half* right = (__cb__ half*)b2[i * 768].GetPhyAddr();
        __cbuf__ half* from = (__cbuf__ half*)b1[i * 256].GetPhyAddr();
        if (i == 0) {
            load_cbuf_to_cb_transpose(right, from, 0, 3, 2, 0, inc, 0);
        } else {
            load_cbuf_to_cb_transpose(right, from, 0, 3, 2, 0, false, 0);
        }
    }
    set_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    mad((__cc__ float*)co.GetPhyAddr(), (__ca__ half*)a2.GetPhyAddr(),
        (__cb__ half*)b2.GetPhyAddr(), 32, 32, 48, 0, false, false, true);
    set_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    SetFixpipeNz2ndFlagImpl(1, 0, 0);
    copy_matrix_cc_to_gm((__gm__ float*)out, (__cc__ float*)co.GetPhyAddr(), 0, 48, 32, 48, 32, 0,
                         NoQuant, 0, false, true);
}
