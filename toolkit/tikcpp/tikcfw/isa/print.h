// Output of kernels and deliberate failure; implemented by libascendc_aicore.so.
#pragma once

#include <cstddef>
#include <cstdint>

#include "detail/types/macros.h"
#include "isa/core.h"

extern "C" {
/// Hands `size` bytes of text to the launch's reader. Texts of different cores never mix.
void aicore_print(const char* text, size_t size);

/// snprintf of the C library; a block is not interrupted in it.
int aicore_format(char* buffer, size_t size, const char* format, ...);

/// Ends the launch: the calling block has found that it cannot go on.
void aicore_trap(const char* message) __attribute__((noreturn));
}

namespace AscendC::isa {

/// The elements of a tensor, for the launch's reader.
struct DumpRecord {
    DType type;
    Hardware memory;
    uint32_t rank;  ///< 0: no shape
    uint32_t desc;  ///< the kernel's number for this dump
    uint32_t count;
    uint32_t shape[8];
    uint64_t address;  ///< as printed: byte offset in `memory`, address in global memory
    const void* data;
};

}  // namespace AscendC::isa
