#include "observe/settings.h"

#include <unistd.h>

#include <cstdlib>

#include "support/strings.h"

namespace observe {
namespace {

std::string Variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

Settings Read() {
    Settings settings;
    settings.observer = Variable("ASCENDC_OBSERVE");
    settings.output = Variable("ASCENDC_OBSERVE_OUTPUT");
    for (const std::string& option : support::Split(Variable("ASCENDC_OBSERVE_OPTIONS"), ';')) {
        const size_t equal = option.find('=');
        if (equal != std::string::npos) {
            settings.options[option.substr(0, equal)] = option.substr(equal + 1);
        }
    }
    return settings;
}

}  // namespace

std::string Settings::Option(const std::string& key, const std::string& fallback) const {
    const auto option = options.find(key);
    return option == options.end() ? fallback : option->second;
}

const Settings& GetSettings() {
    static const Settings* const settings = new Settings(Read());  // used until the process ends
    return *settings;
}

std::string OutputPath(const std::string& suffix) {
    return GetSettings().output + "/" + std::to_string(getpid()) + "." + suffix;
}

}  // namespace observe
