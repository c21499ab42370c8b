// Where in the sources a program is, for reports of what went wrong: the calls that led there, and
// what debug information says of them. Nothing here takes locks or memory of the heap, so it also
// serves handlers of signals.
#pragma once

#include <cstddef>
#include <cstdint>

namespace support {

/// Calls that led to a location, innermost first: addresses inside the calling instructions.
struct CallChain {
    static constexpr int kMost = 48;
    uintptr_t calls[kMost];
    int count = 0;
};

/// The calls that led to the caller. In a handler of a signal: to what was interrupted.
void CollectCalls(CallChain* chain);

/// Describes where `chain` passes through the object (a library, a kernel) that contains the
/// address `inside`, as "DataCopy in KernelAdd::CopyIn, add_custom.cpp:40": the function of the
/// toolkit's headers, if one was called, and the user's functions. Without debug information, or
/// without addr2line of binutils, only the object and the offset in it: "kernel.o+0x12f0".
/// Zero-terminated and cut to `size`; empty if the chain never enters the object.
void DescribeLocation(const CallChain& chain, const void* inside, char* text, size_t size);

/// The object and the offset of an instruction in it, "kernel.o+0x12f0", or else its address.
void DescribeInstruction(uintptr_t instruction, char* text, size_t size);

}  // namespace support
