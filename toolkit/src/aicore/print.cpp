// What kernels tell the outside: text, and that they gave up.
#include "isa/print.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "aicore/fault.h"
#include "aicore/fiber.h"

// Sources with direct launches hold host functions too, in which printf and assert are these.

extern "C" __attribute__((visibility("default"))) void aicore_print(const char* text, size_t size) {
    if (ascendc_current_core == nullptr) {
        std::fwrite(text, 1, size, stdout);
        return;
    }
    // A record's head, the place of its format, and the text with its zero, in words.
    constexpr size_t kWord = 8;
    const size_t record_bytes = (2 * kWord + size + kWord) / kWord * kWord;
    aicore::RuntimeScope scope;
    const aicore::Fiber& fiber = scope.fiber();
    fiber.launch()->output.Add(*fiber.launch(), fiber.unit(), text, size, record_bytes);
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
