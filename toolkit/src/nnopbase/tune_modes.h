// What operators' information files say of tuning: dump_tool_config.ini of the toolkit.
#pragma once

#include <string>

namespace nnopbase {

/// "tune", "static_kernel" or "all", which is what operators have that the file does not name.
/// Thread safe; the file is read once, and errors in it are reported then.
std::string TuneMode(const std::string& op_type);

}  // namespace nnopbase
