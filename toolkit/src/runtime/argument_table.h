// The memory that a launch is given, as observers see it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/kernel_abi.h"
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
    /// `arguments` has its final place. If it does not name its memory, that is looked for among
    /// the live allocations, with the names of `kernel`, else those of `description` (a kernel's
    /// .json; may be null).
    ArgumentTable(const LaunchArguments& arguments, const AscendcKernelInfo& kernel,
                  const support::Json& description);

    /// The entries, as long as this table lives.
    const std::vector<AscendcArgument>& entries() const { return entries_; }

private:
    void AddSlots(const LaunchArguments& arguments, const std::vector<NamedMemory>& parameters);

    std::vector<NamedMemory> memories_;
    std::vector<AscendcArgument> entries_;
};

/// What the parameter in a slot is called, where `kernel` or its `description` says so; else "".
std::string NameOfParameter(const AscendcKernelInfo& kernel, const support::Json& description,
                            size_t slot);

/// The live device or pinned host memory that `address` is in, exactly as it was asked for. False
/// if there is none.
bool FindAllocation(uint64_t address, uint64_t* begin, uint64_t* bytes);

}  // namespace runtime
