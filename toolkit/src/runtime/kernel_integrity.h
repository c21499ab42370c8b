// Damage of kernel objects, found before anything of them is loaded.
#pragma once

#include <sys/stat.h>

#include <string>

namespace runtime {

/// Bytes of a kernel file, and what tells whether the file is still the one that was read.
struct KernelFile {
    std::string path;
    std::string content;
    struct stat status = {};

    /// Read the regular file at `path`. False with `*error` set on failure.
    bool Read(const std::string& path, std::string* error);
    /// Whether the path still leads to what was read.
    bool IsUnchanged() const;
};

/// Compare a kernel object with the SHA-256 (hexadecimal) that its description states; where that
/// states none, with the object's own seal (AscendcKernelSeal), if it has one. False with `*error`
/// set if they differ; `origin` names the object there.
bool CheckIntegrity(const std::string& origin, const char* data, size_t size,
                    const std::string& stated, std::string* error);

/// The same for a file. Each state of a file (device, inode, size, times) is hashed once in a
/// process.
bool CheckIntegrity(const KernelFile& file, const std::string& stated, std::string* error);

}  // namespace runtime
