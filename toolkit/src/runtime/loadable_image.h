// Structure of shared objects that the dynamic loader takes on trust.
#pragma once

#include <cstddef>
#include <string>

namespace runtime {

/// Check all that the dynamic loader reads of an ELF64 shared object before code of it runs:
/// segments, the dynamic section, symbols, their hash table and versions, relocations, functions
/// that run at loading. False with `*error` set if something leads out of the object. Code and
/// constants cannot be checked so.
bool CheckLoadable(const char* data, size_t size, std::string* error);

}  // namespace runtime
