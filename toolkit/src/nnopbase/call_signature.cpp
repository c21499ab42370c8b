#include "nnopbase/call_signature.h"

#include <cstring>

#include "nnopbase/call_options.h"
#include "nnopbase/objects.h"

namespace nnopbase {
namespace {

// Kernels are made for up to 32 values; one more shows that a call has too many.
constexpr size_t kMostValues = 33;

uint64_t Bits(const uint8_t* element, size_t bytes) {
    uint64_t value = 0;
    memcpy(&value, element, bytes < sizeof(value) ? bytes : sizeof(value));
    return value;
}

std::vector<uint64_t> Elements(const std::vector<uint8_t>& bytes, size_t size, size_t most) {
    std::vector<uint64_t> elements;
    for (size_t at = 0; size > 0 && at + size <= bytes.size() && elements.size() < most;
         at += size) {
        elements.push_back(Bits(bytes.data() + at, size));
    }
    return elements;
}

KeyTensor TensorOf(const Instance& instance, bool input, bool with_values) {
    KeyTensor tensor;
    tensor.present = instance.present;
    if (!instance.present) {
        return tensor;
    }
    tensor.dtype = static_cast<uint64_t>(instance.dtype);
    tensor.format = static_cast<uint32_t>(instance.format);
    tensor.dims = instance.storage_dims.empty() ? instance.dims : instance.storage_dims;
    tensor.is_view = input && IsView(instance);
    if (tensor.is_view) {
        const Tensor& object = Of(*instance.tensor);
        tensor.strides.assign(object.strides.begin(), object.strides.end());
        tensor.offset = object.first();
    }
    if (with_values && instance.on_host()) {
        tensor.has_values = true;
        tensor.real_values = instance.dtype == ge::DT_FLOAT;
        tensor.values = Elements(*instance.host_data, ElementBits(instance.dtype) / 8, kMostValues);
    }
    return tensor;
}

std::vector<KeyParameter> ParametersOf(const std::vector<Port>& ports, bool input,
                                       const gert::OpImplFunctions* functions) {
    std::vector<KeyParameter> parameters;
    for (size_t i = 0; i < ports.size(); ++i) {
        const bool with_values = input && functions != nullptr && functions->TilingReadsInput(i);
        KeyParameter parameter;
        parameter.is_list = ports[i].kind == Port::kDynamic;
        for (const Instance& instance : ports[i].instances) {
            parameter.tensors.push_back(TensorOf(instance, input, with_values));
        }
        if (!parameter.is_list && parameter.tensors.empty()) {
            parameter.tensors.emplace_back();
        }
        parameters.push_back(std::move(parameter));
    }
    return parameters;
}

KeyAttr KeyAttrOf(const Attr& attr) {
    KeyAttr key;
    key.is_list = attr.is_list;
    switch (attr.type) {
        case Attr::Type::kString: {
            const char* const text = reinterpret_cast<const char*>(attr.bytes.data());
            key.kind = KeyAttr::Kind::kText;
            key.text.assign(text, strnlen(text, attr.bytes.size()));
            return key;
        }
        case Attr::Type::kFloat:
            key.kind = KeyAttr::Kind::kReal;
            key.numbers = Elements(attr.bytes, sizeof(float), SIZE_MAX);
            break;
        case Attr::Type::kBool:
            key.numbers = Elements(attr.bytes, sizeof(bool), SIZE_MAX);
            break;
        default:
            key.numbers = Elements(attr.bytes, sizeof(int64_t), SIZE_MAX);
            break;
    }
    if (!key.is_list) {
        key.numbers.resize(1);
    }
    return key;
}

}  // namespace

bool IsView(const Instance& instance) {
    // Where copies are made of views, the kernel gets these.
    return instance.contiguous && instance.tensor != nullptr && !IsContiguous(*instance.tensor);
}

StaticSignature SignatureOf(const Operands& operands, const gert::OpImplFunctions* functions) {
    StaticSignature signature;
    signature.op_type = operands.op_type;
    signature.deterministic = Deterministic() != 0;
    signature.inputs = ParametersOf(operands.inputs, true, functions);
    signature.outputs = ParametersOf(operands.outputs, false, functions);
    for (const Attr& attr : operands.attrs) {
        signature.attrs.push_back(KeyAttrOf(attr));
    }
    return signature;
}

}  // namespace nnopbase
