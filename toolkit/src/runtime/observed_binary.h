// The instrumented build of a kernel that is installed uninstrumented.
#pragma once

#include <memory>
#include <string>

namespace runtime {

class Binary;

/// Compiles the sources that the package of `path`, a kernel's object, carries, unless the cache
/// has the result, and loads it. Null with `*reason`, one line for the user, if it cannot be.
std::shared_ptr<Binary> MakeObservedBinary(const std::string& path, std::string* reason);

}  // namespace runtime
