// Copies to and on the device that hand-written interfaces add.
#include "aclnn/opdev/framework_op.h"
#include "nnopbase/interface/host_step.h"
#include "runtime/error.h"

using nnopbase::Of;

namespace op {
namespace {

/// Whether the tensor's elements are where the copy takes them; reports an error if not.
bool IsAt(const char* name, const aclTensor* tensor, bool on_host) {
    if (tensor != nullptr && Of(*tensor).root().on_host == on_host) {
        return true;
    }
    runtime::Fail(ACLNN_ERR_INNER, "%s: a tensor is null or not on the %s", name,
                  on_host ? "host" : "device");
    return false;
}

const aclTensor* CopyFromHost(const char* name, const aclTensor* src, aclOpExecutor* executor) {
    if (!IsAt(name, src, true)) {
        return nullptr;
    }
    aclTensor* copy = executor->AllocTensor(src->GetViewShape(), src->GetDataType());
    return copy != nullptr && l0::AddCopy(executor, name, src, copy) ? copy : nullptr;
}

}  // namespace

const aclTensor* CopyToNpu(const aclTensor* src, aclOpExecutor* executor) {
    return CopyFromHost("CopyToNpu", src, executor);
}

const aclTensor* CopyToNpuSync(const aclTensor* src, aclOpExecutor* executor) {
    return CopyFromHost("CopyToNpuSync", src, executor);
}

aclnnStatus CopyNpuToNpu(const aclTensor* src, const aclTensor* dst, aclOpExecutor* executor) {
    const char* const name = "CopyNpuToNpu";
    if (!IsAt(name, src, false) || !IsAt(name, dst, false)) {
        return ACLNN_ERR_INNER;
    }
    if (src->GetDataType() != dst->GetDataType() || src->Numel() != dst->Numel()) {
        runtime::Fail(ACLNN_ERR_INNER, "%s: the tensors do not match", name);
        return ACLNN_ERR_INNER;
    }
    // A copy of memory on the NPU: the shapes may differ.
    const bool added =
        l0::AddCopy(executor, name, src, dst, [](nnopbase::View* from, nnopbase::View* to) {
            from->shape = to->shape;
            from->strides = nnopbase::ContiguousStrides(to->shape);
        });
    return added ? ACLNN_SUCCESS : ACLNN_ERR_INNER;
}

}  // namespace op
