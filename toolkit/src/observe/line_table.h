// What an object's debug information says of instructions.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace observe {

struct Frame;

/// By offset in the object: the functions there, innermost first, inlined ones included.
using LineTable = std::unordered_map<uint64_t, std::vector<Frame>>;

/// The file next to the object (LineFile) says; else addr2line of binutils, which is asked once for
/// each offset of an object in this process. Without it, and where nothing is known, an offset has
/// no frames.
LineTable ReadLines(const std::string& object, const std::vector<uint64_t>& offsets);

}  // namespace observe
