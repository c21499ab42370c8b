// A kernel object written by hand: z = x + y over int32, and several ways to fail.
// Slots: x, y, z, [...], and for the tiling data the last one.
#include <poll.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "isa/core.h"
#include "isa/kernel_abi.h"

#ifndef ARCHITECTURE
#define ARCHITECTURE 0  // not known
#endif

struct Tiling {
    uint32_t total;   // elements
    uint32_t addend;  // added to every sum
};

// Takes a byte from the pipe TEST_GATE and puts it into the pipe TEST_PASSED; gives up after a
// minute.
static void WaitAtGate() {
    char token = 'x';
    pollfd gate{std::atoi(std::getenv("TEST_GATE")), POLLIN, 0};
    if (poll(&gate, 1, 60000) == 1 && read(gate.fd, &token, 1) == 1) {
        token = '.';
    }
    if (write(std::atoi(std::getenv("TEST_PASSED")), &token, 1) != 1) {
        std::abort();
    }
}

extern "C" __attribute__((visibility("default"))) void ascendc_kernel_entry(void* const* args) {
    const auto& core = AscendC::isa::CurrentCore();
    const auto* x = static_cast<const int32_t*>(args[0]);
    const auto* y = static_cast<const int32_t*>(args[1]);
    auto* z = static_cast<int32_t*>(args[2]);
    const auto* tiling = static_cast<const Tiling*>(args[4]);
    switch (core.tiling_key) {
        case 1:
        case 6:
            for (uint32_t i = core.block_idx; i < tiling->total; i += core.block_num) {
                z[i] = x[i] + y[i] + static_cast<int32_t>(tiling->addend);
            }
            break;
        case 2:
            *reinterpret_cast<volatile int32_t*>(16) = 1;
            break;
        case 3:
            for (uint32_t i = 0; i < (1u << 20); ++i) {
                reinterpret_cast<volatile int32_t*>(z)[i] = 1;
            }
            break;
        case 4:
            usleep(60000);
            break;
        case 7:
            WaitAtGate();
            break;
        case 5:
            z[core.block_idx] += x[core.block_idx];
            break;
    }
}

extern "C" {
extern __attribute__((visibility("default"))) const AscendcKernelInfo ascendc_kernel_info;
const AscendcKernelInfo ascendc_kernel_info = {
    ASCENDC_KERNEL_ABI_VERSION, 0, 5, ARCHITECTURE, KERNEL_NAME, &ascendc_kernel_entry};
}
