// Functions of built-in operators that generated code looks up by name.
#pragma once

namespace nnopbase {

/// Address of an exported function of libopapi.so (loaded on first use), else of any library of the
/// process; null if there is none, with a text reported.
void* FindApiFunction(const char* name);

}  // namespace nnopbase
