// What kernels tell the outside: text, and that they gave up.
#include "isa/print.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "aicore/fault.h"
#include "aicore/fiber.h"

namespace {

std::mutex& PrintMutex() {
    static auto* mutex = new std::mutex();  // outlives exit handlers
    return *mutex;
}

}  // namespace

// Sources with direct launches hold host functions too, in which printf and assert are these.

extern "C" __attribute__((visibility("default"))) void aicore_print(const char* text, size_t size) {
    if (ascendc_current_core == nullptr) {
        std::fwrite(text, 1, size, stdout);
        return;
    }
    aicore::RuntimeScope scope;
    const AicoreLaunch& request = scope.fiber().launch()->request;
    std::lock_guard<std::mutex> lock(PrintMutex());
    if (request.print != nullptr) {
        request.print(text, size, request.print_user);
    } else {
        std::fwrite(text, 1, size, stdout);
        std::fflush(stdout);
    }
}

extern "C" __attribute__((visibility("default"))) int aicore_format(char* buffer, size_t size,
                                                                    const char* format, ...) {
    va_list args;
    va_start(args, format);
    int length;
    if (ascendc_current_core == nullptr) {
        length = std::vsnprintf(buffer, size, format, args);
    } else {
        aicore::RuntimeScope scope;
        length = std::vsnprintf(buffer, size, format, args);
    }
    va_end(args);
    return length;
}

extern "C" __attribute__((visibility("default"))) void aicore_trap(const char* message) {
    if (ascendc_current_core == nullptr) {
        std::fprintf(stderr, "%s\n", message);
        std::abort();
    }
    aicore::FailFromKernel(AICORE_FAULT_TRAP, message);
}
