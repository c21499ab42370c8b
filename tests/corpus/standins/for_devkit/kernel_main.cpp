// Each case of asc-devkit's kernel tests on one core, since their bodies are kernel code.
#include <gtest/gtest.h>

#include "tikicpulib.h"

namespace {

struct Case {
    void (*run)(void*);
    void* test;
};

void OnCore(Case test_case) {
    test_case.run(test_case.test);
}

}  // namespace

/// Called by googletest (devkit_kernels.py) in place of a case's Run().
void DevkitRunOnCore(void (*run)(void*), void* test) {
    AscendC::SetKernelMode(DEVKIT_CUBE != 0 ? KernelMode::AIC_MODE : KernelMode::AIV_MODE);
    ICPU_RUN_KF(OnCore, 1, Case{run, test});
}

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
