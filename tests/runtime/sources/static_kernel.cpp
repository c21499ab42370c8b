// A kernel of AddPairs for one call, as op_compiler would make it: what tiling says is constant,
// and no slot leads to it. Slots: x, y, z, workspace.
#include <cstdint>

#include "isa/core.h"
#include "isa/kernel_abi.h"

#ifndef ARCHITECTURE
#define ARCHITECTURE 0  // not known
#endif

extern "C" __attribute__((visibility("default"))) void ascendc_kernel_entry(void* const* args) {
    const auto& core = AscendC::isa::CurrentCore();
    const auto* x = static_cast<const int32_t*>(args[0]);
    const auto* y = static_cast<const int32_t*>(args[1]);
    auto* z = static_cast<int32_t*>(args[2]);
    for (uint32_t i = core.block_idx; i < TOTAL; i += core.block_num) {
        z[i] = x[i] + y[i] + ADDEND;
    }
}

extern "C" {
extern __attribute__((visibility("default"))) const AscendcKernelInfo ascendc_kernel_info;
const AscendcKernelInfo ascendc_kernel_info = {
    ASCENDC_KERNEL_ABI_VERSION, 0, PARAMETERS, ARCHITECTURE, KERNEL_NAME, &ascendc_kernel_entry};
}
