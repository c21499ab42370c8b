// Reader of platform ini files.
#pragma once

#include <string>

#include "platform/soc_table.h"

namespace platform {

/// Reads `path`; false if it cannot be read. Blank lines, lines starting with '#' or ';' and lines
/// without '=' are skipped. In sections named "...intrinsicDtypeMap", whose lines are
/// `number=name|types`, the name becomes the key and the types the value.
bool ReadIniFile(const std::string& path, IniSections* sections);

}  // namespace platform
