#include "register/op_impl_registry.h"
#include "register/tilingdata_base.h"
using complex64 = uint64_t;  // as Tile of ops-math, for toolkits without
#if DT_FLOAT != 0 || DT_COMPLEX64 != 16 || FORMAT_ND != 2
#error "the names of types and formats are macros in kernels"
#endif
extern "C" __global__ __aicore__ void f(GM_ADDR out, GM_ADDR x) {
    AscendC::GlobalTensor<complex64> from, to;
    from.SetGlobalBuffer((__gm__ complex64*)x);
    to.SetGlobalBuffer((__gm__ complex64*)out);
    static_assert(sizeof(complex32) == 4, "two half");
    GM_ADDR* parameters = reinterpret_cast<GM_ADDR*>(get_para_base());
    to.SetValue(0, from.GetValue(parameters[0] == out && parameters[1] == x ? 1 : 0));
}
