#include "runtime/argument_table.h"

#include <cstring>
#include <map>

#include "graph/types.h"
#include "runtime/context.h"
#include "runtime/launch.h"
#include "runtime/memory.h"
#include "runtime/memory_contents.h"
#include "support/json.h"
#include "support/strings.h"

using support::Json;

namespace runtime {
namespace {

int32_t DtypeOf(const std::string& name) {
    static const std::map<std::string, ge::DataType>* const types =
        new std::map<std::string, ge::DataType>{
            {"float32", ge::DT_FLOAT}, {"float", ge::DT_FLOAT},         {"float16", ge::DT_FLOAT16},
            {"bfloat16", ge::DT_BF16}, {"double", ge::DT_DOUBLE},       {"bool", ge::DT_BOOL},
            {"int4", ge::DT_INT4},     {"int8", ge::DT_INT8},           {"int16", ge::DT_INT16},
            {"int32", ge::DT_INT32},   {"int64", ge::DT_INT64},         {"uint1", ge::DT_UINT1},
            {"uint8", ge::DT_UINT8},   {"uint16", ge::DT_UINT16},       {"uint32", ge::DT_UINT32},
            {"uint64", ge::DT_UINT64}, {"complex64", ge::DT_COMPLEX64},
        };
    const auto type = types->find(name);
    return type == types->end() ? -1 : static_cast<int32_t>(type->second);
}

/// What the description of a kernel says of its parameters, in their order.
std::vector<NamedMemory> DescribedParameters(const Json& description, size_t count) {
    std::vector<NamedMemory> parameters;
    const Json& info = description["supportInfo"];
    for (const bool input : {true, false}) {
        for (const Json& port : info[input ? "inputs" : "outputs"].elements()) {
            const Json& first = port.IsObject() ? port : port[0];
            NamedMemory memory;
            memory.name = first["name"].AsString();
            // A list's parameter is a table of its tensors.
            memory.role = !port.IsObject() ? ASCENDC_ARGUMENT_OTHER
                          : input          ? ASCENDC_ARGUMENT_INPUT
                                           : ASCENDC_ARGUMENT_OUTPUT;
            memory.dtype = port.IsObject() ? DtypeOf(first["dtype"].AsString()) : -1;
            parameters.push_back(std::move(memory));
        }
    }
    // With contexts of groups before, or shapes after them, the order is not the description's.
    if (parameters.empty() || parameters.size() + 2 != count) {
        return {};
    }
    parameters.push_back({"workspace", ASCENDC_ARGUMENT_WORKSPACE, -1, 0, 0, false});
    parameters.push_back({"tiling", ASCENDC_ARGUMENT_TILING, -1, 0, 0, false});
    return parameters;
}

/// What a kernel that is launched directly says of its slots.
std::vector<NamedMemory> StatedParameters(const AscendcKernelInfo& kernel) {
    std::vector<NamedMemory> slots;
    size_t parameter = 0;
    for (const std::string& name : support::Split(kernel.parameters, ',')) {
        if (slots.size() >= kernel.param_count) {
            break;  // another kernel of the same name was declared
        }
        const uint32_t count =
            kernel.parameter_slots == nullptr ? 1 : kernel.parameter_slots[parameter++];
        slots.insert(slots.end(), count, {name, ASCENDC_ARGUMENT_OTHER, -1, 0, 0, false});
    }
    return slots;
}

std::vector<NamedMemory> ParametersOf(const AscendcKernelInfo& kernel, const Json& description) {
    return kernel.parameters != nullptr ? StatedParameters(kernel)
                                        : DescribedParameters(description, kernel.param_count);
}

/// Whether what lies there at the launch means something: the host's, for outputs; for memory of
/// which nothing is known, all that was ever written.
bool HoldsContents(const NamedMemory& memory) {
    switch (memory.role) {
        case ASCENDC_ARGUMENT_OUTPUT:
        case ASCENDC_ARGUMENT_WORKSPACE:
            return IsWrittenByHost(memory.address, memory.bytes);
        case ASCENDC_ARGUMENT_OTHER:
            return !HoldsNothing(memory.address, memory.bytes);
        default:
            return true;
    }
}

}  // namespace

ArgumentTable::ArgumentTable(const LaunchArguments& arguments, const AscendcKernelInfo& kernel,
                             const Json& description)
    : memories_(arguments.memories) {
    const uint64_t block = reinterpret_cast<uint64_t>(arguments.block.data());
    for (NamedMemory& memory : memories_) {
        memory.address += memory.in_block ? block : 0;
    }
    if (memories_.empty()) {
        AddSlots(arguments, ParametersOf(kernel, description));
    }
    for (const NamedMemory& memory : memories_) {
        static constexpr int64_t kNoDims = 0;
        const int64_t* const dims = memory.dims.empty() ? &kNoDims : memory.dims.data();
        entries_.push_back({memory.name.c_str(), memory.role, memory.dtype, memory.address,
                            memory.bytes, memory.is_tensor ? dims : nullptr,
                            static_cast<uint32_t>(memory.dims.size()), memory.format,
                            HoldsContents(memory)});
    }
}

void ArgumentTable::AddSlots(const LaunchArguments& arguments,
                             const std::vector<NamedMemory>& parameters) {
    const uint64_t block = reinterpret_cast<uint64_t>(arguments.block.data());
    const size_t slots = arguments.slot_bytes / sizeof(uint64_t);
    for (size_t i = 0; i < slots; ++i) {
        uint64_t value = 0;
        memcpy(&value, arguments.block.data() + i * sizeof(value), sizeof(value));
        NamedMemory memory;
        if (i < parameters.size()) {
            memory = parameters[i];
        } else {
            memory.role = ASCENDC_ARGUMENT_OTHER;
        }
        if (memory.name.empty()) {
            memory.name = "argument " + std::to_string(i + 1);
        }
        uint64_t begin = block;
        uint64_t bytes = arguments.block.size();
        const bool in_block = value - block < bytes;
        if (!in_block && !FindAllocation(value, &begin, &bytes)) {
            continue;  // a number, or memory that nothing is known of
        }
        memory.address = value;
        memory.bytes = bytes - (value - begin);
        memories_.push_back(std::move(memory));
    }
}

std::string NameOfParameter(const AscendcKernelInfo& kernel, const Json& description, size_t slot) {
    const std::vector<NamedMemory> parameters = ParametersOf(kernel, description);
    return slot < parameters.size() ? parameters[slot].name : "";
}

bool FindAllocation(uint64_t address, uint64_t* begin, uint64_t* bytes) {
    const void* const accessed = reinterpret_cast<const void*>(address);
    Device* const device = Process::Get().DeviceOfAddress(accessed);
    void* start = nullptr;
    size_t size = 0;
    const bool was_requested = device != nullptr
                                   ? device->memory().RequestedBefore(accessed, &start, &size)
                                   : PinnedBefore(accessed, &start, &size);
    const bool inside = was_requested && address - reinterpret_cast<uint64_t>(start) < size;
    if (inside || device != nullptr) {  // memory after pinned memory is the program's own
        *begin = reinterpret_cast<uint64_t>(start);
        *bytes = size;
    }
    return inside;
}

}  // namespace runtime
