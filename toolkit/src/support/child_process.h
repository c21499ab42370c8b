// Other programs, run to their end.
#pragma once

#include <string>
#include <vector>

namespace support {

enum class ErrorOutput { kDropped, kWithOutput };

struct Command {
    std::vector<std::string> words;        ///< the program, found as in a shell, and its arguments
    std::vector<std::string> environment;  ///< "NAME=value"
    std::string input;
    ErrorOutput error_output;
};

/// Runs a program to its end, without this process's masks of signals; what it wrote goes to
/// `*output`. False, with the reason in `*error`, if it cannot be run. Its exit status is not asked
/// for: the program that we are in may take it from us.
bool RunToEnd(Command command, std::string* output, std::string* error);

}  // namespace support
