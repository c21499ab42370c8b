#include "nnopbase/tune_modes.h"

#include <sys/utsname.h>

#include <cstdio>
#include <map>

#include "runtime/lifecycle.h"
#include "support/file_system.h"
#include "support/strings.h"

namespace nnopbase {
namespace {

using Modes = std::map<std::string, std::string>;

constexpr const char* kAll = "all";

std::string PathOfModes() {
    utsname machine{};
    uname(&machine);
    return runtime::HomeDirectory() + "/" + machine.machine + "-linux/conf/dump_tool_config.ini";
}

/// Takes a line "<operator>=<mode>"; false if it is none. Of two for an operator the first counts.
bool AddMode(const std::string& line, Modes* modes) {
    const size_t equals = line.find('=');
    const std::string op_type = support::Trimmed(line.substr(0, equals));
    const std::string mode =
        equals == std::string::npos ? "" : support::Trimmed(line.substr(equals + 1));
    if (op_type.empty() || (mode != "tune" && mode != "static_kernel" && mode != kAll)) {
        return false;
    }
    modes->emplace(op_type, mode);
    return true;
}

Modes ReadModes() {
    Modes modes;
    const std::string path = PathOfModes();
    std::string text;
    if (!support::IsFile(path) || !support::ReadFile(path, &text)) {
        return modes;
    }
    bool is_common = false;
    size_t number = 0;
    for (const std::string& whole : support::Split(text, '\n')) {
        ++number;
        const std::string line = support::Trimmed(whole);
        if (line.empty() || line[0] == '#') {
            continue;
        }
        if (line[0] == '[') {
            is_common = support::Trimmed(line.substr(1, line.rfind(']') - 1)) == "COMMON";
        } else if (is_common && !AddMode(line, &modes)) {
            std::fprintf(stderr,
                         "[WARN] %s:%zu: not <operator>=tune, static_kernel or all: passed over\n",
                         path.c_str(), number);
        }
    }
    return modes;
}

}  // namespace

std::string TuneMode(const std::string& op_type) {
    static const Modes modes = ReadModes();
    const auto mode = modes.find(op_type);
    return mode == modes.end() ? kAll : mode->second;
}

}  // namespace nnopbase
