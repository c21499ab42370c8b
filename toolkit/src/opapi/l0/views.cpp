// Between views, shapes and formats of the same memory: no operator runs.
#include "aclnn/opdev/shape_utils.h"
#include "aclnn/opdev/tensor_view_utils.h"
#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/reshape.h"
#include "aclnn_kernels/transdata.h"
#include "nnopbase/interface/host_step.h"
#include "opapi/l0/ai_core.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

using nnopbase::Of;
using nnopbase::Tensor;
using runtime::Fail;

namespace l0op {
namespace {

/// The whole tensor with other dimensions.
const aclTensor* WithShape(const aclTensor* x, const op::Shape& shape, aclOpExecutor* executor) {
    return executor->CreateView(x, shape, x->GetViewOffset());
}

bool ResolveAxis(const char* name, int64_t* axis, int64_t rank) {
    if (*axis < -rank || *axis >= rank) {
        Fail(ACLNN_ERR_PARAM_INVALID, "l0op::%s: there is no dimension %lld of %lld", name,
             static_cast<long long>(*axis), static_cast<long long>(rank));
        return false;
    }
    *axis += *axis < 0 ? rank : 0;
    return true;
}

}  // namespace

const aclTensor* Contiguous(const aclTensor* x, aclOpExecutor* executor) {
    if (x == nullptr || op::IsContiguous(x)) {
        return x == nullptr ? nullptr : WithShape(x, x->GetViewShape(), executor);
    }
    aclTensor* copy =
        executor->AllocTensor(x->GetViewShape(), x->GetDataType(), x->GetViewFormat());
    return copy != nullptr && l0::AddCopy(executor, "Contiguous", x, copy) ? copy : nullptr;
}

const aclTensor* ViewCopy(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor) {
    if (x == nullptr || y == nullptr || x->GetDataType() != y->GetDataType() ||
        x->Numel() != y->Numel()) {
        Fail(ACLNN_ERR_PARAM_INVALID, "l0op::ViewCopy: the tensors are null or do not match");
        return nullptr;
    }
    if (l0::KernelTakes("TensorMove", {x, y})) {
        return l0::AddKernel("TensorMove", {x}, y, executor) ? y : nullptr;
    }
    // Only the number of elements has to agree: a scalar may be given out as [1].
    const bool added =
        l0::AddCopy(executor, "ViewCopy", x, y, [](nnopbase::View* from, nnopbase::View* to) {
            from->shape = to->shape;
            from->strides = nnopbase::ContiguousStrides(to->shape);
        });
    return added ? y : nullptr;
}

const aclTensor* PickViewAsContiguous(const aclTensor* x, aclOpExecutor* executor) {
    if (!op::CanPickViewAsContiguous(x)) {
        Fail(ACLNN_ERR_PARAM_INVALID, "PickViewAsContiguous: the view does not fill its memory");
        return nullptr;
    }
    std::vector<std::pair<int64_t, int64_t>> dimensions;  // stride and size
    for (size_t i = 0; i < x->GetViewShape().GetDimNum(); ++i) {
        dimensions.emplace_back(x->GetViewStrides()[i], x->GetViewShape()[i]);
    }
    std::stable_sort(dimensions.begin(), dimensions.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    op::Shape shape;
    for (const auto& dimension : dimensions) {
        shape.AppendDim(dimension.second);
    }
    return WithShape(x, shape, executor);
}

const aclTensor* ReViewToOut(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor) {
    if (x == nullptr || y == nullptr) {
        return nullptr;
    }
    aclTensor* view = executor->CreateView(x, y->GetViewShape(), x->GetViewOffset());
    if (view != nullptr) {
        view->SetViewStrides(y->GetViewStrides());
    }
    return view;
}

const aclTensor* Reshape(const aclTensor* x, const op::Shape& shape, aclOpExecutor* executor) {
    if (x == nullptr) {
        return nullptr;
    }
    op::Shape resolved = shape;
    int64_t product = 1;
    size_t open = resolved.GetDimNum();
    for (size_t i = 0; i < resolved.GetDimNum(); ++i) {
        if (resolved[i] == -1 && open == resolved.GetDimNum()) {
            open = i;
        } else {
            product *= resolved[i];
        }
    }
    if (open < resolved.GetDimNum()) {
        resolved[open] = product == 0 ? 0 : x->Numel() / product;
    }
    if (resolved.GetShapeSize() != x->Numel() || !op::IsContiguous(x)) {
        Fail(ACLNN_ERR_PARAM_INVALID, "l0op::Reshape: %s does not become %s (or is not contiguous)",
             op::ToString(x->GetViewShape()).GetString(), op::ToString(shape).GetString());
        return nullptr;
    }
    return WithShape(x, resolved, executor);
}

const aclTensor* Reshape(const aclTensor* x, const aclIntArray* shape, aclOpExecutor* executor) {
    return shape == nullptr
               ? nullptr
               : Reshape(x, nnopbase::ShapeOf(shape->GetData(), shape->Size()), executor);
}

const aclTensor* UnsqueezeNd(const aclTensor* x, const aclIntArray* dim, aclOpExecutor* executor) {
    if (x == nullptr || dim == nullptr) {
        return nullptr;
    }
    const size_t rank = x->GetViewShape().GetDimNum() + dim->Size();
    op::Shape shape;
    shape.SetDimNum(rank);
    for (size_t i = 0; i < rank; ++i) {
        shape[i] = 0;
    }
    for (uint64_t i = 0; i < dim->Size(); ++i) {
        int64_t axis = (*dim)[i];
        if (!ResolveAxis("UnsqueezeNd", &axis, static_cast<int64_t>(rank))) {
            return nullptr;
        }
        shape[static_cast<size_t>(axis)] = -1;
    }
    size_t next = 0;
    for (size_t i = 0; i < rank; ++i) {
        shape[i] = shape[i] == -1 ? 1 : x->GetViewShape()[next++];
    }
    return Reshape(x, shape, executor);
}

const aclTensor* UnsqueezeNd(const aclTensor* x, int64_t dim, aclOpExecutor* executor) {
    return UnsqueezeNd(x, executor->AllocIntArray(&dim, 1), executor);
}

const aclTensor* SqueezeNd(const aclTensor* x, const aclIntArray* dim, aclOpExecutor* executor) {
    if (x == nullptr || dim == nullptr) {
        return nullptr;
    }
    const op::Shape& before = x->GetViewShape();
    std::vector<bool> gone(before.GetDimNum(), false);
    for (uint64_t i = 0; i < dim->Size(); ++i) {
        int64_t axis = (*dim)[i];
        if (!ResolveAxis("SqueezeNd", &axis, static_cast<int64_t>(before.GetDimNum()))) {
            return nullptr;
        }
        gone[static_cast<size_t>(axis)] = before[static_cast<size_t>(axis)] == 1;
    }
    op::Shape shape;
    for (size_t i = 0; i < before.GetDimNum(); ++i) {
        if (!gone[i]) {
            shape.AppendDim(before[i]);
        }
    }
    return Reshape(x, shape, executor);
}

const aclTensor* SqueezeNd(const aclTensor* x, int64_t dim, aclOpExecutor* executor) {
    return SqueezeNd(x, executor->AllocIntArray(&dim, 1), executor);
}

const aclTensor* ReFormat(const aclTensor* x, const op::Format& format, aclOpExecutor* executor) {
    if (x == nullptr) {
        return nullptr;
    }
    // Without an executor nothing can be allocated: the tensor itself gets another description.
    aclTensor* view = executor == nullptr
                          ? const_cast<aclTensor*>(x)
                          : executor->CreateView(x, x->GetViewShape(), x->GetViewOffset());
    if (view != nullptr) {
        view->SetViewFormat(format);
        view->SetOriginalFormat(format);
        view->SetStorageFormat(format);
        view->SetStorageShape(view->GetViewShape());
        view->SetOriginalShape(view->GetViewShape());
    }
    return view;
}

}  // namespace l0op
