#include "support/file_system.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace support {

std::string Environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

bool IsDirectory(const std::string& path) {
    struct stat status;
    return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool IsFile(const std::string& path) {
    struct stat status;
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool ReadFile(const std::string& path, std::string* content) {
    struct stat status;
    // Directories open, too, and seem to be without end.
    if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return false;
    }
    std::ifstream file(path, std::ios::binary);
    content->resize(static_cast<size_t>(status.st_size));
    file.read(content->data(), status.st_size);
    return static_cast<bool>(file);
}

std::string DirectoryOfLibrary(const void* address) {
    Dl_info info;
    if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) {
        return "";
    }
    const std::string path = info.dli_fname;
    const size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash);
}

bool WriteAll(int descriptor, const void* data, size_t size) {
    const char* next = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t written = write(descriptor, next, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        next += written;
        size -= static_cast<size_t>(written);
    }
    return true;
}

bool ReplaceFile(const std::string& path, const std::string& content, mode_t mode) {
    std::string part = path + ".XXXXXX";
    const int descriptor = mkstemp(&part[0]);
    if (descriptor < 0) {
        return false;
    }
    const bool complete =
        WriteAll(descriptor, content.data(), content.size()) && fchmod(descriptor, mode) == 0;
    int error = errno;
    close(descriptor);
    if (complete && std::rename(part.c_str(), path.c_str()) == 0) {
        return true;
    }
    error = complete ? errno : error;
    unlink(part.c_str());
    errno = error;
    return false;
}

}  // namespace support
