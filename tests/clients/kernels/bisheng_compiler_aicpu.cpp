#include "aicpu_api.h"
#include "args.h"
__global__ __aicpu__ uint32_t tell(void* raw) {
    auto* args = static_cast<Args*>(raw);
    assert(args->mode == 7);
    AscendC::printf("mode %d\n", args->mode);
    *args->out = args->mode + 1;
    AscendC::DataStoreBarrier();
    return 0;
}
__global__ __aicpu__ uint32_t add(Args args, int more) {
    *args.out += more;
    return 0;
}
