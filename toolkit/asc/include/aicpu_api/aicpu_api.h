// What kernels for AI CPUs call (CANN's pages "AI CPU API"): printf, assert, DataStoreBarrier.
#ifndef AICPU_API_H
#define AICPU_API_H

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace AscendC {

/// Prints as the C library's printf does.
__attribute__((format(printf, 1, 2))) inline void printf(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::vprintf(format, arguments);
    va_end(arguments);
    std::fflush(stdout);
}

/// Makes what was stored before visible to other cores before what is stored after.
inline void DataStoreBarrier() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/// What a failed assert of a kernel for AI CPUs does.
[[noreturn]] inline void AicpuAssertFailed(const char* text, const char* file, int line) {
    std::printf("[ASSERT] `%s' at %s:%d\n", text, file, line);
    std::fflush(stdout);
    std::abort();
}

}  // namespace AscendC

#undef assert
#define assert(expression)               \
    ((expression) ? static_cast<void>(0) \
                  : ::AscendC::AicpuAssertFailed(#expression, __FILE__, __LINE__))

#endif
