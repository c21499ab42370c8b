// Does nothing with its three pointers.
#include "kernel_operator.h"

extern "C" __global__ __aicore__ void three_pointers(GM_ADDR x, GM_ADDR y, GM_ADDR z) {}
