#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR x) {
    GlobalTensor<float> values;
    values.SetGlobalBuffer((__gm__ float*)x);
    printf("one %d\n", 1);
    PRINTF("two\n");
    DumpTensor(values, 3, 8);
    if (ASCENDC_DUMP == 0) {
        assert(false && "never");
        ascendc_assert(false, "never");
    }
}
