#include "nnopbase/interface/host_step.h"

#include <cstring>
#include <stdexcept>

#include "acl/acl_rt.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/launch_results.h"

using nnopbase::Of;
using nnopbase::Tensor;
using nnopbase::View;
using runtime::Fail;

namespace l0 {
namespace {

class HostTask : public runtime::Task {
public:
    HostTask(const char* name, const std::vector<const Tensor*>& tensors, const Body& body)
        : name_(name), host_values_(tensors.size()), body_(body) {
        for (size_t i = 0; i < tensors.size(); ++i) {
            views_.push_back(tensors[i] == nullptr ? View() : nnopbase::ViewOf(*tensors[i]));
            is_given_.push_back(tensors[i] != nullptr);
            if (is_given_[i] && tensors[i]->root().on_host) {
                host_values_[i] = tensors[i]->root().host_data;
                views_[i].data = host_values_[i].data();
            }
        }
    }

    int Run(runtime::Stream*, std::string* error) override {
        for (size_t i = 0; i < views_.size(); ++i) {
            if (is_given_[i] && !nnopbase::IsUsable(views_[i])) {
                *error = std::string(name_) + ": a tensor leaves its device buffer";
                return ACL_ERROR_RT_DEVICE_MEM_ERROR;
            }
        }
        runtime::ForgetResults();
        try {
            body_(views_);
        } catch (const std::out_of_range& fault) {
            *error = std::string(name_) + ": " + fault.what();
            return ACL_ERROR_RT_AICORE_EXCEPTION;
        }
        return 0;
    }

private:
    const char* const name_;
    std::vector<std::vector<uint8_t>> host_values_;
    std::vector<View> views_;
    std::vector<bool> is_given_;
    const Body body_;
};

class HostStep : public nnopbase::Step {
public:
    HostStep(const char* name, std::vector<const Tensor*> tensors, Body body)
        : name_(name), tensors_(std::move(tensors)), body_(std::move(body)) {}

    int Submit(void*, const void* stream) override {
        return runtime::SubmitTask(stream, std::make_unique<HostTask>(name_, tensors_, body_));
    }

private:
    const char* const name_;
    const std::vector<const Tensor*> tensors_;
    const Body body_;
};

}  // namespace

bool AddHostStep(aclOpExecutor* executor, const char* name,
                 const std::vector<const aclTensor*>& operands, Body body) {
    nnopbase::InterfaceExecutor* owner = nnopbase::FindInterface(executor);
    std::vector<const Tensor*> tensors;
    for (const aclTensor* operand : operands) {
        if (operand == nullptr) {
            Fail(ACLNN_ERR_INNER_NULLPTR, "l0op::%s: a tensor is null", name);
            return false;
        }
        tensors.push_back(&Of(*operand));
    }
    if (owner != nullptr) {
        owner->Add(std::make_unique<HostStep>(name, std::move(tensors), std::move(body)));
    }
    return owner != nullptr;
}

int SubmitOnHost(const char* name, const std::vector<const aclTensor*>& operands, Body body,
                 const void* stream) {
    std::vector<const Tensor*> tensors;
    for (const aclTensor* operand : operands) {
        tensors.push_back(operand == nullptr ? nullptr : &Of(*operand));
    }
    return runtime::SubmitTask(stream, std::make_unique<HostTask>(name, tensors, body));
}

void CopyView(const View& from, const View& to) {
    std::string ignored;
    nnopbase::StridedCopyTask(from, to).Run(nullptr, &ignored);
}

View Repeated(View view, const op::Shape& shape) {
    op::Strides strides(shape.GetDimNum(), 0);
    const size_t missing = shape.GetDimNum() - view.shape.GetDimNum();
    for (size_t i = 0; i < view.shape.GetDimNum(); ++i) {
        strides[missing + i] = view.shape[i] == 1 ? 0 : view.strides[i];
    }
    view.shape = shape;
    view.strides = strides;
    return view;
}

bool AddCopy(aclOpExecutor* executor, const char* name, const aclTensor* from, const aclTensor* to,
             std::function<void(View* from, View* to)> adapt) {
    if (from != nullptr && !nnopbase::WholeBytes(from->GetDataType())) {
        Fail(ACLNN_ERR_PARAM_INVALID, "l0op::%s: elements of type %d are smaller than a byte", name,
             from->GetDataType());
        return false;
    }
    return AddHostStep(executor, name, {from, to}, [adapt](const Operands& operands) {
        View source = operands[0];
        View target = operands[1];
        if (adapt) {
            adapt(&source, &target);
        }
        CopyView(source, target);
    });
}

const aclTensor* Reject(const char* name, const char* reason) {
    Fail(ACLNN_ERR_PARAM_INVALID, "l0op::%s: %s", name, reason);
    return nullptr;
}

bool ReadIntegers(const char* name, const aclTensor* tensor, std::vector<int64_t>* values) {
    const bool is_host_operand =
        tensor != nullptr && Of(*tensor).root().on_host &&
        (tensor->GetDataType() == ge::DT_INT32 || tensor->GetDataType() == ge::DT_INT64);
    if (!is_host_operand) {
        Fail(ACLNN_ERR_PARAM_INVALID, "l0op::%s: a parameter is no host tensor of int32 or int64",
             name);
        return false;
    }
    const char* bytes = static_cast<const char*>(nnopbase::FirstElement(*tensor));
    for (int64_t i = 0; i < tensor->Numel(); ++i) {
        int64_t value = 0;
        int32_t narrow = 0;
        if (tensor->GetDataType() == ge::DT_INT64) {
            memcpy(&value, bytes + i * 8, sizeof(value));
        } else {
            memcpy(&narrow, bytes + i * 4, sizeof(narrow));
            value = narrow;
        }
        values->push_back(value);
    }
    return true;
}

}  // namespace l0
