// Instrumented builds of kernels that are installed, or part of a program, uninstrumented.
#pragma once

#include <memory>
#include <string>

#include "isa/kernel_abi.h"

namespace runtime {

class Binary;

/// Compiles the sources that the package of `path`, a kernel's object, carries, unless the cache
/// has the result, and loads it. Null with `*reason`, one line for the user, if it cannot be.
std::shared_ptr<Binary> MakeObservedBinary(const std::string& path, std::string* reason);

/// Compiles the source of a launch, unless the cache has the result, and loads its kernels; they
/// stay loaded. Null with `*reason`, one line for the user, if it cannot be.
const AscendcListedLaunch* FindListedLaunch(const AscendcLaunchSource& source, std::string* reason);

}  // namespace runtime
