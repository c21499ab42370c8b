#include "aicpu_common/context/common/node_def_builder.h"

namespace aicpu {
namespace {

void Fill(const NodeDefBuilder::InputOutputNode& node, std::shared_ptr<Tensor> tensor) {
    CpuKernelUtils::SetTensorName(node.node, tensor);
    tensor->SetDataType(node.d_type);
    const std::shared_ptr<TensorShape> shape = tensor->GetTensorShape();
    shape->SetDimSizes(node.dims);
    shape->SetFormat(node.format);
    tensor->SetData(node.data);
    // Of a type without a size, tests expect a size that is not 0.
    int64_t bytes = node.data == nullptr ? 0 : GetSizeByDataType(node.d_type);
    for (const int64_t dim : node.dims) {
        bytes *= dim;
    }
    tensor->SetDataSize(static_cast<uint64_t>(bytes));
}

/// Adds an attribute that `set` gives its value.
template <typename Setter>
void Add(NodeDef* node, const std::string& name, const Setter& set) {
    const std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
    set(attr.get());
    node->AddAttrs(name, attr.get());
}

}  // namespace

std::shared_ptr<NodeDef> NodeDefBuilder::CreateNodeDef() {
    return CpuKernelUtils::CreateNodeDef();
}

NodeDefBuilder::NodeDefBuilder(NodeDef* nodeDef, std::string, std::string opName)
    : node_def_(nodeDef) {
    node_def_->SetOpType(opName);
}

NodeDefBuilder& NodeDefBuilder::Input(const InputOutputNode& input) {
    Fill(input, node_def_->AddInputs());
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Output(const InputOutputNode& output) {
    Fill(output, node_def_->AddOutputs());
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, int32_t value) {
    return Attr(name, static_cast<int64_t>(value));
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, int64_t value) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetInt(value); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, float value) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetFloat(value); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, double value) {
    return Attr(name, static_cast<float>(value));
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, bool value) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetBool(value); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, aicpu::DataType value) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetDataType(value); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, const std::vector<bool>& value) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetListBool(value); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, const std::string& value) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetString(value); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, const std::vector<std::string>& value) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetListString(value); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, const std::vector<int64_t>& value) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetListInt(value); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name,
                                     const std::vector<std::vector<int64_t>>& value) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetListListInt(value); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, const std::vector<float>& value) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetListFloat(value); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, const std::vector<aicpu::DataType>& value) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetListDataType(value); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, const std::vector<int64_t>& dims,
                                     std::string type) {
    if (type == "shape") {
        const std::shared_ptr<TensorShape> shape = CpuKernelUtils::CreateTensorShape();
        shape->SetDimSizes(dims);
        Add(node_def_, name, [&](AttrValue* attr) { attr->SetTensorShape(shape.get()); });
    }
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name,
                                     const std::vector<std::vector<int64_t>>& shape_lists,
                                     std::string type) {
    if (type == "shape_list") {
        Add(node_def_, name, [&](AttrValue* attr) {
            for (const std::vector<int64_t>& dims : shape_lists) {
                attr->AddListTensorShape()->SetDimSizes(dims);
            }
        });
    }
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, aicpu::Tensor* tensor) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetTensor(tensor); });
    return *this;
}
NodeDefBuilder& NodeDefBuilder::Attr(std::string name, std::vector<aicpu::Tensor*>& tensors) {
    Add(node_def_, name, [&](AttrValue* attr) { attr->SetListTensor(tensors); });
    return *this;
}

}  // namespace aicpu
