// Files that op_build writes.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>

namespace opbuild {

// Who may read a generated file: SHARED follows the umask, PRIVATE is for the owner only.
enum class FileAccess { SHARED, PRIVATE };

// The generated files, by path below the output directory. Nothing is on disk before Write().
class OutputFiles {
public:
    void Add(const std::string& path, const std::string& content,
             FileAccess access = FileAccess::SHARED);

    // Writes every file next to its destination and renames it. A file that already has the content
    // is left untouched, with its time, so that nothing depending on it is rebuilt. Returns false,
    // with the reason in `error`, at the first file that cannot be written.
    bool Write(const std::string& directory, std::string* error) const;

private:
    struct File {
        std::string content;
        FileAccess access;
    };

    std::map<std::string, File> files_;
};

}  // namespace opbuild
