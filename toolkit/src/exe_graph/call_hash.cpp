#include "exe_graph/call_hash.h"

#include <algorithm>
#include <cstdio>

namespace gert {
namespace {

/// FNV-1a.
class Hash {
public:
    void AddBytes(const void* data, size_t size) {
        const auto* const bytes = static_cast<const uint8_t*>(data);
        for (size_t i = 0; i < size; ++i) {
            value_ = (value_ ^ bytes[i]) * 0x100000001B3U;
        }
    }

    void Add(int64_t number) { AddBytes(&number, sizeof(number)); }

    void AddDims(const int64_t* dims, size_t count) {
        Add(static_cast<int64_t>(count));
        AddBytes(dims, count * sizeof(int64_t));
    }

    uint64_t value() const { return value_; }

private:
    uint64_t value_ = 0xCBF29CE484222325U;
};

void AddTensor(const TensorArg& tensor, Hash* hash) {
    hash->Add(tensor.present ? 1 : 0);
    if (!tensor.present) {
        return;
    }
    hash->Add(tensor.dtype);
    hash->Add(tensor.format);
    hash->Add(tensor.origin_format);
    hash->AddDims(tensor.dims, tensor.dim_num);
    hash->AddDims(tensor.storage_dims, tensor.storage_dim_num);
    if (tensor.strides != nullptr) {
        hash->AddDims(tensor.strides, tensor.dim_num);
    }
    int64_t elements = 1;
    for (size_t i = 0; i < tensor.dim_num; ++i) {
        elements *= tensor.dims[i];
    }
    const int64_t bytes = tensor.on_host ? ge::GetSizeInBytes(elements, tensor.dtype) : 0;
    hash->Add(bytes);
    hash->AddBytes(tensor.data, static_cast<size_t>(std::max<int64_t>(bytes, 0)));
}

}  // namespace

std::string CallHash(const OpArgs& args, int32_t deterministic) {
    Hash hash;
    hash.Add(deterministic);
    for (const auto* ports : {&args.inputs, &args.outputs}) {
        hash.Add(static_cast<int64_t>(ports->size()));
        for (const std::vector<TensorArg>& port : *ports) {
            hash.Add(static_cast<int64_t>(port.size()));
            for (const TensorArg& tensor : port) {
                AddTensor(tensor, &hash);
            }
        }
    }
    for (const AttrValue& attr : args.attrs) {
        std::vector<uint8_t> bytes;
        attr.AppendTo(&bytes);
        hash.Add(static_cast<int64_t>(attr.kind()));
        hash.Add(static_cast<int64_t>(bytes.size()));
        hash.AddBytes(bytes.data(), bytes.size());
    }
    char text[17];
    std::snprintf(text, sizeof(text), "%016llx", static_cast<unsigned long long>(hash.value()));
    return text;
}

}  // namespace gert
