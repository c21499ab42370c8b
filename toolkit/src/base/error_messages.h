// The messages reported by operators and libraries, per thread.
#pragma once

#include <string>

namespace ge {

/// Appends a message of the calling thread; the oldest are dropped beyond 64 KiB.
__attribute__((visibility("default"))) void AddErrorMessage(const std::string& text);

/// All messages of the calling thread since the last call, oldest first, one per line; then forgets
/// them.
__attribute__((visibility("default"))) std::string TakeErrorMessages();

}  // namespace ge
