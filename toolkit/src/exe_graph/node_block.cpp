#include "exe_graph/node_block.h"

#include <cstring>

#include "exe_graph/runtime_attrs_layout.h"

namespace gert {
namespace {

constexpr size_t kWord = sizeof(uint64_t);

size_t RoundUpToWord(size_t bytes) {
    return (bytes + kWord - 1) / kWord * kWord;
}

std::vector<const TensorArg*> Flatten(const std::vector<std::vector<TensorArg>>& ports) {
    std::vector<const TensorArg*> instances;
    for (const auto& port : ports) {
        for (const TensorArg& arg : port) {
            instances.push_back(&arg);
        }
    }
    return instances;
}

AttrValue ValueOf(const PrivateAttrValue& attr) {
    switch (attr.kind) {
        case PrivateAttrValue::Kind::kFloat:
            return AttrValue::Float(attr.float_value);
        case PrivateAttrValue::Kind::kBool:
            return AttrValue::Bool(attr.int_value != 0);
        case PrivateAttrValue::Kind::kString:
            return AttrValue::Str(attr.string_value);
        case PrivateAttrValue::Kind::kListInt:
            return AttrValue::ListInt(attr.list_int);
        case PrivateAttrValue::Kind::kListFloat:
            return AttrValue::ListFloat(attr.list_float);
        default:
            return AttrValue::Int(attr.int_value);
    }
}

/// Declared attributes, then private ones.
std::vector<AttrValue> AllAttrs(const OpImplFunctions& functions, const OpArgs& args) {
    std::vector<AttrValue> attrs = args.attrs;
    for (const PrivateAttrValue& attr : functions.private_attrs) {
        attrs.push_back(ValueOf(attr));
    }
    return attrs;
}

/// The bytes of RuntimeAttrs: header, offsets, values at word boundaries.
std::vector<uint8_t> AttrBytes(const std::vector<AttrValue>& attrs) {
    std::vector<uint8_t> bytes(sizeof(RuntimeAttrsHeader) + attrs.size() * sizeof(size_t));
    std::vector<size_t> offsets;
    for (const AttrValue& attr : attrs) {
        bytes.resize(RoundUpToWord(bytes.size()));
        offsets.push_back(bytes.size());
        attr.AppendTo(&bytes);
    }
    // Some operators read an Int of 4 bytes or a Bool as 8: leave space after the last value.
    bytes.resize(RoundUpToWord(bytes.size()) + kWord);
    RuntimeAttrsHeader header = {};
    header.attr_num = attrs.size();
    (void)std::memcpy(bytes.data(), &header, sizeof(header));
    if (!offsets.empty()) {
        (void)std::memcpy(bytes.data() + sizeof(header), offsets.data(),
                          offsets.size() * sizeof(size_t));
    }
    return bytes;
}

bool IsAbsentOptional(const std::vector<TensorArg>& port) {
    return port.size() == 1 && !port[0].present;
}

void FillDesc(const TensorArg& arg, CompileTimeTensorDesc* desc) {
    *desc = CompileTimeTensorDesc();
    if (!arg.present) {
        return;  // stays DT_UNDEFINED: the slot describes nothing
    }
    const StorageFormat format = FormatOf(arg);
    desc->SetDataType(arg.dtype);
    desc->SetOriginFormat(format.GetOriginFormat());
    desc->SetStorageFormat(format.GetStorageFormat());
}

/// The slot of an absent optional port stays, but no instance belongs to the port.
template <typename GetInfo>
void FillPorts(const std::vector<std::vector<TensorArg>>& ports, GetInfo get_info) {
    uint32_t start = 0;
    for (size_t i = 0; i < ports.size(); ++i) {
        const auto slots = static_cast<uint32_t>(ports[i].size());
        *get_info(i) = AnchorInstanceInfo(start, IsAbsentOptional(ports[i]) ? 0U : slots);
        start += slots;
    }
}

}  // namespace

StorageFormat FormatOf(const TensorArg& arg) {
    const ge::Format origin =
        arg.origin_format == ge::FORMAT_RESERVED ? arg.format : arg.origin_format;
    return StorageFormat(origin, arg.format, ExpandDimsType());
}

NodeBlock::NodeBlock(const OpImplFunctions& functions, const OpArgs& args)
    : inputs_(Flatten(args.inputs)), outputs_(Flatten(args.outputs)) {
    const std::vector<uint8_t> attrs = AttrBytes(AllAttrs(functions, args));
    size_t size = 0;
    (void)ComputeNodeInfo::CalcSize(args.inputs.size(), args.outputs.size(), inputs_.size(),
                                    outputs_.size(), size);
    block_.resize((size + attrs.size()) / kWord + 1);
    auto* const node = reinterpret_cast<ComputeNodeInfo*>(block_.data());
    const std::string& name = args.node_name.empty() ? args.op_type : args.node_name;
    node->Init(args.inputs.size(), args.outputs.size(), inputs_.size(), outputs_.size(),
               attrs.size(), name.c_str(), args.op_type.c_str());
    FillPorts(args.inputs, [node](size_t i) { return node->MutableInputInstanceInfo(i); });
    for (size_t i = 0; i < inputs_.size(); ++i) {
        FillDesc(*inputs_[i], node->MutableInputTdInfo(i));
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
        FillDesc(*outputs_[i], node->MutableOutputTdInfo(i));
    }
    (void)std::memcpy(static_cast<void*>(node->MutableAttrs()), attrs.data(), attrs.size());
    FillPorts(args.outputs, [node](size_t i) { return node->MutableOutputInstanceInfo(i); });
}

}  // namespace gert
