// Descriptions of tiling structures for the kernel compiler.
#pragma once

#include <string>

namespace optiling {

/// The JSON that AscendCPyInterfaceGetTilingDefInfo hands out; empty if the operator has no tiling
/// class.
std::string TilingDefJson(const std::string& op_type);

}  // namespace optiling
