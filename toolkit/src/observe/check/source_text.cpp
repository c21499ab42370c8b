#include "observe/check/source_text.h"

#include <fstream>

#include "support/file_system.h"
#include "support/strings.h"

namespace observe {
namespace {

/// A line and those after it, as one: calls can be written on several.
std::string LinesFrom(const std::string& path, uint32_t line) {
    constexpr uint32_t kLines = 3;
    std::ifstream file(path);
    std::string text;
    std::string next;
    for (uint32_t i = 1; i < line + kLines && std::getline(file, next); ++i) {
        text += i >= line ? next + " " : "";
    }
    return text;
}

std::string BaseName(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::string ShortFunction(const std::string& function) {
    std::string name;
    int depth = 0;
    for (const char c : function) {
        if (c == '(' && depth == 0 && !support::EndsWith(name, "operator")) {
            break;
        }
        depth += c == '<' ? 1 : 0;
        if (depth == 0) {
            name = c == ' ' ? "" : name + c;
        }
        depth -= c == '>' && depth != 0 ? 1 : 0;
    }
    // The name that opc gives to the function that a kernel's entry calls.
    const size_t suffix = name.find("_ascendc_user");
    return suffix == std::string::npos ? name : name.substr(0, suffix);
}

std::string LastName(const std::string& name) {
    const size_t colon = name.rfind("::");
    return colon == std::string::npos ? name : name.substr(colon + 2);
}

std::string NameInInitBuffer(const std::string& folder, const std::string& file, uint32_t line) {
    const std::string path =
        file.empty() || file[0] == '/' || support::IsFile(file) ? file : folder + "/" + file;
    const std::string text = LinesFrom(path, line);
    const std::string call = "InitBuffer(";
    const size_t begin = text.find(call);
    const size_t end = begin == std::string::npos ? begin : text.find(',', begin);
    if (end == std::string::npos) {
        return "the buffer of " + BaseName(file) + ":" + std::to_string(line);
    }
    std::string name =
        support::Trimmed(text.substr(begin + call.size(), end - begin - call.size()));
    const std::string self = "this->";
    return support::StartsWith(name, self) ? name.substr(self.size()) : name;
}

}  // namespace observe
