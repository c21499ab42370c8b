// The argument block of a kernel launch.
#pragma once

#include <cstdint>
#include <vector>

#include "nnopbase/operands.h"
#include "nnopbase/prepared_call.h"
#include "runtime/launch.h"

namespace nnopbase {

/// Slots: [contexts of groups], inputs, outputs, [buffer for computed shapes], workspace, tiling
/// data, unless these are constants of the kernel. After them: tiling data, contexts, descriptors
/// of dynamic parameters, values of host inputs.
class ArgumentLayout {
public:
    ArgumentLayout(const PreparedCall& call, const Operands& operands)
        : call_(call),
          operands_(operands),
          described_(runtime::LaunchesAreObserved() || call.binary->guards() != 0) {}

    runtime::LaunchArguments Build(void* workspace, void* shape_buffer);

private:
    void AddPorts(const std::vector<Port>& ports, bool inputs);
    void AddPort(const Port& port);
    void AddSlot(const void* value);
    /// A slot that points to data which is appended after the slots later.
    void AddDataSlot(std::vector<uint8_t> data);
    /// What the next slot leads to; of data its bytes and offset are filled in when it has them.
    void Describe(const char* name, uint32_t role, int32_t dtype, const void* address,
                  uint64_t bytes);
    void DescribePort(const Port& port, bool input, size_t index);
    static std::vector<uint8_t> GroupContext();
    static std::vector<uint8_t> DynamicDescriptor(const Port& port);

    const PreparedCall& call_;
    const Operands& operands_;
    std::vector<const void*> slots_;
    struct Data {
        size_t slot;
        std::vector<uint8_t> bytes;
    };
    std::vector<Data> data_;
    const bool described_;
    std::vector<runtime::NamedMemory> memories_;
    std::vector<size_t> slots_of_memories_;
};

}  // namespace nnopbase
