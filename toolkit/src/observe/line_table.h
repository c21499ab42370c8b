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

/// Asks addr2line of binutils once for all offsets. Empty without it.
LineTable ReadLines(const std::string& object, const std::vector<uint64_t>& offsets);

}  // namespace observe
