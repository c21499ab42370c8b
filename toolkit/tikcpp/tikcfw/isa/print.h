// Output of kernels and deliberate failure; implemented by libascendc_aicore.so.
#pragma once

#include <cstddef>

extern "C" {
/// Hands `size` bytes of text to the launch's reader. Texts of different cores never mix.
void aicore_print(const char* text, size_t size);

/// snprintf of the C library; a block is not interrupted in it.
int aicore_format(char* buffer, size_t size, const char* format, ...);

/// Ends the launch: the calling block has found that it cannot go on.
void aicore_trap(const char* message) __attribute__((noreturn));
}
