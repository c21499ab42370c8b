// Texts of error codes, which libraries of operators register (REG_FORMAT_ERROR_MSG).
#pragma once

#include <string>
#include <vector>

namespace error_message {

/// Adds the texts of a JSON document: {"error_info_list": [{"ErrCode", "ErrMessage" with a %s for
/// each argument, "Arglist" with their names, "suggestion": {"Possible Cause", "Solution"}}]}.
/// False if it is none.
bool AddFormats(const std::string& json);

/// The text of a code with the values of its arguments; without a text, the arguments.
std::string PredefinedText(const std::string& code, const std::vector<const char*>& names,
                           const std::vector<const char*>& values);

}  // namespace error_message
