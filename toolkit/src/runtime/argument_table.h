// What memory a launch is given, as observers are told it.
#pragma once

#include <cstdint>
#include <vector>

#include "observe/observe.h"
#include "runtime/named_memory.h"

namespace support {
class Json;
}

namespace runtime {

struct LaunchArguments;

/// The arguments of one launch.
class ArgumentTable {
public:
    /// `arguments` has its final place; those that it does not name are looked for among the live
    /// allocations, with the names and types of `description` (a kernel's .json; may be null).
    ArgumentTable(const LaunchArguments& arguments, size_t parameters,
                  const support::Json& description);

    /// The entries, as long as this table lives.
    const std::vector<AscendcArgument>& entries() const { return entries_; }

private:
    void AddSlots(const LaunchArguments& arguments, size_t parameters,
                  const support::Json& description);

    std::vector<NamedMemory> memories_;
    std::vector<AscendcArgument> entries_;
};

/// The live device or pinned host memory that `address` is in, exactly as it was asked for. False
/// if there is none.
bool FindAllocation(uint64_t address, uint64_t* begin, uint64_t* bytes);

}  // namespace runtime
