#include "c_api/asc_simd.h"
extern "C" __vector__ __global__ void f(GM_ADDR in, GM_ADDR out, uint64_t n) {
    asc_init();
    using T = TYPE;
    __ubuf__ T x[4096], y[4096], z[16384];
    __ubuf__ uint8_t w[8192];
    asc_copy_gm2ub(x, in, 1, 4096 * sizeof(T) / 32, 0, 0);
    asc_copy_gm2ub_sync(y, in + 4096 * sizeof(T), 4096 * sizeof(T));
    asc_duplicate_sync(z, (T)3, 16384);
    BODY;
    asc_sync_notify(PIPE_V, PIPE_MTE3, EVENT_ID0);
    asc_sync_wait(PIPE_V, PIPE_MTE3, EVENT_ID0);
    asc_copy_ub2gm(out, z, 16384 * sizeof(T));
    asc_sync_pipe(PIPE_MTE3);
    asc_copy_ub2gm_align_sync(out + 16384 * sizeof(T), w, 1001);
}
