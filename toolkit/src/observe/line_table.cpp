#include "observe/line_table.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "observe/place.h"

namespace observe {
namespace {

/// A file in memory, for what goes to a program and comes from it.
class MemoryFile {
public:
    MemoryFile() : descriptor_(memfd_create("ascendc_lines", MFD_CLOEXEC)) {}
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
        for (ssize_t got; (got = read(descriptor_, buffer, sizeof(buffer))) > 0;) {
            text.append(buffer, static_cast<size_t>(got));
        }
        return text;
    }

private:
    int descriptor_;
};

/// Runs a program to its end; what it writes. Empty if it cannot be run.
std::string Run(const char* program, std::vector<std::string> arguments, const std::string& input) {
    MemoryFile in;
    MemoryFile out;
    if (in.descriptor() < 0 || out.descriptor() < 0 || !in.Write(input)) {
        return "";
    }
    std::vector<char*> words = {const_cast<char*>(program)};
    for (std::string& argument : arguments) {
        words.push_back(argument.data());
    }
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.descriptor(), 0);
    posix_spawn_file_actions_adddup2(&actions, out.descriptor(), 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
    // Not what a program loads into its own process, such as LD_PRELOAD.
    const char* const path = std::getenv("PATH");
    std::string path_variable = std::string("PATH=") + (path == nullptr ? "/usr/bin:/bin" : path);
    std::string locale = "LC_ALL=C.UTF-8";
    char* const environment[] = {path_variable.data(), locale.data(), nullptr};
    pid_t child = 0;
    const int failed = posix_spawnp(&child, program, &actions, nullptr, words.data(), environment);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        return "";
    }
    // Where the program ignores SIGCHLD, this fails when the child has ended.
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    return out.Read();
}

std::string NextLine(const std::string& text, size_t* at) {
    const size_t end = text.find('\n', *at);
    std::string line = text.substr(*at, end - *at);
    *at = end == std::string::npos ? text.size() : end + 1;
    return line;
}

/// The real path of a source: kernels of packages name it by a link that lies beside the object
/// (custom_compiler/kernel/opc/observed.py), so that objects do not depend on the folder.
std::string RealPath(const std::string& file, const std::string& object) {
    if (file.rfind("./ascendc.src/", 0) != 0) {
        return file;
    }
    char* const path = realpath((object.substr(0, object.rfind('/') + 1) + file).c_str(), nullptr);
    const std::string real = path == nullptr ? file : path;
    std::free(path);
    return real;
}

/// "x.cpp:40 (discriminator 2)" -> file and line; nothing for "??:0".
void ReadPlace(const std::string& text, const std::string& object, Frame* frame) {
    const size_t colon = text.rfind(':');
    if (colon == std::string::npos || text.rfind("??", 0) == 0) {
        return;
    }
    frame->file = RealPath(text.substr(0, colon), object);
    frame->line = static_cast<uint32_t>(std::strtoul(text.c_str() + colon + 1, nullptr, 10));
}

}  // namespace

LineTable ReadLines(const std::string& object, const std::vector<uint64_t>& offsets) {
    LineTable table;
    if (object.empty() || offsets.empty()) {
        return table;
    }
    std::string input;
    for (const uint64_t offset : offsets) {
        char line[32];
        std::snprintf(line, sizeof(line), "0x%llx\n", static_cast<unsigned long long>(offset));
        input += line;
    }
    const std::string output = Run("addr2line", {"-a", "-i", "-f", "-C", "-e", object}, input);
    std::vector<Frame>* frames = nullptr;
    for (size_t at = 0; at < output.size();) {
        const std::string line = NextLine(output, &at);
        if (line.rfind("0x", 0) == 0) {
            frames = &table[std::strtoull(line.c_str(), nullptr, 16)];
            continue;
        }
        Frame frame;
        frame.function = line == "??" ? "" : line;
        ReadPlace(NextLine(output, &at), object, &frame);
        if (frames != nullptr) {
            frames->push_back(std::move(frame));
        }
    }
    return table;
}

}  // namespace observe
