#include "platform/ini_file.h"

#include <fstream>

namespace platform {
namespace {

std::string Trim(const std::string& text) {
    const char* const blanks = " \t\r\n";
    const size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos) {
        return "";
    }
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool EndsWith(const std::string& text, const std::string& suffix) {
    return text.size() >= suffix.size() &&
           text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

void AddLine(const std::string& section, const std::string& line, IniSections* sections) {
    const size_t equals = line.find('=');
    if (equals == std::string::npos) {
        return;
    }
    std::string key = Trim(line.substr(0, equals));
    std::string value = Trim(line.substr(equals + 1));
    const size_t bar = value.find('|');
    if (EndsWith(section, "intrinsicDtypeMap") && bar != std::string::npos) {
        key = Trim(value.substr(0, bar));
        value = Trim(value.substr(bar + 1));
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
        line = Trim(line);
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
