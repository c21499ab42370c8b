// Options that apply to calls of the current thread.
#pragma once

#include <cstdint>

namespace nnopbase {

/// ACL_OPT_DETERMINISTIC of the current context, else of the process; 0 without one.
int64_t DeterministicLevel();
/// Whether it is on: 0 or 1.
int32_t Deterministic();

}  // namespace nnopbase
