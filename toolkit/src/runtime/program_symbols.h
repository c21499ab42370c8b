// Variables of programs and their libraries, by address.
#pragma once

#include <cstddef>

namespace runtime {

/// The bytes of the variable that begins at `address`, from the symbol table of the file that is
/// loaded there; 0 if the table has no such variable, or the file no table.
size_t SizeOfVariable(const void* address);

}  // namespace runtime
