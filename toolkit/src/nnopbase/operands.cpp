#include "nnopbase/operands.h"

#include <cstring>
#include <utility>

#include "aclnn/aclnn_base.h"
#include "nnopbase/call_options.h"
#include "nnopbase/objects.h"
#include "nnopbase/scalar_value.h"
#include "nnopbase/support_list.h"
#include "runtime/error.h"
#include "runtime/memory.h"

using runtime::Fail;

namespace nnopbase {
namespace {

template <typename T>
void AppendPod(const T& value, std::string* key) {
    key->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

template <typename T>
void AppendElements(const std::vector<T>& values, std::string* key) {
    AppendPod(values.size(), key);
    key->append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

template <typename T>
std::vector<T> ElementsOf(const Attr& attr) {
    std::vector<T> values(attr.bytes.size() / sizeof(T));
    if (!values.empty()) {
        memcpy(values.data(), attr.bytes.data(), values.size() * sizeof(T));
    }
    return values;
}

template <typename T>
T ValueOf(const Attr& attr) {
    T value = T();
    memcpy(&value, attr.bytes.data(),
           attr.bytes.size() < sizeof(T) ? attr.bytes.size() : sizeof(T));
    return value;
}

gert::AttrValue ToAttrValue(const Attr& attr) {
    switch (attr.type) {
        case Attr::Type::kBool: {
            if (!attr.is_list) {
                return gert::AttrValue::Bool(ValueOf<uint8_t>(attr) != 0);
            }
            std::vector<bool> values;
            for (const uint8_t value : attr.bytes) {
                values.push_back(value != 0);
            }
            return gert::AttrValue::ListBool(std::move(values));
        }
        case Attr::Type::kFloat:
            return attr.is_list ? gert::AttrValue::ListFloat(ElementsOf<float>(attr))
                                : gert::AttrValue::Float(ValueOf<float>(attr));
        case Attr::Type::kString: {
            const char* text = reinterpret_cast<const char*>(attr.bytes.data());
            return gert::AttrValue::Str(std::string(text, strnlen(text, attr.bytes.size())));
        }
        default:
            return attr.is_list ? gert::AttrValue::ListInt(ElementsOf<int64_t>(attr))
                                : gert::AttrValue::Int(ValueOf<int64_t>(attr));
    }
}

gert::TensorArg ToTensorArg(const Instance& instance) {
    gert::TensorArg arg;
    arg.dims = instance.dims.data();
    arg.dim_num = instance.dims.size();
    if (!instance.storage_dims.empty()) {
        arg.storage_dims = instance.storage_dims.data();
        arg.storage_dim_num = instance.storage_dims.size();
    }
    if (!instance.strides.empty()) {
        arg.strides = instance.strides.data();
    }
    arg.dtype = instance.dtype;
    arg.format = instance.format;
    arg.origin_format = instance.origin_format;
    arg.on_host = instance.on_host();
    arg.data =
        instance.on_host() ? const_cast<uint8_t*>(instance.host_data->data()) : instance.address;
    arg.present = instance.present;
    return arg;
}

std::vector<std::vector<gert::TensorArg>> ToTensorArgs(const std::vector<Port>& ports) {
    std::vector<std::vector<gert::TensorArg>> args;
    args.reserve(ports.size());
    for (const Port& port : ports) {
        args.emplace_back();
        for (const Instance& instance : port.instances) {
            args.back().push_back(ToTensorArg(instance));
        }
        if (port.instances.empty() && port.kind != Port::kDynamic) {
            args.back().emplace_back();
        }
    }
    return args;
}

void AppendPorts(const std::vector<Port>& ports, std::string* key) {
    for (const Port& port : ports) {
        AppendPod(port.instances.size(), key);
        for (const Instance& instance : port.instances) {
            AppendPod(instance.present, key);
            AppendPod(instance.dtype, key);
            AppendPod(instance.format, key);
            AppendElements(instance.dims, key);
            AppendPod(instance.origin_format, key);
            AppendElements(instance.storage_dims, key);
            AppendElements(instance.strides, key);
            AppendPod(instance.on_host(), key);
            if (instance.on_host()) {
                AppendElements(*instance.host_data, key);
            }
        }
    }
}

void DescribePorts(const std::vector<Port>& ports, std::string* text) {
    for (const Port& port : ports) {
        *text += port.name.empty() ? " " : " " + port.name;
        for (const Instance& instance : port.instances) {
            *text += instance.present ? DescribeType(instance.dtype, instance.format) : "(absent)";
            *text += '[';
            for (size_t i = 0; i < instance.dims.size(); ++i) {
                *text += (i == 0 ? "" : ",") + std::to_string(instance.dims[i]);
            }
            *text += ']';
        }
    }
}

ge::DataType TypeOf(const ScalarOperand& scalar, const std::vector<Port>& inputs) {
    const ge::DataType own = scalar.scalars[0].GetDataType();
    const ge::DataType fallback = own == ge::DT_DOUBLE ? ge::DT_FLOAT : own;
    if (scalar.type_source.has_value() && *scalar.type_source < inputs.size()) {
        const std::vector<Instance>& source = inputs[*scalar.type_source].instances;
        return !source.empty() && source[0].present ? source[0].dtype : fallback;
    }
    return scalar.dtype != ge::DT_UNDEFINED ? scalar.dtype : fallback;
}

}  // namespace

void Instance::MoveTo(void* data) {
    address = FirstElement(data, offset, dtype);
}

bool Operands::HaveOnlyEmptyOutputs() const {
    bool any = false;
    for (const Port& port : outputs) {
        for (const Instance& instance : port.instances) {
            if (instance.present && ElementCount(instance.dims) > 0) {
                return false;
            }
            any = any || instance.present;
        }
    }
    return any;
}

std::string Operands::KernelKey() const {
    std::string key = op_type + "/d=" + std::to_string(Deterministic()) + ",p=0";
    for (const std::vector<Port>* ports : {&inputs, &outputs}) {
        for (const Port& port : *ports) {
            if (port.kind == Port::kOptional || port.instances.empty() ||
                !port.instances[0].present) {
                continue;
            }
            const Instance& first = port.instances[0];
            key += "/" + std::to_string(first.dtype) + "," + std::to_string(first.format);
        }
    }
    return key;
}

std::string Operands::TilingKey() const {
    std::string key = op_type;
    key += '\0';
    AppendPod(Deterministic(), &key);
    AppendPorts(inputs, &key);
    AppendPorts(outputs, &key);
    for (const Attr& attr : attrs) {
        AppendPod(attr.type, &key);
        AppendPod(attr.is_list, &key);
        AppendElements(attr.bytes, &key);
    }
    return key;
}

gert::OpArgs Operands::HostArguments() const {
    gert::OpArgs arguments;
    arguments.op_type = op_type;
    arguments.inputs = ToTensorArgs(inputs);
    arguments.outputs = ToTensorArgs(outputs);
    for (const Attr& attr : attrs) {
        arguments.attrs.push_back(ToAttrValue(attr));
    }
    return arguments;
}

std::string Operands::Describe() const {
    std::string text = "inputs";
    DescribePorts(inputs, &text);
    text += "; outputs";
    DescribePorts(outputs, &text);
    return text;
}

uint64_t Operands::ShapeBufferBytes() const {
    uint64_t bytes = 0;
    for (const Port& port : outputs) {
        // Per output: the number of dimensions and up to eight of them.
        bytes += port.computed_shape.has_value() ? 9 * sizeof(uint64_t) : 0;
    }
    return bytes;
}

size_t Operands::SlotCount() const {
    const size_t workspace = 1;
    return groups + inputs.size() + outputs.size() + (ShapeBufferBytes() > 0 ? 1 : 0) + workspace;
}

int ConvertScalars(Operands* operands) {
    for (size_t index = 0; index < operands->inputs.size(); ++index) {
        Port& port = operands->inputs[index];
        if (!port.scalar.has_value()) {
            continue;
        }
        const ScalarOperand& scalar = *port.scalar;
        Instance instance;
        instance.present = true;
        instance.dtype = TypeOf(scalar, operands->inputs);
        // A single scalar is a tensor without dimensions, a list one with a single dimension.
        if (scalar.is_list) {
            instance.dims = {static_cast<int64_t>(scalar.scalars.size())};
        }
        std::vector<uint8_t>& bytes = instance.host_data.emplace();
        for (const aclScalar& value : scalar.scalars) {
            if (!AppendScalar(value, instance.dtype, &bytes)) {
                return Fail(ACLNN_ERR_PARAM_INVALID,
                            "%s: input %zu, a scalar of type %d cannot become one of type %d",
                            operands->op_type.c_str(), index, value.GetDataType(), instance.dtype);
            }
        }
        port.instances.assign(1, std::move(instance));
    }
    return OK;
}

int ReadDependedValues(const gert::OpImplFunctions* functions, Operands* operands) {
    for (size_t i = 0; functions != nullptr && i < operands->inputs.size(); ++i) {
        if (!functions->TilingReadsInput(i)) {
            continue;
        }
        Port& input = operands->inputs[i];
        for (Instance& instance : input.instances) {
            if (!instance.present || instance.on_host()) {
                continue;
            }
            const uint64_t bytes = BytesOf(ElementCount(instance.dims), instance.dtype);
            if (!instance.contiguous || !runtime::IsUsable(instance.address, bytes)) {
                return Fail(ACLNN_ERR_PARAM_INVALID,
                            "%s: tiling reads the values of input %zu %s, which must be contiguous "
                            "and in an allocated device buffer",
                            operands->op_type.c_str(), i, input.name.c_str());
            }
            const uint8_t* values = static_cast<const uint8_t*>(instance.address);
            instance.host_data.emplace(values, values + bytes);
        }
    }
    return OK;
}

}  // namespace nnopbase
