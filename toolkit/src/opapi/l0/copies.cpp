// Operators that move elements.
#include <cstring>

#include "aclnn/opdev/shape_utils.h"
#include "aclnn_kernels/pad.h"
#include "aclnn_kernels/slice.h"
#include "aclnn_kernels/transpose.h"
#include "nnopbase/interface/host_step.h"
#include "nnopbase/scalar_value.h"
#include "opapi/l0/ai_core.h"
#include "opapi/l0/built_in.h"

using l0::Reject;
using nnopbase::View;

namespace l0op {
namespace {

std::vector<int64_t> ValuesOf(const aclIntArray& array) {
    return std::vector<int64_t>(array.GetData(), array.GetData() + array.Size());
}

/// One element at every place of the target.
void Repeat(View target, const void* element) {
    const View source = {target.shape, op::Strides(target.shape.GetDimNum(), 0), 0, target.dtype,
                         const_cast<void*>(element)};
    l0::CopyView(source, target);
}

const aclTensor* Permute(const aclTensor* x, const aclTensor* y, const std::vector<int64_t>& perm,
                         aclOpExecutor* executor) {
    const bool added = l0::AddCopy(executor, "Transpose", x, y, [perm](View* from, View* to) {
        const op::Strides strides = from->strides;
        for (size_t i = 0; i < perm.size(); ++i) {
            from->strides[i] = strides[static_cast<size_t>(perm[i])];
        }
        from->shape = to->shape;
    });
    return added ? y : nullptr;
}

bool IsPermutation(std::vector<int64_t>* perm, size_t rank) {
    std::vector<bool> is_used(rank, false);
    for (int64_t& axis : *perm) {
        axis += axis < 0 ? static_cast<int64_t>(rank) : 0;
        if (axis < 0 || axis >= static_cast<int64_t>(rank) || is_used[static_cast<size_t>(axis)]) {
            return false;
        }
        is_used[static_cast<size_t>(axis)] = true;
    }
    return perm->size() == rank;
}

const aclTensor* Cut(const aclTensor* x, const aclTensor* y, const std::vector<int64_t>& offsets,
                     aclOpExecutor* executor) {
    const bool added = l0::AddCopy(executor, "Slice", x, y, [offsets](View* from, View* to) {
        for (size_t i = 0; i < offsets.size(); ++i) {
            from->offset += offsets[i] * from->strides[i];
        }
        from->shape = to->shape;
    });
    return added ? y : nullptr;
}

const aclTensor* Surround(const char* name, const aclTensor* self,
                          const std::vector<int64_t>& before, const std::vector<int64_t>& after,
                          std::vector<uint8_t> value, aclOpExecutor* executor) {
    op::Shape shape = self->GetViewShape();
    if (before.size() != shape.GetDimNum()) {
        return Reject(name, "paddings and dimensions differ in number");
    }
    for (size_t i = 0; i < before.size(); ++i) {
        if (before[i] < 0 || after[i] < 0) {
            return Reject(name, "a padding is negative");
        }
        shape[i] += before[i] + after[i];
    }
    aclTensor* y = executor->AllocTensor(shape, self->GetDataType(), self->GetStorageFormat());
    const bool added =
        y != nullptr &&
        l0::AddHostStep(executor, name, {self, y}, [before, value](const l0::Operands& operands) {
            View inner = operands[1];
            Repeat(inner, value.data());
            for (size_t i = 0; i < before.size(); ++i) {
                inner.offset += before[i] * inner.strides[i];
            }
            inner.shape = operands[0].shape;
            l0::CopyView(operands[0], inner);
        });
    return added ? y : nullptr;
}

/// A number everywhere.
const aclTensor* Constant(const aclTensor* like, float value, aclOpExecutor* executor) {
    if (like == nullptr) {
        return nullptr;
    }
    const aclScalar scalar(&value, ge::DT_FLOAT);
    const aclTensor* number = executor->ConvertToTensor(&scalar, like->GetDataType());
    const op::ShapeVector dims = op::ToShapeVector(like->GetViewShape());
    return number == nullptr
               ? nullptr
               : Fill(nullptr, number, executor->AllocIntArray(dims.data(), dims.size()), executor);
}

}  // namespace

const aclTensor* Transpose(const aclTensor* x, const aclIntArray* perm, aclOpExecutor* executor) {
    if (x == nullptr || perm == nullptr) {
        return Reject("Transpose", "a parameter is null");
    }
    std::vector<int64_t> axes = ValuesOf(*perm);
    const op::Shape& before = x->GetViewShape();
    if (!IsPermutation(&axes, before.GetDimNum())) {
        return Reject("Transpose", "perm is no permutation of the dimensions");
    }
    op::Shape shape;
    for (const int64_t axis : axes) {
        shape.AppendDim(before[static_cast<size_t>(axis)]);
    }
    aclTensor* y = executor->AllocTensor(shape, x->GetDataType(), x->GetStorageFormat());
    return y == nullptr ? nullptr : Permute(x, y, axes, executor);
}

const aclTensor* Transpose(const aclTensor* x, const aclTensor* y, const aclTensor* perm,
                           aclOpExecutor* executor) {
    std::vector<int64_t> axes;
    if (x == nullptr || y == nullptr || !l0::ReadIntegers("Transpose", perm, &axes)) {
        return nullptr;
    }
    return IsPermutation(&axes, x->GetViewShape().GetDimNum())
               ? Permute(x, y, axes, executor)
               : Reject("Transpose", "perm is no permutation of the dimensions");
}

const aclTensor* Slice(const aclTensor* x, const aclIntArray* offsets, const aclIntArray* size,
                       aclOpExecutor* executor) {
    if (x == nullptr || offsets == nullptr || size == nullptr) {
        return Reject("Slice", "a parameter is null");
    }
    const op::Shape& before = x->GetViewShape();
    op::Shape shape;
    for (size_t i = 0; i < before.GetDimNum(); ++i) {
        if (i >= offsets->Size() || i >= size->Size()) {
            return Reject("Slice", "offsets, sizes and dimensions differ in number");
        }
        const int64_t count = (*size)[i] == -1 ? before[i] - (*offsets)[i] : (*size)[i];
        if ((*offsets)[i] < 0 || count < 0 || (*offsets)[i] + count > before[i]) {
            return Reject("Slice", "it leaves the tensor");
        }
        shape.AppendDim(count);
    }
    aclTensor* y = executor->AllocTensor(shape, x->GetDataType(), x->GetStorageFormat());
    return y == nullptr ? nullptr : Cut(x, y, ValuesOf(*offsets), executor);
}

const aclTensor* Slice(const aclTensor* x, const aclTensor* y, const aclTensor* offset,
                       const aclTensor* size, aclOpExecutor* executor) {
    std::vector<int64_t> offsets;
    std::vector<int64_t> sizes;
    if (!l0::ReadIntegers("Slice", offset, &offsets) || !l0::ReadIntegers("Slice", size, &sizes)) {
        return nullptr;
    }
    return Cut(x, y, offsets, executor);
}

const aclTensor* Pad(const aclTensor* self, const aclTensor* paddings, aclOpExecutor* executor) {
    std::vector<int64_t> values;
    if (self == nullptr || !l0::ReadIntegers("Pad", paddings, &values)) {
        return nullptr;
    }
    std::vector<int64_t> before;
    std::vector<int64_t> after;
    for (size_t i = 0; i + 1 < values.size(); i += 2) {
        before.push_back(values[i]);
        after.push_back(values[i + 1]);
    }
    return Surround("Pad", self, before, after, std::vector<uint8_t>(16, 0), executor);
}

const aclTensor* PadV3(const aclTensor* self, const aclTensor* paddings,
                       const aclTensor* constant_values, const std::string& mode,
                       const bool paddingsContiguous, aclOpExecutor* executor) {
    std::vector<int64_t> values;
    if (self == nullptr || !l0::ReadIntegers("PadV3", paddings, &values)) {
        return nullptr;
    }
    if (mode != "constant") {
        return Reject("PadV3", "only the mode constant runs on the host");
    }
    const size_t rank = values.size() / 2;
    std::vector<int64_t> before;
    std::vector<int64_t> after;
    for (size_t i = 0; i < rank; ++i) {
        before.push_back(values[paddingsContiguous ? 2 * i : i]);
        after.push_back(values[paddingsContiguous ? 2 * i + 1 : rank + i]);
    }
    std::vector<uint8_t> value(16, 0);
    if (constant_values != nullptr && nnopbase::Of(*constant_values).root().on_host) {
        const std::vector<uint8_t>& constant = nnopbase::Of(*constant_values).root().host_data;
        std::copy(constant.begin(), constant.end(), value.begin());
    }
    return Surround("PadV3", self, before, after, value, executor);
}

const aclTensor* Fill(const aclTensor*, const aclTensor* value, const aclIntArray* outShape,
                      aclOpExecutor* executor) {
    if (value == nullptr || outShape == nullptr) {
        return Reject("Fill", "a parameter is null");
    }
    const op::Shape shape = nnopbase::ShapeOf(outShape->GetData(), outShape->Size());
    aclTensor* y = executor->AllocTensor(shape, value->GetDataType());
    const aclTensor* dims = executor->ConvertToTensor(outShape, ge::DT_INT64);
    if (y != nullptr && l0::KernelTakes("Fill", {dims, value, y})) {
        return l0::AddKernel("Fill", {dims, value}, y, executor) ? y : nullptr;
    }
    const bool added = y != nullptr && l0::AddHostStep(executor, "Fill", {value, y},
                                                       [](const l0::Operands& operands) {
                                                           Repeat(operands[1], operands[0].first());
                                                       });
    return added ? y : nullptr;
}

const aclTensor* ZerosLike(const aclTensor* self, aclOpExecutor* executor) {
    return Constant(self, 0, executor);
}

const aclTensor* OnesLike(const aclTensor* self, aclOpExecutor* executor) {
    return Constant(self, 1, executor);
}

const aclTensor* BroadcastTo(const aclTensor* x, const aclIntArray* shape,
                             aclOpExecutor* executor) {
    if (x == nullptr || shape == nullptr) {
        return Reject("BroadcastTo", "a parameter is null");
    }
    op::Shape target = nnopbase::ShapeOf(shape->GetData(), shape->Size());
    const op::Shape& before = x->GetViewShape();
    const size_t missing = target.GetDimNum() - before.GetDimNum();
    for (size_t i = 0; i < target.GetDimNum(); ++i) {
        if (target[i] == -1 && i >= missing) {
            target[i] = before[i - missing];
        }
    }
    op::Shape common;
    if (!op::BroadcastInferShape(before, target, common) || common != target) {
        return Reject("BroadcastTo", "the shapes do not broadcast");
    }
    if (before == target && x->GetPlacement() != gert::kOnHost) {
        return x;
    }
    aclTensor* y = executor->AllocTensor(target, x->GetDataType(), x->GetStorageFormat());
    return y == nullptr ? nullptr : BroadcastTo(x, y, nullptr, executor);
}

const aclTensor* BroadcastTo(const aclTensor* x, const aclTensor* y, const aclTensor*,
                             aclOpExecutor* executor) {
    const bool added = l0::AddCopy(executor, "BroadcastTo", x, y, [](View* from, View* to) {
        *from = l0::Repeated(*from, to->shape);
    });
    return added ? y : nullptr;
}

const aclTensor* Expand(const aclTensor* self, const aclIntArray* shape, aclOpExecutor* executor) {
    return BroadcastTo(self, shape, executor);
}

const aclTensor* TensorMove(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor) {
    const bool added = l0::KernelTakes("TensorMove", {x, y})
                           ? l0::AddKernel("TensorMove", {x}, y, executor)
                           : l0::AddCopy(executor, "TensorMove", x, y);
    return added ? y : nullptr;
}

const aclTensor* TensorMoveAiCore(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor) {
    return TensorMove(x, y, executor);
}

}  // namespace l0op
