#include "opbuild/output/files.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "support/file_system.h"

namespace opbuild {
namespace {

constexpr mode_t kPrivateMode = 0600;
constexpr mode_t kSharedMode = 0666;  // narrowed by the umask

mode_t ModeOf(FileAccess access) {
    if (access == FileAccess::PRIVATE) {
        return kPrivateMode;
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return kSharedMode & ~mask;
}

bool HasContent(const std::string& path, const std::string& content) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return false;
    }
    std::ostringstream present;
    present << file.rdbuf();
    return present.str() == content;
}

std::string Reason(const std::string& action, const std::string& path) {
    return "cannot " + action + " " + path + ": " + std::strerror(errno);
}

bool MakeParent(const std::string& directory, const std::string& path, std::string* error) {
    const size_t slash = path.find('/');
    if (slash == std::string::npos) {
        return true;
    }
    const std::string parent = directory + "/" + path.substr(0, slash);
    if (::mkdir(parent.c_str(), 0777) == 0 || support::IsDirectory(parent)) {
        return true;
    }
    *error = Reason("make directory", parent);
    return false;
}

}  // namespace

void OutputFiles::Add(const std::string& path, const std::string& content, FileAccess access) {
    files_[path] = File{content, access};
}

bool OutputFiles::Write(const std::string& directory, std::string* error) const {
    for (const auto& entry : files_) {
        const std::string path = directory + "/" + entry.first;
        if (!MakeParent(directory, entry.first, error)) {
            return false;
        }
        const mode_t mode = ModeOf(entry.second.access);
        struct stat status;
        if (HasContent(path, entry.second.content) && ::stat(path.c_str(), &status) == 0) {
            if ((status.st_mode & 07777) != mode) {
                ::chmod(path.c_str(), mode);
            }
            continue;
        }
        if (!support::ReplaceFile(path, entry.second.content, mode)) {
            *error = Reason("write", path);
            return false;
        }
    }
    return true;
}

}  // namespace opbuild
