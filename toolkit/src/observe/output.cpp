#include "observe/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>

#include "observe/settings.h"
#include "support/file_system.h"
#include "support/strings.h"

namespace observe {
namespace {

/// Appends `text` to a file whose size before was `*before`; false with errno set if that fails.
bool Append(const std::string& path, const std::string& text) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0) {
        return false;
    }
    const off_t before = lseek(file, 0, SEEK_END);
    const bool written = support::WriteAll(file, text.data(), text.size());
    const int error = errno;
    // Half a line on a full disk would be no JSON.
    if (!written && ftruncate(file, before) != 0) {
        std::perror(path.c_str());
    }
    close(file);
    errno = error;
    return written;
}

}  // namespace

bool AppendLine(const std::string& suffix, const std::string& line) {
    static std::mutex mutex;
    static auto* const reported = new std::set<std::string>();  // used until the process ends
    const std::lock_guard<std::mutex> lock(mutex);
    const std::string path = OutputPath(suffix);
    if (Append(path, line + "\n")) {
        return true;
    }
    if (reported->insert(path).second) {
        std::fprintf(stderr, "[ERROR] %s: %s; what was observed is not recorded\n", path.c_str(),
                     std::strerror(errno));
        // Tells whoever reads the lines; an empty file mostly fits on a full disk.
        close(open((path + ".lost").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    }
    return false;
}

void JsonObject::Key(const char* key) {
    text_ += text_.size() > 1 ? ",\"" : "\"";
    text_ += key;
    text_ += "\":";
}

JsonObject& JsonObject::Raw(const char* key, const std::string& value) {
    Key(key);
    text_ += value;
    return *this;
}

JsonObject& JsonObject::Text(const char* key, const std::string& value) {
    return Raw(key, support::JsonText(value));
}

JsonObject& JsonObject::Number(const char* key, int64_t value) {
    return Raw(key, std::to_string(value));
}

JsonObject& JsonObject::Unsigned(const char* key, uint64_t value) {
    return Raw(key, std::to_string(value));
}

}  // namespace observe
