#include "platform/ini_file.h"

#include <fstream>

#include "support/strings.h"

namespace platform {
namespace {

void AddLine(const std::string& section, const std::string& line, IniSections* sections) {
    const size_t equals = line.find('=');
    if (equals == std::string::npos) {
        return;
    }
    std::string key = support::Trimmed(line.substr(0, equals));
    std::string value = support::Trimmed(line.substr(equals + 1));
    const size_t bar = value.find('|');
    if (support::EndsWith(section, "intrinsicDtypeMap") && bar != std::string::npos) {
        key = support::Trimmed(value.substr(0, bar));
        value = support::Trimmed(value.substr(bar + 1));
    }
    (*sections)[section][key] = value;
}

}  // namespace

bool ReadIniFile(const std::string& path, IniSections* sections) {
    std::ifstream stream(path);
    if (!stream) {
        return false;
    }
    std::string section;
    std::string line;
    while (std::getline(stream, line)) {
        line = support::Trimmed(line);
        if (line.empty() || line[0] == '#' || line[0] == ';') {
            continue;
        }
        if (line[0] == '[' && line.back() == ']') {
            section = line.substr(1, line.size() - 2);
            (*sections)[section];
            continue;
        }
        AddLine(section, line, sections);
    }
    return true;
}

}  // namespace platform
