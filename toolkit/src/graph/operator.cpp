// ge::Operator without its attributes.
#include "graph/operator.h"

#include <algorithm>

#include "graph/operator_impl.h"

namespace ge {
namespace {

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

void Note(std::vector<std::string>* names, const char_t* name) {
    if (std::find(names->begin(), names->end(), Text(name)) == names->end()) {
        names->push_back(Text(name));
    }
}

int32_t CountOf(const std::map<std::string, int32_t>& counts, const std::string& name) {
    const auto entry = counts.find(name);
    return entry == counts.end() ? 0 : entry->second;
}

}  // namespace

void OperatorImpl::AddInstances(PortList* ports, int32_t* count, const std::string& name,
                                uint32_t num, size_t index) {
    for (uint32_t i = 0; i < num; ++i) {
        ports->Insert(InstanceName(name, static_cast<uint32_t>((*count)++)), index + i);
    }
}

Operator::Operator(OperatorImplPtr impl) : impl_(std::move(impl)) {}
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
graphStatus Operator::UpdateInputDesc(const uint32_t index, const TensorDesc& tensor_desc) {
    return IsEmpty() ? GRAPH_FAILED : Update(impl_->inputs.At(index), tensor_desc);
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
graphStatus Operator::UpdateOutputDesc(const uint32_t index, const TensorDesc& tensor_desc) {
    return IsEmpty() ? GRAPH_FAILED : Update(impl_->outputs.At(index), tensor_desc);
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

int32_t Operator::GetDynamicInputNum(const char_t* name) const {
    return GetDynamicInputNum(Text(name));
}
int32_t Operator::GetDynamicOutputNum(const char_t* name) const {
    return GetDynamicOutputNum(Text(name));
}
TensorDesc Operator::GetDynamicInputDesc(const char_t* name, uint32_t index) const {
    return GetDynamicInputDesc(Text(name), index);
}
TensorDesc Operator::GetDynamicOutputDesc(const char_t* name, uint32_t index) const {
    return GetDynamicOutputDesc(Text(name), index);
}
graphStatus Operator::UpdateDynamicInputDesc(const std::string& name, uint32_t index,
                                             const TensorDesc& tensor_desc) {
    return UpdateInputDesc(InstanceName(name, index), tensor_desc);
}
graphStatus Operator::UpdateDynamicInputDesc(const char_t* name, uint32_t index,
                                             const TensorDesc& tensor_desc) {
    return UpdateDynamicInputDesc(Text(name), index, tensor_desc);
}
graphStatus Operator::UpdateDynamicOutputDesc(const std::string& name, uint32_t index,
                                              const TensorDesc& tensor_desc) {
    return UpdateOutputDesc(InstanceName(name, index), tensor_desc);
}
graphStatus Operator::UpdateDynamicOutputDesc(const char_t* name, uint32_t index,
                                              const TensorDesc& tensor_desc) {
    return UpdateDynamicOutputDesc(Text(name), index, tensor_desc);
}

void Operator::InputRegister(const char_t* name, const char_t*) {
    impl_->inputs.Add(Text(name));
    Note(&impl_->ir_inputs, name);
}
void Operator::OptionalInputRegister(const char_t* name, const char_t*) {
    impl_->inputs.Add(Text(name));
    Note(&impl_->ir_inputs, name);
}
void Operator::OutputRegister(const char_t* name, const char_t*) {
    impl_->outputs.Add(Text(name));
    Note(&impl_->ir_outputs, name);
}
void Operator::DynamicInputRegister(const char_t* name, const uint32_t num) {
    DynamicInputRegister(name, num, true);
}
void Operator::DynamicInputRegister(const char_t* name, const uint32_t num, bool is_push_back) {
    if (!IsEmpty()) {
        Note(&impl_->ir_inputs, name);
        OperatorImpl::AddInstances(&impl_->inputs, &impl_->dynamic_inputs[Text(name)], Text(name),
                                   num, is_push_back ? impl_->inputs.size() : 0U);
    }
}
void Operator::DynamicInputRegister(const char_t* name, const uint32_t num, const char_t*,
                                    bool is_push_back) {
    DynamicInputRegister(name, num, is_push_back);
}
void Operator::DynamicInputRegisterByIndex(const char_t* name, const uint32_t num, size_t index) {
    if (!IsEmpty()) {
        Note(&impl_->ir_inputs, name);
        OperatorImpl::AddInstances(&impl_->inputs, &impl_->dynamic_inputs[Text(name)], Text(name),
                                   num, index);
    }
}
void Operator::DynamicOutputRegister(const char_t* name, const uint32_t num) {
    DynamicOutputRegister(name, num, true);
}
void Operator::DynamicOutputRegister(const char_t* name, const uint32_t num, bool is_push_back) {
    if (!IsEmpty()) {
        Note(&impl_->ir_outputs, name);
        OperatorImpl::AddInstances(&impl_->outputs, &impl_->dynamic_outputs[Text(name)], Text(name),
                                   num, is_push_back ? impl_->outputs.size() : 0U);
    }
}
void Operator::DynamicOutputRegister(const char_t* name, const uint32_t num, const char_t*,
                                     bool is_push_back) {
    DynamicOutputRegister(name, num, is_push_back);
}
// Graphs are not typed here: what symbols of types stand for is declared only.
void Operator::DataTypeRegister(const char_t*, const TensorType&) {}
void Operator::DataTypeRegister(const char_t*, const ListTensorType&) {}
void Operator::DataTypeRegister(const char_t*, const Promote&) {}
void Operator::RequiredAttrRegister(const char_t* name, const char_t* type) {
    impl_->required_attrs[Text(name)] = Text(type);
    NoteIrAttr(name);
}
void Operator::NoteIrAttr(const char_t* name) {
    if (!IsEmpty()) {
        impl_->ir_attrs.insert(Text(name));
    }
}
Operator Operator::PortAttrs(bool is_input, int32_t index) const {
    if (IsEmpty() || index < 0) {
        return Operator();
    }
    PortList::Port* const port =
        (is_input ? impl_->inputs : impl_->outputs).At(static_cast<size_t>(index));
    return port == nullptr ? Operator() : PortAttrs(is_input, port->first.c_str());
}
Operator Operator::PortAttrs(bool is_input, const char_t* name) const {
    if (IsEmpty() || (is_input ? impl_->inputs : impl_->outputs).Find(Text(name)) == nullptr) {
        return Operator();
    }
    auto& of_ports = is_input ? impl_->input_attrs : impl_->output_attrs;
    return of_ports.emplace(Text(name), Operator(Text(name))).first->second;
}

}  // namespace ge
