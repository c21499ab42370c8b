// What the environment says of observation.
#pragma once

#include <map>
#include <string>

namespace observe {

struct Settings {
    std::string observer;                        ///< ASCENDC_OBSERVE: "trace", ...
    std::string output;                          ///< ASCENDC_OBSERVE_OUTPUT: an existing folder
    std::map<std::string, std::string> options;  ///< ASCENDC_OBSERVE_OPTIONS: "key=value;key=value"

    /// The value of an option, else `fallback`.
    std::string Option(const std::string& key, const std::string& fallback) const;
};

/// Read once.
const Settings& GetSettings();

/// `<output>/<pid>.<suffix>`: the file of this process.
std::string OutputPath(const std::string& suffix);

}  // namespace observe
