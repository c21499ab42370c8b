#include "nnopbase/view_copies.h"

#include <utility>

#include "aclnn/aclnn_base.h"
#include "nnopbase/contiguous_executor.h"
#include "runtime/error.h"

using runtime::Fail;

namespace nnopbase {
namespace {

const Instance& InputAt(const Operands& operands, const TensorLocation& location) {
    return operands.inputs[location.port].instances[location.instance];
}

/// Moves the view at `index` in the order of `executor`, if that still exists.
void MoveViewOf(aclOpExecutor* executor, size_t index, void* data) {
    auto* const copies = dynamic_cast<ContiguousExecutor*>(FindExecutor(executor));
    if (copies != nullptr) {
        copies->SetViewData(index, data);
    }
}

}  // namespace

const aclTensorList* ViewCopies::Views(const Operands& operands) {
    views_.tensors.clear();
    for (const TensorLocation& location : locations_) {
        views_.tensors.push_back(InputAt(operands, location).tensor);
    }
    return views_.tensors.empty() ? nullptr : &views_;
}

void ViewCopies::InPlaceViews(const Operands& operands, const aclTensorList** views,
                              const aclTensorList** stand_ins) {
    in_place_views_.tensors.clear();
    in_place_.clear();
    stand_ins_.reset();
    std::vector<aclTensor*> stand_in_tensors;
    for (const TensorLocation& location : locations_) {
        if (!operands.inputs[location.port].ref_output.has_value()) {
            continue;
        }
        const Tensor& view = Of(*InputAt(operands, location).tensor);
        const std::vector<int64_t> dims = DimsOf(view.view_shape);
        stand_in_tensors.push_back(aclCreateTensor(
            dims.data(), dims.size(), static_cast<aclDataType>(view.dtype), nullptr, 0,
            static_cast<aclFormat>(view.view_format), dims.data(), dims.size(), nullptr));
        in_place_views_.tensors.push_back(&view);
        in_place_.push_back({location, stand_in_tensors.back()});
    }
    if (!stand_in_tensors.empty()) {
        stand_ins_.reset(aclCreateTensorList(stand_in_tensors.data(), stand_in_tensors.size()));
    }
    *views = in_place_.empty() ? nullptr : &in_place_views_;
    *stand_ins = stand_ins_.get();
}

void ViewCopies::set_gather(aclOpExecutor* executor, size_t workspace) {
    const auto* const copies = dynamic_cast<const ContiguousExecutor*>(FindExecutor(executor));
    gather_ = {executor, workspace,
               copies == nullptr ? std::vector<uint64_t>() : copies->offsets()};
}

void ViewCopies::MakeRepeatable() const {
    for (aclOpExecutor* copies : {gather_.executor, scatter_executor_}) {
        Executor* const executor = FindExecutor(copies);
        if (executor != nullptr) {
            executor->MakeRepeatable();
        }
    }
}

int ViewCopies::Check(const Operands& operands) const {
    if (locations_.empty() || gather_.executor != nullptr) {
        return OK;
    }
    const size_t index = locations_[0].port;
    const std::string& name = operands.inputs[index].name;
    return Fail(ACLNN_ERR_PARAM_INVALID,
                "%s: input %zu%s%s is not contiguous, and the operator does not ask for copies "
                "(AutoContiguous)",
                operands.op_type.c_str(), index, name.empty() ? "" : " ", name.c_str());
}

void ViewCopies::MoveView(const TensorLocation& location, void* data) const {
    for (size_t i = 0; i < locations_.size(); ++i) {
        if (locations_[i] == location) {
            MoveViewOf(gather_.executor, i, data);
        }
    }
    for (size_t i = 0; i < in_place_.size(); ++i) {
        if (in_place_[i].location == location) {
            MoveViewOf(scatter_executor_, i, data);
        }
    }
}

void ViewCopies::SetAddresses(void* workspace_end, Operands* operands) const {
    if (gather_.offsets.size() != locations_.size()) {
        return;
    }
    for (size_t i = 0; i < locations_.size(); ++i) {
        operands->inputs[locations_[i].port].instances[locations_[i].instance].address =
            static_cast<char*>(workspace_end) + gather_.offsets[i];
    }
    // The kernel computes an in-place result in the copy.
    for (const InPlaceView& view : in_place_) {
        void* const address = InputAt(*operands, view.location).address;
        Port& output = operands->outputs[*operands->inputs[view.location.port].ref_output];
        if (view.location.instance < output.instances.size()) {
            output.instances[view.location.instance].address = address;
        }
        Of(*view.stand_in).data = address;
    }
}

}  // namespace nnopbase
