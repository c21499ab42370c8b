// The x86-64 instruction sets of this machine that executors are compiled for. CMake's
// configuration includes this header, too (print_isa.cpp), so it needs nothing of the toolkit.
#pragma once

namespace aicore {

/// "v4", "v3" or "base": the best of x86-64-v4, x86-64-v3 and x86-64 that the CPU has.
inline const char* NameOfCpuIsa() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    return v4 ? "v4" : v3 ? "v3" : "base";
#else
    return "base";
#endif
}

}  // namespace aicore
