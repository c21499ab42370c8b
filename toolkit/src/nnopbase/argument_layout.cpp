#include "nnopbase/argument_layout.h"

#include <algorithm>
#include <cstring>

#include "observe/observe.h"
#include "support/bytes.h"

namespace nnopbase {
namespace {

constexpr size_t kDataAlignment = 32;

/// Bytes of a tensor as it lies in memory.
uint64_t BytesOfInstance(const Instance& instance) {
    const std::vector<int64_t>& dims =
        instance.storage_dims.empty() ? instance.dims : instance.storage_dims;
    return BytesOf(ElementCount(dims), instance.dtype);
}

}  // namespace

void ArgumentLayout::AddSlot(const void* value) {
    slots_.push_back(value);
}

void ArgumentLayout::AddDataSlot(std::vector<uint8_t> data) {
    data_.push_back({slots_.size(), std::move(data)});
    slots_.push_back(nullptr);
}

std::vector<uint8_t> ArgumentLayout::GroupContext() {
    std::vector<uint8_t> bytes;
    support::AppendBytes<uint64_t>(0, &bytes);  // work space
    support::AppendBytes<uint64_t>(0, &bytes);  // its size
    support::AppendBytes<uint32_t>(0, &bytes);  // rank
    support::AppendBytes<uint32_t>(1, &bytes);  // ranks
    return bytes;
}

std::vector<uint8_t> ArgumentLayout::DynamicDescriptor(const Port& port) {
    std::vector<uint8_t> bytes;
    support::AppendBytes<uint64_t>(0, &bytes);
    for (const Instance& instance : port.instances) {
        support::AppendBytes<uint32_t>(static_cast<uint32_t>(instance.dims.size()), &bytes);
        support::AppendBytes<uint32_t>(1, &bytes);
        for (const int64_t dim : instance.dims) {
            support::AppendBytes<int64_t>(dim, &bytes);
        }
    }
    // The first word says where the table of addresses begins.
    const uint64_t table = bytes.size();
    memcpy(bytes.data(), &table, sizeof(table));
    for (const Instance& instance : port.instances) {
        support::AppendBytes<void*>(instance.address, &bytes);
    }
    return bytes;
}

void ArgumentLayout::AddPort(const Port& port) {
    if (port.kind == Port::kDynamic && !port.instances.empty() && !port.instances[0].on_host()) {
        AddDataSlot(DynamicDescriptor(port));
    } else if (port.instances.empty() || !port.instances[0].present) {
        AddSlot(nullptr);
    } else if (port.instances[0].on_host()) {
        AddDataSlot(*port.instances[0].host_data);
    } else {
        AddSlot(port.instances[0].address);
    }
}

void ArgumentLayout::AddPorts(const std::vector<Port>& ports, bool inputs) {
    for (size_t i = 0; i < ports.size(); ++i) {
        if (described_) {
            DescribePort(ports[i], inputs, i);
        }
        AddPort(ports[i]);
    }
}

void ArgumentLayout::Describe(const char* name, uint32_t role, int32_t dtype, const void* address,
                              uint64_t bytes) {
    if (described_) {
        runtime::NamedMemory memory;
        memory.name = name;
        memory.role = role;
        memory.dtype = dtype;
        memory.address = reinterpret_cast<uint64_t>(address);
        memory.bytes = bytes;
        memory.in_block = address == nullptr;
        memories_.push_back(std::move(memory));
        slots_of_memories_.push_back(slots_.size());
    }
}

void ArgumentLayout::DescribePort(const Port& port, bool input, size_t index) {
    const support::Json& declared =
        call_.binary->description()["supportInfo"][input ? "inputs" : "outputs"][index];
    const std::string& declared_name =
        (declared.IsArray() ? declared[0] : declared)["name"].AsString();
    const std::string& name = declared_name.empty() ? port.name : declared_name;
    const uint32_t role = input ? ASCENDC_ARGUMENT_INPUT : ASCENDC_ARGUMENT_OUTPUT;
    const bool is_list = port.kind == Port::kDynamic;
    if (is_list && !port.instances.empty() && !port.instances[0].on_host()) {
        Describe(name.c_str(), ASCENDC_ARGUMENT_OTHER, -1, nullptr, 0);
    }
    for (size_t i = 0; i < port.instances.size(); ++i) {
        const Instance& instance = port.instances[i];
        if (!instance.present || (instance.address == nullptr && !instance.on_host())) {
            continue;
        }
        Describe((is_list ? name + "[" + std::to_string(i) + "]" : name).c_str(), role,
                 instance.dtype, instance.on_host() ? nullptr : instance.address,
                 BytesOfInstance(instance));
        memories_.back().is_tensor = true;
        memories_.back().dims = instance.dims;
        memories_.back().format = instance.format;
    }
}

runtime::LaunchArguments ArgumentLayout::Build(void* workspace, void* shape_buffer) {
    for (size_t i = 0; i < operands_.groups; ++i) {
        Describe("group", ASCENDC_ARGUMENT_OTHER, -1, nullptr, 0);
        AddDataSlot(GroupContext());
    }
    AddPorts(operands_.inputs, true);
    AddPorts(operands_.outputs, false);
    if (shape_buffer != nullptr) {
        Describe("shapes", ASCENDC_ARGUMENT_OTHER, ge::DT_UINT64, shape_buffer,
                 operands_.ShapeBufferBytes());
        AddSlot(shape_buffer);
    }
    if (workspace != nullptr) {
        Describe("workspace", ASCENDC_ARGUMENT_WORKSPACE, -1, workspace, call_.kernel_workspace);
    }
    AddSlot(workspace);
    if (call_.TakesTilingData()) {
        Describe("tiling", ASCENDC_ARGUMENT_TILING, -1, nullptr, 0);
        AddDataSlot(call_.tiling->tiling_data);
        // Next to the slots, where kernels that know the layout expect it.
        std::rotate(data_.begin(), data_.end() - 1, data_.end());
    }

    runtime::LaunchArguments arguments;
    arguments.slot_bytes = slots_.size() * sizeof(void*);
    size_t size = arguments.slot_bytes;
    for (const Data& data : data_) {
        arguments.pointers.push_back({data.slot * sizeof(void*), size});
        for (size_t i = 0; i < memories_.size(); ++i) {
            if (memories_[i].in_block && slots_of_memories_[i] == data.slot) {
                memories_[i].address = size;
                memories_[i].bytes = data.bytes.size();
            }
        }
        size = (size + data.bytes.size() + kDataAlignment - 1) / kDataAlignment * kDataAlignment;
    }
    // Kernels read whole 32-byte blocks, also of the last value.
    arguments.block.resize(size + 2 * kDataAlignment, 0);
    memcpy(arguments.block.data(), slots_.data(), arguments.slot_bytes);
    for (size_t i = 0; i < data_.size(); ++i) {
        if (!data_[i].bytes.empty()) {
            memcpy(arguments.block.data() + arguments.pointers[i].data_offset,
                   data_[i].bytes.data(), data_[i].bytes.size());
        }
    }
    arguments.memories = std::move(memories_);
    if (described_) {
        arguments.tiling_overflows = call_.tiling->overflows;
    }
    return arguments;
}

}  // namespace nnopbase
