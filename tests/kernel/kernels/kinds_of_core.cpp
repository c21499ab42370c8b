#include "kernel_operator.h"
template <typename T>
struct Worker {
    template <int32_t CORE = g_coreType>
    __aicore__ void operator()(T* out, T more);
    template <>
    __aicore__ void operator()<AscendC::AIC>(T* out, T more) {
        out[0] = 10 + more;
    }
    template <>
    __aicore__ void operator()<AscendC::AIV>(T* out, T more) {
        out[0] = 20 + more;
    }
};
extern "C" __global__ __aicore__ void copy_it(GM_ADDR x, GM_ADDR z, GM_ADDR, GM_ADDR) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
#ifdef __DAV_C220_CUBE__
    const uint32_t core = 0;
#endif
#ifdef __DAV_C220_VEC__
    const uint32_t core = 1 + AscendC::GetSubBlockIdx();
#endif
    Worker<uint8_t>()(z + core * 64, KEY);
}
