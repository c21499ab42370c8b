// ge::Operator without its attributes.
#include "graph/operator.h"

#include "graph/operator_impl.h"

namespace ge {
namespace {

std::string Text(const char_t* text) {
    return text == nullptr ? "" : text;
}

std::string InstanceName(const std::string& port, uint32_t index) {
    return port + std::to_string(index);
}

TensorDesc DescOf(PortList::Port* port) {
    return port == nullptr ? TensorDesc() : port->second;
}

graphStatus Update(PortList::Port* port, const TensorDesc& desc) {
    if (port == nullptr) {
        return GRAPH_FAILED;
    }
    port->second = desc;
    return GRAPH_SUCCESS;
}

int32_t CountOf(const std::map<std::string, int32_t>& counts, const std::string& name) {
    const auto found = counts.find(name);
    return found == counts.end() ? 0 : found->second;
}

}  // namespace

Operator::Operator(const std::string& type) : Operator(type, type) {}
Operator::Operator(const char_t* type) : Operator(Text(type), Text(type)) {}
Operator::Operator(const std::string& name, const std::string& type)
    : impl_(std::make_shared<OperatorImpl>()) {
    impl_->name = name;
    impl_->type = type;
}
Operator::Operator(const AscendString& name, const AscendString& type)
    : Operator(std::string(name.GetString()), std::string(type.GetString())) {}
Operator::Operator(const char_t* name, const char_t* type) : Operator(Text(name), Text(type)) {}

bool Operator::IsEmpty() const {
    return impl_ == nullptr;
}
std::string Operator::GetName() const {
    return IsEmpty() ? "" : impl_->name;
}
graphStatus Operator::GetName(AscendString& name) const {
    name = AscendString(GetName().c_str());
    return IsEmpty() ? GRAPH_FAILED : GRAPH_SUCCESS;
}
std::string Operator::GetOpType() const {
    return IsEmpty() ? "" : impl_->type;
}
graphStatus Operator::GetOpType(AscendString& type) const {
    type = AscendString(GetOpType().c_str());
    return IsEmpty() ? GRAPH_FAILED : GRAPH_SUCCESS;
}

size_t Operator::GetInputsSize() const {
    return IsEmpty() ? 0 : impl_->inputs.size();
}
size_t Operator::GetOutputsSize() const {
    return IsEmpty() ? 0 : impl_->outputs.size();
}

TensorDesc Operator::GetInputDesc(uint32_t index) const {
    return IsEmpty() ? TensorDesc() : DescOf(impl_->inputs.At(index));
}
TensorDesc Operator::GetInputDesc(const std::string& name) const {
    return IsEmpty() ? TensorDesc() : DescOf(impl_->inputs.Find(name));
}
TensorDesc Operator::GetInputDescByName(const char_t* name) const {
    return GetInputDesc(Text(name));
}
graphStatus Operator::TryGetInputDesc(const std::string& name, TensorDesc& tensor_desc) const {
    PortList::Port* const port = IsEmpty() ? nullptr : impl_->inputs.Find(name);
    if (port == nullptr) {
        return GRAPH_FAILED;
    }
    tensor_desc = port->second;
    return GRAPH_SUCCESS;
}
graphStatus Operator::TryGetInputDesc(const char_t* name, TensorDesc& tensor_desc) const {
    return TryGetInputDesc(Text(name), tensor_desc);
}
graphStatus Operator::UpdateInputDesc(const std::string& name, const TensorDesc& tensor_desc) {
    return IsEmpty() ? GRAPH_FAILED : Update(impl_->inputs.Find(name), tensor_desc);
}
graphStatus Operator::UpdateInputDesc(const char_t* name, const TensorDesc& tensor_desc) {
    return UpdateInputDesc(Text(name), tensor_desc);
}
TensorDesc Operator::GetOutputDesc(uint32_t index) const {
    return IsEmpty() ? TensorDesc() : DescOf(impl_->outputs.At(index));
}
TensorDesc Operator::GetOutputDesc(const std::string& name) const {
    return IsEmpty() ? TensorDesc() : DescOf(impl_->outputs.Find(name));
}
TensorDesc Operator::GetOutputDescByName(const char_t* name) const {
    return GetOutputDesc(Text(name));
}
graphStatus Operator::UpdateOutputDesc(const std::string& name, const TensorDesc& tensor_desc) {
    return IsEmpty() ? GRAPH_FAILED : Update(impl_->outputs.Find(name), tensor_desc);
}
graphStatus Operator::UpdateOutputDesc(const char_t* name, const TensorDesc& tensor_desc) {
    return UpdateOutputDesc(Text(name), tensor_desc);
}
int32_t Operator::GetDynamicInputNum(const std::string& name) const {
    return IsEmpty() ? 0 : CountOf(impl_->dynamic_inputs, name);
}
int32_t Operator::GetDynamicOutputNum(const std::string& name) const {
    return IsEmpty() ? 0 : CountOf(impl_->dynamic_outputs, name);
}
TensorDesc Operator::GetDynamicInputDesc(const std::string& name, uint32_t index) const {
    return GetInputDesc(InstanceName(name, index));
}
TensorDesc Operator::GetDynamicOutputDesc(const std::string& name, uint32_t index) const {
    return GetOutputDesc(InstanceName(name, index));
}

graphStatus Operator::GetInputConstData(const std::string& dst_name, Tensor& data) const {
    if (IsEmpty()) {
        return GRAPH_FAILED;
    }
    const auto link = impl_->links.find(dst_name);
    if (link == impl_->links.end()) {
        return GRAPH_FAILED;
    }
    return link->second.source.GetAttr("value", data);  // what Const operators carry
}
graphStatus Operator::GetInputConstData(const char_t* dst_name, Tensor& data) const {
    return GetInputConstData(Text(dst_name), data);
}

Operator& Operator::SetInput(const std::string& dst_name, const Operator& src_oprt) {
    return SetInput(dst_name.c_str(), src_oprt, 0U);
}
Operator& Operator::SetInput(const char_t* dst_name, const Operator& src_oprt) {
    return SetInput(dst_name, src_oprt, 0U);
}
Operator& Operator::SetInput(const char_t* dst_name, const Operator& src_oprt, const char_t* name) {
    if (!IsEmpty()) {
        OperatorImpl::Link& link = impl_->links[Text(dst_name)];
        link.source = src_oprt;
        link.output_name = Text(name);
    }
    return *this;
}
Operator& Operator::SetInput(const char_t* dst_name, const Operator& src_oprt, uint32_t index) {
    if (!IsEmpty()) {
        OperatorImpl::Link& link = impl_->links[Text(dst_name)];
        link.source = src_oprt;
        link.output_index = index;
    }
    return *this;
}

void Operator::InputRegister(const char_t* name, const char_t*) {
    impl_->inputs.Add(Text(name));
}
void Operator::OptionalInputRegister(const char_t* name, const char_t*) {
    impl_->inputs.Add(Text(name));
}
void Operator::OutputRegister(const char_t* name, const char_t*) {
    impl_->outputs.Add(Text(name));
}
void Operator::DynamicInputRegister(const char_t* name, const unsigned int num) {
    int32_t& count = impl_->dynamic_inputs[Text(name)];
    for (unsigned int i = 0; i < num; ++i) {
        impl_->inputs.Add(InstanceName(name, static_cast<uint32_t>(count++)));
    }
}
void Operator::DynamicOutputRegister(const char_t* name, const unsigned int num) {
    int32_t& count = impl_->dynamic_outputs[Text(name)];
    for (unsigned int i = 0; i < num; ++i) {
        impl_->outputs.Add(InstanceName(name, static_cast<uint32_t>(count++)));
    }
}
void Operator::DataTypeRegister(const char_t* datatype_symbol, const TensorType& type_range) {
    impl_->symbolic_types.emplace(Text(datatype_symbol), type_range);
}
void Operator::RequiredAttrRegister(const char_t* name, const char_t* type) {
    impl_->required_attrs[Text(name)] = Text(type);
}

}  // namespace ge
