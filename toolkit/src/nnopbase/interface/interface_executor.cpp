#include "nnopbase/interface/interface_executor.h"

#include "aclnn/opdev/op_dfx.h"
#include "runtime/error.h"
#include "runtime/memory.h"

using runtime::Fail;
using runtime::ObjectKind;

namespace nnopbase {
namespace {

constexpr uint64_t kAlignment = 512;
constexpr uint64_t kPadding = 32;  // kernels read and write whole blocks

uint64_t Rounded(uint64_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

bool InWorkspace(const Tensor& tensor) {
    return tensor.from_workspace && tensor.base == nullptr;
}

uint64_t BytesInWorkspace(const Tensor& tensor) {
    const uint64_t stored = ElementCount(tensor.storage_shape);
    const uint64_t viewed = ElementCount(tensor.view_shape);
    return Rounded(BytesOf(std::max(stored, viewed), tensor.dtype) + kPadding);
}

}  // namespace

InterfaceExecutor::InterfaceExecutor() {
    const op::internal::CallFrame* frame = op::internal::CallFrame::Current();
    if (frame != nullptr) {
        inputs_ = ParametersOf(frame->inputs());
        outputs_ = ParametersOf(frame->outputs());
    }
}

InterfaceExecutor::~InterfaceExecutor() {
    for (const std::unique_ptr<op::Object>& object : owned_) {
        for (const ObjectKind kind : {ObjectKind::kTensor, ObjectKind::kTensorList}) {
            runtime::RemoveLive(kind, object.get());
        }
    }
}

Tensor* InterfaceExecutor::NewTensor() {
    Tensor* tensor = runtime::Remembered(ObjectKind::kTensor, Own(new Tensor()));
    tensors_.push_back(tensor);
    return tensor;
}

uint64_t InterfaceExecutor::TensorBytes() const {
    uint64_t bytes = 0;
    for (const Tensor* tensor : tensors_) {
        bytes += InWorkspace(*tensor) ? BytesInWorkspace(*tensor) : 0;
    }
    return bytes;
}

uint64_t InterfaceExecutor::StepBytes() const {
    uint64_t bytes = 0;
    for (const std::unique_ptr<Step>& step : steps_) {
        bytes = std::max(bytes, Rounded(step->workspace_size()));
    }
    return bytes;
}

uint64_t InterfaceExecutor::WorkspaceSize() const {
    return TensorBytes() + StepBytes();
}

int InterfaceExecutor::Run(void* workspace, uint64_t workspace_size, const void* stream) {
    if (steps_.empty()) {
        return OK;  // an interface may find that nothing is to do when it has tensors already
    }
    const int code = CheckParameters();
    if (code != OK) {
        return code;
    }
    const uint64_t needed = WorkspaceSize();
    if (workspace_size < needed || (needed > 0 && !runtime::IsUsable(workspace, needed))) {
        return Fail(ACLNN_ERR_PARAM_INVALID,
                    "%llu bytes of workspace in an allocated device buffer are needed, %llu at %p "
                    "were passed",
                    static_cast<unsigned long long>(needed),
                    static_cast<unsigned long long>(workspace_size), workspace);
    }
    char* address = static_cast<char*>(workspace);
    for (Tensor* tensor : tensors_) {
        if (InWorkspace(*tensor)) {
            tensor->data = address;
            address += BytesInWorkspace(*tensor);
        }
    }
    stream_ = stream;
    for (const std::unique_ptr<Step>& step : steps_) {
        const int submitted = step->Submit(address, stream);
        if (submitted != OK) {
            return submitted;
        }
    }
    return OK;
}

std::vector<InterfaceExecutor::Parameter> InterfaceExecutor::ParametersOf(
    const std::vector<const aclTensor*>& tensors) {
    std::vector<Parameter> parameters;
    for (const aclTensor* tensor : tensors) {
        parameters.push_back({tensor, runtime::SerialOf(ObjectKind::kTensor, tensor)});
    }
    return parameters;
}

int InterfaceExecutor::CheckParameters() const {
    for (const std::vector<Parameter>* parameters : {&inputs_, &outputs_}) {
        for (size_t i = 0; i < parameters->size(); ++i) {
            const Parameter& parameter = (*parameters)[i];
            if (parameter.tensor != nullptr &&
                runtime::SerialOf(ObjectKind::kTensor, parameter.tensor) != parameter.serial) {
                return Fail(ACLNN_ERR_PARAM_INVALID, "%s %zu was destroyed before phase 2",
                            parameters == &inputs_ ? "input" : "output", i);
            }
        }
    }
    return OK;
}

int InterfaceExecutor::SetAddress(Side side, size_t index, void* address) {
    std::vector<Parameter> parameters = side == Side::kOutput ? outputs_ : inputs_;
    if (side == Side::kBoth) {
        parameters.insert(parameters.end(), outputs_.begin(), outputs_.end());
    }
    if (index >= parameters.size() || parameters[index].tensor == nullptr) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "tensor %zu does not exist or was NULL", index);
    }
    const int code = CheckParameters();
    if (code == OK) {
        parameters[index].tensor->SetStorageAddr(address);
    }
    return code;
}

InterfaceExecutor* FindInterface(aclOpExecutor* executor) {
    auto* interface = dynamic_cast<InterfaceExecutor*>(FindExecutor(executor));
    if (interface == nullptr) {
        Fail(ACLNN_ERR_PARAM_NULLPTR,
             "executor %p does not exist, or is not one of a hand-written interface",
             static_cast<void*>(executor));
    }
    return interface;
}

}  // namespace nnopbase
