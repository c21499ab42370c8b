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

/// Ends the launch where hardware would fail; `exception` is an `AscendC::isa::HardwareException`,
/// which says what the others are. Returns where the launch is watched by an observer that reports
/// such errors itself.
void aicore_refuse(uint32_t exception, const char* api, uint64_t value, uint64_t limit);
}

namespace AscendC::isa {

/// What a kernel does that hardware does not carry out; found in every build.
enum class HardwareException : uint32_t {
    kEventId,         ///< an event number that no flag has: it, and how many there are
    kFlagNotSet,      ///< a wait for a flag: its pipes, 256 * from + to, and number
    kFlagDoubled,     ///< a barrier of all pipes while a flag is set twice: likewise
    kEventsTaken,     ///< no event number is left: the pipes, and how many there are
    kBeyondMemory,    ///< a buffer ends after its memory: where it ends, and Hardware
    kNoScratch,       ///< a library function needs more memory than is left: what, and how much
    kQueueFull,       ///< EnQue beyond the queue's depth: the depth
    kNoBuffer,        ///< AllocTensor without a free buffer: how many the queue has
    kMisalignedWork,  ///< a work tensor: its byte of the unified buffer, and the unit
    kNoCubeCore,      ///< a copy to L1 that no cube core takes
    kUnsorted,        ///< a list to merge: its number from 1, and the record that is too large
};

inline void ReportException(HardwareException exception, const char* api, uint64_t value,
                            uint64_t limit = 0) {
    aicore_refuse(static_cast<uint32_t>(exception), api, value, limit);
}

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
