// Prints what the runtime takes the types of kernels for: numbers, then the rules' results.
#include <cstdio>

#include "aicore/kernel_type.h"
#include "isa/kernel_abi.h"

#define PRINT(prefix, name) std::printf("%s %u\n", #name, static_cast<uint32_t>(prefix##name))

int main() {
    PRINT(KERNEL_TYPE_, AIV_ONLY);
    PRINT(KERNEL_TYPE_, AIC_ONLY);
    PRINT(KERNEL_TYPE_, MIX_AIV_1_0);
    PRINT(KERNEL_TYPE_, MIX_AIC_1_0);
    PRINT(KERNEL_TYPE_, MIX_AIC_1_1);
    PRINT(KERNEL_TYPE_, MIX_AIC_1_2);
    PRINT(KERNEL_TYPE_, AICORE);
    PRINT(KERNEL_TYPE_, VECTORCORE);
    PRINT(KERNEL_TYPE_, MIX_AICORE);
    PRINT(KERNEL_TYPE_, MIX_VECTOR_CORE);
    std::printf("KEY %u\n", ASCENDC_META_TILING_KEY);
    std::printf("KEY_TYPE %u\n", ASCENDC_META_TASK_TYPE);
    std::printf("DEFAULT_TYPE %u\n", ASCENDC_META_TASK_TYPE_DEFAULT);
    std::printf("TILING_SIZE %u\n", ASCENDC_META_TILING_SIZE);
    std::printf("SYNC %u\n", ASCENDC_META_CROSS_CORE_SYNC);
    std::printf("CUBE %u\n", ASCENDC_META_CUBE);
    std::printf("PRINT %u\n", ASCENDC_META_PRINT);
    std::printf("VECTOR %u\n", ASCENDC_META_VECTOR);
    for (uint32_t uses = 0; uses < 8; ++uses) {
        std::printf("inferred %u\n",
                    aicore::InferredKernelType((uses & 1) != 0, (uses & 2) != 0, (uses & 4) != 0));
    }
    for (uint32_t type = 0; type < KERNEL_TYPE_MAX; ++type) {
        std::printf("means %u %u\n", aicore::KernelTypeOn(true, type),
                    aicore::KernelTypeOn(false, type));
    }
}
