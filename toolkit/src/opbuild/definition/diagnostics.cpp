#include "opbuild/definition/diagnostics.h"

#include <cstdio>

namespace opbuild {
namespace {

// Names come from definitions: keep every message on one line and printable.
std::string OneLine(const std::string& text) {
    std::string line;
    for (const char c : text) {
        line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    }
    return line;
}

}  // namespace

void Diagnostics::Error(const std::string& op_type, const std::string& location,
                        const std::string& text) {
    has_errors_ = true;
    Add("error", op_type, location, text);
}

void Diagnostics::Warning(const std::string& op_type, const std::string& location,
                          const std::string& text) {
    Add("warning", op_type, location, text);
}

void Diagnostics::Add(const char* kind, const std::string& op_type, const std::string& location,
                      const std::string& text) {
    std::string line = std::string("op_build: ") + kind + ": " + op_type + ": ";
    if (!location.empty()) {
        line += location + ": ";
    }
    line = OneLine(line + text);
    if (reported_.insert(line).second) {
        lines_.push_back(line);
    }
}

void Diagnostics::Print() const {
    for (const std::string& line : lines_) {
        std::fprintf(stderr, "%s\n", line.c_str());
    }
}

void PrintError(const std::string& text) {
    std::fprintf(stderr, "op_build: error: %s\n", OneLine(text).c_str());
}

}  // namespace opbuild
