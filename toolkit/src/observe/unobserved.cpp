#include "observe/unobserved.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "observe/settings.h"
#include "support/file_system.h"

namespace observe {
namespace {

std::string Quoted(const char* text) {
    std::string quoted = "\"";
    for (; *text != '\0'; ++text) {
        const auto byte = static_cast<unsigned char>(*text);
        if (byte < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof(escape), "\\u%04x", byte);
            quoted += escape;
        } else {
            quoted += byte == '"' || byte == '\\' ? "\\" : "";
            quoted += *text;
        }
    }
    return quoted + '"';
}

/// Suffix of the file of lines that the observer writes.
const char* Suffix() {
    const std::string& observer = GetSettings().observer;
    return observer == "profile" ? "profile.jsonl"
           : observer == "trace" ? "trace.txt"
                                 : "findings.jsonl";
}

}  // namespace

void WriteUnobserved(const AscendcObservedLaunch& launch, const char* reason) {
    const std::string line = "{\"event\":\"unobserved\",\"kernel\":" + Quoted(launch.kernel) +
                             ",\"op_type\":" + Quoted(launch.op_type) +
                             ",\"launch\":" + std::to_string(launch.index) +
                             ",\"reason\":" + Quoted(reason) + "}\n";
    const std::string path = OutputPath(Suffix());
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0 || !support::WriteAll(file, line.data(), line.size())) {
        std::fprintf(stderr, "[ERROR] %s: %s\n", path.c_str(), std::strerror(errno));
    }
    if (file >= 0) {
        close(file);
    }
}

}  // namespace observe
