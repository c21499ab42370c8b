#include "runtime/observed_binary.h"

#include <unistd.h>

#include <cstring>
#include <vector>

#include "platform/soc_table.h"
#include "runtime/binary.h"
#include "runtime/lifecycle.h"
#include "support/child_process.h"
#include "support/file_system.h"
#include "support/strings.h"

extern char** environ;

namespace runtime {
namespace {

constexpr char kLibraryPath[] = "LD_LIBRARY_PATH=";

/// The environment of the compiler: it launches nothing that is observed, and finds the toolkit's
/// libraries, which those of packages need.
std::vector<std::string> CompilerEnvironment() {
    std::string path = kLibraryPath + HomeDirectory() + "/lib64";
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text = *variable;
        if (support::StartsWith(text, kLibraryPath)) {
            path += ":" + text.substr(strlen(kLibraryPath));
        } else if (!support::StartsWith(text, "ASCENDC_OBSERVE")) {
            variables.push_back(text);
        }
    }
    variables.push_back(path);
    return variables;
}

/// What opc says of its failure, in one line: its error and its hint.
std::string ErrorIn(const std::string& output) {
    std::string text;
    std::string last;
    for (const std::string& line : support::Split(output, '\n')) {
        for (const char* const head : {"opc: error: ", "opc: hint: "}) {
            if (support::StartsWith(line, head)) {
                text += (text.empty() ? "" : ": ") + line.substr(strlen(head));
            }
        }
        last = support::Trimmed(line).empty() ? last : line;
    }
    return !text.empty() ? text : "opc failed: " + last;
}

}  // namespace

std::shared_ptr<Binary> MakeObservedBinary(const std::string& path, std::string* reason) {
    std::vector<std::string> command = {HomeDirectory() + "/bin/opc", "--observed", path,
                                        "--soc_version=" + platform::CurrentSoc().soc_version};
    if (support::Environment("ASCENDC_OBSERVE") == "debug") {
        command.push_back("--debug");
    }
    std::string output;
    if (!support::RunToEnd({command, CompilerEnvironment(), "", support::ErrorOutput::kWithOutput},
                           &output, reason)) {
        return nullptr;
    }
    const std::string object =
        support::Trimmed(output).substr(support::Trimmed(output).rfind('\n') + 1);
    if (!support::StartsWith(object, "/") || !support::IsFile(object)) {
        *reason = ErrorIn(output);
        return nullptr;
    }
    return Binary::FromFile(object, reason);
}

}  // namespace runtime
