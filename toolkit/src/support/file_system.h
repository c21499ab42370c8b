// Small functions on files and the environment.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace support {

/// The value of a variable of the environment, "" without one.
std::string Environment(const char* name);

bool IsDirectory(const std::string& path);
/// Whether it is a regular file.
bool IsFile(const std::string& path);

/// The bytes of a regular file; false if it is none or cannot be read.
bool ReadFile(const std::string& path, std::string* content);

/// The directory of the library or program that holds `address`, without a slash at the end; "." if
/// it was loaded by its bare name, "" if nothing holds it.
std::string DirectoryOfLibrary(const void* address);

/// Writes all of it, false with errno set if that fails.
bool WriteAll(int descriptor, const void* data, size_t size);

/// Replaces a file as a whole, through a file of a unique name next to it: readers see the old or
/// the new content. False with errno set if that fails; the old file is then unchanged.
bool ReplaceFile(const std::string& path, const std::string& content, mode_t mode);

}  // namespace support
