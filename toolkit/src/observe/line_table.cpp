#include "observe/line_table.h"

#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "observe/line_file.h"
#include "observe/locations.h"
#include "support/child_process.h"

namespace observe {
namespace {

/// What addr2line says; empty if it cannot be run.
std::string RunAddr2line(const std::string& object, const std::string& offsets) {
    // Not what a program loads into its own process, such as LD_PRELOAD.
    const char* const path = std::getenv("PATH");
    const std::vector<std::string> environment = {
        std::string("PATH=") + (path == nullptr ? "/usr/bin:/bin" : path), "LC_ALL=C.UTF-8"};
    std::string answers;
    std::string error;
    support::RunToEnd({{"addr2line", "-a", "-i", "-f", "-C", "-e", object},
                       environment,
                       offsets,
                       support::ErrorOutput::kDropped},
                      &answers, &error);
    return answers;
}

std::string NextLine(const std::string& text, size_t* at) {
    const size_t end = text.find('\n', *at);
    std::string line = text.substr(*at, end - *at);
    *at = end == std::string::npos ? text.size() : end + 1;
    return line;
}

/// Sources by the names that an object's line table has for them. Kernels of packages name theirs
/// by a link next to the object (custom_compiler/kernel/opc/observed.py), so that objects
/// do not depend on the folder.
class SourcePaths {
public:
    explicit SourcePaths(const std::string& object)
        : folder_(object.substr(0, object.rfind('/') + 1)) {}

    /// The real path of a source.
    const std::string& Real(const std::string& file) {
        const auto added = real_.emplace(file, file);
        if (added.second && file.rfind("./ascendc.src/", 0) == 0) {
            char* const path = realpath((folder_ + file).c_str(), nullptr);
            added.first->second = path == nullptr ? file : path;
            std::free(path);
        }
        return added.first->second;
    }

private:
    const std::string folder_;
    std::unordered_map<std::string, std::string> real_;
};

/// "x.cpp:40 (discriminator 2)" -> file and line; nothing for "??:0".
void ReadLocation(const std::string& text, SourcePaths* sources, Frame* frame) {
    const size_t colon = text.rfind(':');
    if (colon == std::string::npos || text.rfind("??", 0) == 0) {
        return;
    }
    frame->file = sources->Real(text.substr(0, colon));
    frame->line = static_cast<uint32_t>(std::strtoul(text.c_str() + colon + 1, nullptr, 10));
}

/// Asks addr2line once for all offsets.
void AskForLines(const std::string& object, const std::vector<uint64_t>& offsets,
                 SourcePaths* sources, LineTable* table) {
    std::string input;
    for (const uint64_t offset : offsets) {
        char line[32];
        std::snprintf(line, sizeof(line), "0x%llx\n", static_cast<unsigned long long>(offset));
        input += line;
    }
    const std::string output = RunAddr2line(object, input);
    std::vector<Frame>* frames = nullptr;
    for (size_t at = 0; at < output.size();) {
        const std::string line = NextLine(output, &at);
        if (line.rfind("0x", 0) == 0) {
            frames = &(*table)[std::strtoull(line.c_str(), nullptr, 16)];
            continue;
        }
        Frame frame;
        frame.function = line == "??" ? "" : line;
        ReadLocation(NextLine(output, &at), sources, &frame);
        if (frames != nullptr) {
            frames->push_back(std::move(frame));
        }
    }
}

/// What this process knows of an object.
class ObjectLines {
public:
    explicit ObjectLines(const std::string& object)
        : object_(object), file_(object), sources_(object) {}

    LineTable At(const std::vector<uint64_t>& offsets) {
        std::vector<uint64_t> unknown;
        for (const uint64_t offset : offsets) {
            if (lines_.count(offset) == 0 && !TakeFromFile(offset)) {
                unknown.push_back(offset);
            }
        }
        if (!unknown.empty()) {
            AskForLines(object_, unknown, &sources_, &lines_);
        }
        LineTable lines;
        for (const uint64_t offset : offsets) {
            lines[offset] = lines_[offset];  // empty: nothing is known of it
        }
        return lines;
    }

private:
    bool TakeFromFile(uint64_t offset) {
        std::vector<Frame> frames = file_.FramesAt(offset);
        for (Frame& frame : frames) {
            frame.file = sources_.Real(frame.file);
        }
        return !frames.empty() && lines_.emplace(offset, std::move(frames)).second;
    }

    const std::string object_;
    const LineFile file_;
    SourcePaths sources_;
    LineTable lines_;
};

/// What a file is known by as long as nobody replaces it; "" if there is none.
std::string IdentityOf(const std::string& object) {
    struct stat file;
    if (object.empty() || stat(object.c_str(), &file) != 0) {
        return "";
    }
    return object + '\0' + std::to_string(file.st_ino) + '\0' + std::to_string(file.st_size) +
           '\0' + std::to_string(file.st_mtim.tv_sec) + '\0' + std::to_string(file.st_mtim.tv_nsec);
}

}  // namespace

LineTable ReadLines(const std::string& object, const std::vector<uint64_t>& offsets) {
    static std::mutex mutex;
    static auto* const objects = new std::unordered_map<std::string, ObjectLines>();
    const std::string identity = IdentityOf(object);
    if (identity.empty()) {
        return {};
    }
    const std::lock_guard<std::mutex> lock(mutex);
    return objects->try_emplace(identity, object).first->second.At(offsets);
}

}  // namespace observe
