#include <cstdlib>
#include <cstring>

#include "aicore/instruction_executor.h"

namespace AscendC::isa::exec {
namespace {

IsaLevel Detect() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    IsaLevel best = v4 ? IsaLevel::kV4 : v3 ? IsaLevel::kV3 : IsaLevel::kBase;
    const char* wanted = std::getenv("ASCENDC_CPU_ISA");
    if (wanted != nullptr) {
        const IsaLevel limit = std::strcmp(wanted, "base") == 0 ? IsaLevel::kBase
                               : std::strcmp(wanted, "v3") == 0 ? IsaLevel::kV3
                                                                : IsaLevel::kV4;
        best = limit < best ? limit : best;
    }
    return best;
#else
    return IsaLevel::kBase;
#endif
}

}  // namespace

IsaLevel BestIsa() {
    static const IsaLevel level = Detect();
    return level;
}

}  // namespace AscendC::isa::exec
