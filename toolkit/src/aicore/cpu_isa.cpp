#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "aicore/cpu_levels.h"
#include "aicore/instruction_executor.h"

namespace AscendC::isa::exec {
namespace {

constexpr char kLimitVariable[] = "ASCENDC_CPU_ISA";

IsaLevel LevelOf(const char* name) {
    return std::strcmp(name, "base") == 0 ? IsaLevel::kBase
           : std::strcmp(name, "v3") == 0 ? IsaLevel::kV3
                                          : IsaLevel::kV4;
}

IsaLevel Detect() {
    const IsaLevel best = LevelOf(aicore::NameOfCpuIsa());
    const char* limit = std::getenv(kLimitVariable);
    return limit == nullptr ? best : std::min(best, LevelOf(limit));
}

/// Ends the process if the executors need instructions that this CPU lacks or that the user
/// excludes: the first of them would end it without a message. Runs before other initialisers,
/// which may use inline functions of the executors' files. AICORE_NATIVE_ISA is "base" if there
/// are copies to choose from.
__attribute__((constructor(101))) void RequireNativeIsa() {
    if (Detect() >= LevelOf(AICORE_NATIVE_ISA)) {
        return;
    }
    const char* const cpu = aicore::NameOfCpuIsa();
    if (LevelOf(cpu) < LevelOf(AICORE_NATIVE_ISA)) {
        std::fprintf(stderr,
                     "error: libascendc_aicore.so: compiled for CPUs with x86-64-%s, this one has "
                     "%s\nhint: install custom_compiler from source on this machine, or a wheel "
                     "for all CPUs\n",
                     AICORE_NATIVE_ISA, cpu);
    } else {
        std::fprintf(stderr,
                     "error: %s=%s: libascendc_aicore.so was compiled for x86-64-%s only\n"
                     "hint: unset it, or install custom_compiler with CUSTOM_COMPILER_CPUS=all\n",
                     kLimitVariable, std::getenv(kLimitVariable), AICORE_NATIVE_ISA);
    }
    _exit(EXIT_FAILURE);
}

}  // namespace

IsaLevel BestIsa() {
    static const IsaLevel level = Detect();
    return level;
}

}  // namespace AscendC::isa::exec
