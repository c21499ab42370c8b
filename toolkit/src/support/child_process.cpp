#include "support/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace support {
namespace {

/// A file in memory, for what goes to a program and comes from it: unlike a pipe it is never full,
/// and what the program leaves running cannot keep it open for us.
class MemoryFile {
public:
    MemoryFile() : descriptor_(memfd_create("ascendc_child", MFD_CLOEXEC)) {}
    ~MemoryFile() {
        if (descriptor_ >= 0) {
            close(descriptor_);
        }
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    int descriptor() const { return descriptor_; }
    bool Write(const std::string& text) {
        size_t done = 0;
        while (done < text.size()) {
            const ssize_t written = write(descriptor_, text.data() + done, text.size() - done);
            if (written <= 0) {
                return false;
            }
            done += static_cast<size_t>(written);
        }
        return lseek(descriptor_, 0, SEEK_SET) == 0;
    }
    std::string Read() {
        std::string text;
        char buffer[65536];
        lseek(descriptor_, 0, SEEK_SET);
        for (ssize_t bytes; (bytes = read(descriptor_, buffer, sizeof(buffer))) > 0;) {
            text.append(buffer, static_cast<size_t>(bytes));
        }
        return text;
    }

private:
    int descriptor_;
};

std::vector<char*> Pointers(std::vector<std::string>* texts) {
    std::vector<char*> pointers;
    for (std::string& text : *texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

/// Starts the program; 0, or the number of the error.
int Spawn(Command* command, const MemoryFile& in, const MemoryFile& out, pid_t* child) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.descriptor(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO);
    if (command->error_output == ErrorOutput::kWithOutput) {
        posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDERR_FILENO);
    } else {
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int code =
        posix_spawnp(child, command->words[0].c_str(), &actions, &attributes,
                     Pointers(&command->words).data(), Pointers(&command->environment).data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return code;
}

}  // namespace

bool RunToEnd(Command command, std::string* output, std::string* error) {
    MemoryFile in;
    MemoryFile out;
    pid_t child = 0;
    const bool ready = in.descriptor() >= 0 && out.descriptor() >= 0 && in.Write(command.input);
    if (const int code = ready ? Spawn(&command, in, out, &child) : errno) {
        *error = command.words[0] + ": " + std::strerror(code);
        return false;
    }
    // Where the program that we are in ignores SIGCHLD, this fails when the child has ended.
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    *output = out.Read();
    return true;
}

}  // namespace support
