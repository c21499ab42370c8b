// NodeDef.
#include "aicpu/value_impl.h"
#include "aicpu/wire_format.h"
#include "aicpu_common/context/common/cpu_kernel_utils.h"
#include "aicpu_common/context/utils/log.h"

namespace aicpu {
namespace {

using Tensors = std::vector<std::shared_ptr<TensorImpl>>;

std::shared_ptr<Tensor> TensorOf(const Tensors& tensors, int32_t index, const char* side) {
    if (index < 0 || static_cast<size_t>(index) >= tensors.size()) {
        KERNEL_LOG_ERROR("there is no %s %d, of %zu", side, index, tensors.size());
        return nullptr;
    }
    return CpuKernelUtils::CreateTensor(tensors[static_cast<size_t>(index)]);
}

std::shared_ptr<Tensor> AddTo(Tensors* tensors) {
    tensors->push_back(std::make_shared<TensorImpl>());
    return CpuKernelUtils::CreateTensor(tensors->back());
}

}  // namespace

NodeDef::NodeDef(NodeDefImpl* impl) : impl_(impl) {}

std::shared_ptr<Tensor> NodeDef::MutableInputs(int32_t index) const {
    return TensorOf(impl_->inputs, index, "input");
}
std::shared_ptr<Tensor> NodeDef::MutableOutputs(int32_t index) const {
    return TensorOf(impl_->outputs, index, "output");
}
std::unordered_map<std::string, std::shared_ptr<AttrValue>> NodeDef::Attrs() const {
    return impl_->attrs;
}
void NodeDef::SetOpType(const std::string& op) {
    impl_->op_type = op;
}
std::string NodeDef::GetOpType() const {
    return impl_->op_type;
}
std::shared_ptr<Tensor> NodeDef::AddInputs() {
    return AddTo(&impl_->inputs);
}
std::shared_ptr<Tensor> NodeDef::AddOutputs() {
    return AddTo(&impl_->outputs);
}
bool NodeDef::AddAttrs(const std::string& name, const AttrValue* attr) {
    KERNEL_CHECK_NULLPTR(attr, false, "the value of attribute %s is null", name.c_str())
    const bool is_new = impl_->attrs
                            .emplace(name, CpuKernelUtils::CreateAttrValue(
                                               new AttrValueImpl(*CpuKernelUtils::GetImpl(attr))))
                            .second;
    KERNEL_CHECK_FALSE(is_new, false, "attribute %s has a value", name.c_str())
    return true;
}
int32_t NodeDef::InputsSize() const {
    return static_cast<int32_t>(impl_->inputs.size());
}
int32_t NodeDef::OutputsSize() const {
    return static_cast<int32_t>(impl_->outputs.size());
}
bool NodeDef::SerializeToString(std::string& str) const {
    str = WireText(*impl_);
    return true;
}

}  // namespace aicpu
