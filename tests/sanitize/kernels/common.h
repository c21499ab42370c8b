// What the faulty kernels share. A kernel has two forms: FAULTY(...) is in one, REPAIRED(...) in
// the other, and `// FAULT: kind` marks the line that a checked run has to name.
#pragma once
#include "kernel_operator.h"

using namespace AscendC;

template <typename T>
__aicore__ inline GlobalTensor<T> Global(GM_ADDR address, uint32_t count) {
    GlobalTensor<T> tensor;
    tensor.SetGlobalBuffer((__gm__ T*)address, count);
    return tensor;
}

/// The second pipe of the event waits for what the first one has done so far.
template <HardEvent event>
__aicore__ inline void Wait() {
    SetFlag<event>(EVENT_ID0);
    WaitFlag<event>(EVENT_ID0);
}
