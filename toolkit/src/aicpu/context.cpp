// CpuKernelContext.
#include "aicpu/value_impl.h"
#include "aicpu_common/context/common/cpu_context.h"
#include "aicpu_common/context/cpu_proto/cpu_node_def.h"
#include "aicpu_common/context/utils/log.h"
#include "aicpu_common/context/utils/status.h"

namespace aicpu {

CpuKernelContext::CpuKernelContext(DeviceType type) : device_(std::make_shared<Device>(type)) {}

uint32_t CpuKernelContext::Init(NodeDef* nodeDef) {
    KERNEL_CHECK_NULLPTR(nodeDef, KERNEL_STATUS_PARAM_INVALID, "the description of a call is null")
    op_ = nodeDef->GetOpType();
    for (int32_t i = 0; i < nodeDef->InputsSize(); ++i) {
        inputs_.push_back(nodeDef->MutableInputs(i));
    }
    for (int32_t i = 0; i < nodeDef->OutputsSize(); ++i) {
        outputs_.push_back(nodeDef->MutableOutputs(i));
    }
    attrs_ = nodeDef->Attrs();
    return KERNEL_STATUS_OK;
}

std::string CpuKernelContext::GetOpType() const {
    return op_;
}

Tensor* CpuKernelContext::Input(uint32_t index) const {
    if (index >= inputs_.size()) {
        KERNEL_LOG_WARN("%s has no input %u, of %zu", op_.c_str(), index, inputs_.size());
        return nullptr;
    }
    return inputs_[index].get();
}

Tensor* CpuKernelContext::Output(uint32_t index) const {
    if (index >= outputs_.size()) {
        KERNEL_LOG_WARN("%s has no output %u, of %zu", op_.c_str(), index, outputs_.size());
        return nullptr;
    }
    return outputs_[index].get();
}

AttrValue* CpuKernelContext::GetAttr(std::string name) const {
    const auto attr = attrs_.find(name);
    if (attr == attrs_.end()) {
        KERNEL_LOG_WARN("%s has no attribute %s", op_.c_str(), name.c_str());
        return nullptr;
    }
    return attr->second.get();
}

uint32_t CpuKernelContext::GetInputsSize() const {
    return static_cast<uint32_t>(inputs_.size());
}

uint32_t CpuKernelContext::GetOutputsSize() const {
    return static_cast<uint32_t>(outputs_.size());
}

}  // namespace aicpu
