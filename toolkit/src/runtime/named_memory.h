// Memory that a launch is given, by name, as observers see it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace runtime {

/// Whether ASCENDC_OBSERVE is set: asked for once.
bool LaunchesAreObserved();

/// Memory that is an argument of a launch.
struct NamedMemory {
    std::string name;      ///< "x", "x[0]" for a tensor of a list
    uint32_t role = 0;     ///< AscendcArgumentRole
    int32_t dtype = -1;    ///< ge::DataType; -1: not known
    uint64_t address = 0;  ///< of the memory; its offset if it is part of the argument block
    uint64_t bytes = 0;
    bool in_block = false;
    bool is_tensor = false;  ///< dims and format are known
    std::vector<int64_t> dims = {};
    int32_t format = -1;  ///< ge::Format
};

}  // namespace runtime
