#include "lib/matmul_intf.h"
using namespace AscendC;
struct Request {
    TCubeTiling tiling;
    uint32_t form, flags, atomic;
    int32_t tail[3];
    uint32_t batch[2];
    uint64_t scale;
};
