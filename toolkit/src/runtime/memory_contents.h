// What is known of the contents of device memory, for instrumented launches; nothing is stored in
// other processes.
#pragma once

#include <cstdint>

namespace runtime {

/// [address, address + bytes) was just allocated: it holds nothing.
void NoteAllocation(const void* address, uint64_t bytes);
/// The host has written there, by a copy or a fill.
void NoteHostWrite(const void* address, uint64_t bytes);
/// A kernel may have written there.
void NoteKernelWrite(uint64_t address, uint64_t bytes);

/// Whether nobody has written anything there since the allocation.
bool HoldsNothing(uint64_t address, uint64_t bytes);
/// Whether the host has written some of it, and no kernel since.
bool IsWrittenByHost(uint64_t address, uint64_t bytes);

}  // namespace runtime
