#include "runtime/observed_binary.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <mutex>
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

/// What a compiler says of its failure, in one line: its error and its hint.
std::string ErrorIn(const std::string& output, const std::string& compiler) {
    std::string text;
    std::string last;
    for (const std::string& line : support::Split(output, '\n')) {
        for (const std::string& head : {compiler + ": error: ", compiler + ": hint: "}) {
            if (support::StartsWith(line, head)) {
                text += (text.empty() ? "" : ": ") + line.substr(head.size());
            }
        }
        last = support::Trimmed(line).empty() ? last : line;
    }
    return !text.empty() ? text : compiler + " failed: " + last;
}

/// Runs a compiler of the toolkit; the path of the object that it prints, or "" with `*reason`.
std::string ObservedObject(const std::string& compiler, const std::vector<std::string>& arguments,
                           std::string* reason) {
    std::vector<std::string> command = {HomeDirectory() + "/bin/" + compiler, "--observed"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    if (support::Environment("ASCENDC_OBSERVE") == "debug") {
        command.push_back("--debug");
    }
    std::string output;
    if (!support::RunToEnd({command, CompilerEnvironment(), "", support::ErrorOutput::kWithOutput},
                           &output, reason)) {
        return "";
    }
    const std::string object =
        support::Trimmed(output).substr(support::Trimmed(output).rfind('\n') + 1);
    if (!support::StartsWith(object, "/") || !support::IsFile(object)) {
        *reason = ErrorIn(output, compiler);
        return "";
    }
    return object;
}

/// The launches of one source by their names.
struct ListedSource {
    std::map<std::string, const AscendcListedLaunch*> launches;
    std::string reason;  // why there are none
};

/// Generic lambdas are numbered through all that was read before them, which differs by build.
std::string WithoutNumbers(const std::string& launch) {
    static constexpr char kNumbered[] = "auto:";
    std::string text;
    size_t position = 0;
    for (size_t match = 0; (match = launch.find(kNumbered, position)) != std::string::npos;) {
        text += launch.substr(position, match + sizeof(kNumbered) - 1 - position);
        position = launch.find_first_not_of("0123456789", match + sizeof(kNumbered) - 1);
        if (position == std::string::npos) {
            return text;
        }
    }
    return text + launch.substr(position);
}

ListedSource LoadListedSource(const std::string& unit) {
    ListedSource source;
    const std::string object = ObservedObject("bisheng", {unit}, &source.reason);
    if (object.empty()) {
        return source;
    }
    void* const library = dlopen(object.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) {
        source.reason = std::string("its instrumented build cannot be loaded: ") + dlerror();
        return source;
    }
    std::string names;
    support::ReadFile(object + ".launches", &names);
    for (const std::string& name : support::Split(names, '\n')) {
        void* const function = name.empty() ? nullptr : dlsym(library, name.c_str());
        if (function == nullptr) {
            continue;
        }
        // Those of the half for cube cores come first, and only put a kernel on a list.
        const void* const listed = reinterpret_cast<const void* (*)()>(function)();
        if (name.find("12ListedLaunch") != std::string::npos) {
            const auto* const launch = static_cast<const AscendcListedLaunch*>(listed);
            source.launches[WithoutNumbers(launch->launch)] = launch;
        }
    }
    return source;
}

}  // namespace

std::shared_ptr<Binary> MakeObservedBinary(const std::string& path, std::string* reason) {
    const std::string object = ObservedObject(
        "opc", {path, "--soc_version=" + platform::CurrentSoc().soc_version}, reason);
    return object.empty() ? nullptr : Binary::FromFile(object, reason);
}

const AscendcListedLaunch* FindListedLaunch(const AscendcLaunchSource& source,
                                            std::string* reason) {
    static std::mutex mutex;
    static std::map<std::string, ListedSource>* const sources =
        new std::map<std::string, ListedSource>();
    std::lock_guard<std::mutex> lock(mutex);
    auto listed = sources->find(source.unit);
    if (listed == sources->end()) {
        listed = sources->emplace(source.unit, LoadListedSource(source.unit)).first;
    }
    const ListedSource& loaded = listed->second;
    const auto launch = loaded.launches.find(WithoutNumbers(source.launch));
    if (launch != loaded.launches.end()) {
        return launch->second;
    }
    *reason = loaded.reason.empty() ? "its instrumented build has no such launch" : loaded.reason;
    return nullptr;
}

}  // namespace runtime
