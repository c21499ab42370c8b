// Operators between tensors and lists of them.
#include "aclnn_kernels/cast.h"
#include "nnopbase/interface/host_step.h"
#include "opapi/l0/built_in.h"

using l0::Reject;
using nnopbase::View;

namespace l0op {
namespace {

/// The dimension counted from the first one; the rank if there is none such.
size_t AxisOf(const aclTensor& tensor, int64_t dim) {
    const int64_t rank = static_cast<int64_t>(tensor.GetViewShape().GetDimNum());
    dim += dim < 0 ? rank : 0;
    return static_cast<size_t>(dim < 0 || dim >= rank ? rank : dim);
}

/// Whether shapes are the same but for a dimension.
bool FitBut(const op::Shape& shape, const op::Shape& other, size_t axis) {
    op::Shape like = other;
    if (axis < like.GetDimNum() && axis < shape.GetDimNum()) {
        like[axis] = shape[axis];
    }
    return like == shape;
}

}  // namespace

aclTensor* ConcatD(const aclTensorList* inputs, int64_t dim, aclOpExecutor* executor) {
    if (inputs == nullptr || inputs->Size() == 0 || (*inputs)[0] == nullptr) {
        Reject("ConcatD", "there is no tensor");
        return nullptr;
    }
    const aclTensor& first = *(*inputs)[0];
    const size_t axis = AxisOf(first, dim);
    op::Shape shape = first.GetViewShape();
    std::vector<const aclTensor*> operands;
    int64_t size = 0;
    for (uint64_t i = 0; i < inputs->Size(); ++i) {
        const aclTensor* input = (*inputs)[i];
        if (input == nullptr || input->GetDataType() != first.GetDataType() ||
            axis == shape.GetDimNum() || !FitBut(input->GetViewShape(), shape, axis)) {
            Reject("ConcatD",
                   "the tensors differ in type or other dimensions, or have not this one");
            return nullptr;
        }
        size += input->GetViewShape()[axis];
        operands.push_back(input);
    }
    shape[axis] = size;
    aclTensor* y = executor->AllocTensor(shape, first.GetDataType(), first.GetStorageFormat());
    operands.push_back(y);
    const bool added =
        y != nullptr &&
        l0::AddHostStep(executor, "ConcatD", operands, [axis](const l0::Operands& views) {
            View part = views.back();
            for (size_t i = 0; i + 1 < views.size(); ++i) {
                part.shape = views[i].shape;
                l0::CopyView(views[i], part);
                part.offset += views[i].shape[axis] * part.strides[axis];
            }
        });
    return added ? y : nullptr;
}

aclTensor* ConcatD(const aclTensorList* inputs, int64_t dim, op::DataType outDtype,
                   aclOpExecutor* executor) {
    aclTensor* joined = ConcatD(inputs, dim, executor);
    return const_cast<aclTensor*>(Cast(joined, outDtype, executor));  // allocated just now
}

const aclTensorList* SplitV(const aclTensor* self, const aclIntArray* splitSize, int64_t dim,
                            aclOpExecutor* executor) {
    if (self == nullptr || splitSize == nullptr) {
        Reject("SplitV", "a parameter is null");
        return nullptr;
    }
    const size_t axis = AxisOf(*self, dim);
    op::Shape shape = self->GetViewShape();
    int64_t remaining = axis == shape.GetDimNum() ? -1 : shape[axis];
    int64_t begin = 0;
    std::vector<const aclTensor*> parts;
    for (uint64_t i = 0; i < splitSize->Size(); ++i) {
        const int64_t size = (*splitSize)[i];
        remaining -= size;
        if (size < 0 || remaining < 0) {
            break;
        }
        shape[axis] = size;
        aclTensor* part =
            executor->AllocTensor(shape, self->GetDataType(), self->GetStorageFormat());
        const bool added =
            part != nullptr &&
            l0::AddCopy(executor, "SplitV", self, part, [axis, begin](View* from, View* to) {
                from->offset += begin * from->strides[axis];
                from->shape = to->shape;
            });
        if (!added) {
            return nullptr;
        }
        parts.push_back(part);
        begin += size;
    }
    if (remaining != 0 || parts.size() != splitSize->Size()) {
        Reject("SplitV", "there is no such dimension, or the sizes do not sum up to it");
        return nullptr;
    }
    return executor->AllocTensorList(parts.data(), parts.size());
}

bool SplitVAiCoreSupport(const aclTensor*) {
    return false;
}

bool IsSplitV2AiCoreSupport(const aclTensor*, const aclIntArray*, int64_t) {
    return false;
}

}  // namespace l0op
