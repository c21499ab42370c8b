// What tells the calls of an operator apart for its tiling function.
#pragma once

#include <string>

#include "exe_graph/tiling_context_builder.h"

namespace gert {

/// 16 digits that stand for all that a tiling function sees of a call, besides the operator: the
/// same in every process, for knowledge banks.
std::string CallHash(const OpArgs& args, int32_t deterministic);

}  // namespace gert
