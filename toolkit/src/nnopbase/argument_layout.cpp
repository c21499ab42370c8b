#include "nnopbase/argument_layout.h"

#include <algorithm>
#include <cstring>

namespace nnopbase {
namespace {

constexpr size_t kDataAlignment = 32;

template <typename T>
void Append(T value, std::vector<uint8_t>* bytes) {
    const uint8_t* raw = reinterpret_cast<const uint8_t*>(&value);
    bytes->insert(bytes->end(), raw, raw + sizeof(value));
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
    Append<uint64_t>(0, &bytes);  // work space
    Append<uint64_t>(0, &bytes);  // its size
    Append<uint32_t>(0, &bytes);  // rank
    Append<uint32_t>(1, &bytes);  // ranks
    return bytes;
}

std::vector<uint8_t> ArgumentLayout::DynamicDescriptor(const Port& port) {
    std::vector<uint8_t> bytes;
    Append<uint64_t>(0, &bytes);
    for (const Instance& instance : port.instances) {
        Append<uint32_t>(static_cast<uint32_t>(instance.dims.size()), &bytes);
        Append<uint32_t>(1, &bytes);
        for (const int64_t dim : instance.dims) {
            Append<int64_t>(dim, &bytes);
        }
    }
    // The first word says where the table of addresses begins.
    const uint64_t table = bytes.size();
    memcpy(bytes.data(), &table, sizeof(table));
    for (const Instance& instance : port.instances) {
        Append<void*>(instance.address, &bytes);
    }
    return bytes;
}

void ArgumentLayout::AddPort(const Port& port) {
    if (port.kind == Port::kDynamic && !port.instances.empty() && !port.instances[0].on_host) {
        AddDataSlot(DynamicDescriptor(port));
    } else if (port.instances.empty() || !port.instances[0].present) {
        AddSlot(nullptr);
    } else if (port.instances[0].on_host) {
        AddDataSlot(port.instances[0].host_data);
    } else {
        AddSlot(port.instances[0].address);
    }
}

runtime::LaunchArguments ArgumentLayout::Build(void* workspace, void* shape_buffer) {
    for (size_t i = 0; i < executor_.groups_; ++i) {
        AddDataSlot(GroupContext());
    }
    for (const Port& port : executor_.inputs_) {
        AddPort(port);
    }
    for (const Port& port : executor_.outputs_) {
        AddPort(port);
    }
    if (shape_buffer != nullptr) {
        AddSlot(shape_buffer);
    }
    AddSlot(workspace);
    AddDataSlot(executor_.tiling_->tiling_data);

    runtime::LaunchArguments arguments;
    arguments.slot_bytes = slots_.size() * sizeof(void*);
    // Tiling data is next to the slots, where kernels that know the layout expect it.
    std::rotate(data_.begin(), data_.end() - 1, data_.end());
    size_t size = arguments.slot_bytes;
    for (const Data& data : data_) {
        arguments.pointers.push_back({data.slot * sizeof(void*), size});
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
    return arguments;
}

}  // namespace nnopbase
