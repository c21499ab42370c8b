// Which kernel each call takes, and why not one made for its signature: a line of JSON per call in
// the file that ASCENDC_KERNEL_LOG names. Several processes may write into one file.
#pragma once

#include <string>

namespace nnopbase {

struct LoggedCall {
    std::string op_type;
    std::string key;          ///< of a static kernel for it
    std::string kernel_kind;  ///< "debug", "static", "embedded", "dynamic"
    std::string kernel;       ///< path
    std::string why;          ///< why it is no static one
};

/// Whether calls are logged.
bool CallsAreLogged();
void LogCall(const LoggedCall& call);

}  // namespace nnopbase
