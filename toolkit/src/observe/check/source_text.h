// What reports take from names and sources.
#pragma once

#include <cstdint>
#include <string>

namespace observe {

/// "void KernelAdd<half>::CopyIn(int)" becomes "KernelAdd::CopyIn".
std::string ShortFunction(const std::string& function);

/// "AscendC::DataCopy" becomes "DataCopy".
std::string LastName(const std::string& name);

/// The queue or buffer that the call of InitBuffer in this line names first, "inQueueX"; "the
/// buffer of add.cpp:20" if the source is not there, or says it otherwise. A relative `file` is
/// looked for in the folder of the kernel's object.
std::string NameInInitBuffer(const std::string& folder, const std::string& file, uint32_t line);

}  // namespace observe
