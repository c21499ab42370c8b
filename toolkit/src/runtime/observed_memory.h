// Device memory as programs allocate, use and free it, reported to the observers of this process.
#pragma once

#include <cstdint>

namespace runtime {

void NoteAllocated(const void* address, uint64_t bytes, int device);
/// A copy or a fill touches what lies at the address, or a kernel is given it.
void NoteUse(const void* address);
/// `live`: it was the start of a live buffer.
void NoteFreed(const void* address, bool live);
/// All buffers of a device were freed.
void NoteReset(int device);

}  // namespace runtime
