#include "runtime/observed_binary.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include "platform/soc_table.h"
#include "runtime/binary.h"
#include "runtime/lifecycle.h"
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

std::vector<char*> Pointers(std::vector<std::string>* texts) {
    std::vector<char*> pointers;
    for (std::string& text : *texts) {
        pointers.push_back(&text[0]);
    }
    pointers.push_back(nullptr);
    return pointers;
}

std::string ReadAll(int descriptor) {
    std::string text;
    char piece[4096];
    for (;;) {
        const ssize_t count = read(descriptor, piece, sizeof(piece));
        if (count > 0) {
            text.append(piece, static_cast<size_t>(count));
        } else if (count == 0 || errno != EINTR) {
            return text;
        }
    }
}

/// Runs a program to its end; what it wrote, or "" with `*error` set if it cannot be run. Its exit
/// status is not asked for: the program that we are in may take it from us.
std::string OutputOf(std::vector<std::string> command, std::string* error) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        *error = command[0] + ": " + strerror(errno);
        return "";
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<std::string> environment = CompilerEnvironment();
    pid_t child = 0;
    const int code = posix_spawn(&child, command[0].c_str(), &actions, &attributes,
                                 Pointers(&command).data(), Pointers(&environment).data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    std::string output;
    if (code == 0) {
        output = ReadAll(ends[0]);
        while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
    } else {
        *error = command[0] + ": " + strerror(code);
    }
    close(ends[0]);
    return output;
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
    const std::string output = OutputOf(command, reason);
    if (!reason->empty()) {
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
