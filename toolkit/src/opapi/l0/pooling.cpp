// The largest element of each window of (N,) C, D, H, W, and where it was.
#include <cmath>
#include <stdexcept>

#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

namespace l0op {
namespace {

constexpr size_t kAxes = 3;

/// Windows along one axis.
struct Windows {
    int64_t size;      ///< of the axis
    int64_t count;     ///< of the windows
    int64_t length;    ///< elements of a window
    int64_t stride;    ///< from window to window
    int64_t padding;   ///< elements before the axis that are none
    int64_t dilation;  ///< from element to element

    /// How many windows there are; with ceil_mode the last may begin inside and end outside.
    void Count(bool ceil_mode) {
        const int64_t reach = size + 2 * padding - dilation * (length - 1) - 1;
        count = reach < 0 ? 0 : (reach + (ceil_mode ? stride - 1 : 0)) / stride + 1;
        count -= ceil_mode && count > 0 && (count - 1) * stride >= size + padding ? 1 : 0;
    }

    /// The first element of a window that exists.
    int64_t First(int64_t window) const {
        int64_t first = window * stride - padding;
        while (first < 0) {
            first += dilation;
        }
        return first;
    }
    int64_t End(int64_t window) const {
        return std::min(window * stride - padding + dilation * (length - 1) + 1, size);
    }
};

using AllWindows = std::array<Windows, kAxes>;

/// One value for all axes, one for each, or (if it may be empty) another list.
int64_t ValueOf(const aclIntArray& values, size_t axis, const aclIntArray& otherwise) {
    const aclIntArray& list = values.Size() == 0 ? otherwise : values;
    return list[list.Size() == 1 ? 0 : axis];
}

bool IsList(const aclIntArray* values, int64_t least) {
    bool good = values != nullptr && (values->Size() == 1 || values->Size() == kAxes);
    for (size_t i = 0; good && i < values->Size(); ++i) {
        good = (*values)[i] >= least;
    }
    return good;
}

size_t ProductOf(const AllWindows& windows, int64_t Windows::* count) {
    size_t all = 1;
    for (const Windows& axis : windows) {
        all *= static_cast<size_t>(axis.*count);
    }
    return all;
}

/// The place of the largest element of a window; a NaN is larger than all numbers.
size_t IndexOfLargest(const double* values, const AllWindows& along,
                      const std::array<int64_t, kAxes>& window) {
    const auto& [d, h, w] = along;
    const auto first = [&](size_t axis) { return along[axis].First(window[axis]); };
    const auto end = [&](size_t axis) { return along[axis].End(window[axis]); };
    int64_t best = (first(0) * h.size + first(1)) * w.size + first(2);
    for (int64_t i = first(0); i < end(0); i += d.dilation) {
        for (int64_t j = first(1); j < end(1); j += h.dilation) {
            for (int64_t k = first(2); k < end(2); k += w.dilation) {
                const int64_t element = (i * h.size + j) * w.size + k;
                if (values[element] > values[best] || std::isnan(values[element])) {
                    best = element;
                }
            }
        }
    }
    return static_cast<size_t>(best);
}

void Pool(const l0::Operands& operands, const AllWindows& along) {
    const std::vector<double> x = l0::ReadReals(operands[0]);
    const size_t volume = ProductOf(along, &Windows::size);
    const size_t results = ProductOf(along, &Windows::count);
    std::vector<double> largest(nnopbase::ElementCount(operands[1].shape));
    std::vector<int64_t> indices(largest.size());
    for (size_t i = 0; i < largest.size(); ++i) {
        const int64_t result = static_cast<int64_t>(i % results);
        const std::array<int64_t, kAxes> window = {result / along[2].count / along[1].count,
                                                   result / along[2].count % along[1].count,
                                                   result % along[2].count};
        const double* values = &x[i / results * volume];
        const size_t element = IndexOfLargest(values, along, window);
        largest[i] = values[element];
        indices[i] = static_cast<int64_t>(element);
    }
    l0::WriteReals(largest, operands[1]);
    l0::WriteWholes(indices, operands[2]);
}

}  // namespace

std::tuple<const aclTensor*, const aclTensor*> MaxPool3DWithArgmaxV2Ncdhw(
    const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,
    const aclIntArray* padding, const aclIntArray* dilation, bool ceilMode, std::string dataFormat,
    aclOpExecutor* executor) {
    const size_t rank = self == nullptr ? 0 : self->GetViewShape().GetDimNum();
    const bool has_stride = stride != nullptr && (stride->Size() == 0 || IsList(stride, 1));
    if ((rank != kAxes + 1 && rank != kAxes + 2) || !l0::IsNumber(self->GetDataType()) ||
        !IsList(kernelSize, 1) || !has_stride || !IsList(padding, 0) || !IsList(dilation, 1) ||
        dataFormat != "NCDHW") {
        runtime::Fail(ACLNN_ERR_PARAM_INVALID,
                      "l0op::MaxPool3DWithArgmaxV2: the tensor is not (N,) C, D, H, W of numbers, "
                      "or a list has not one or three positive values");
        return {nullptr, nullptr};
    }
    op::Shape shape = self->GetViewShape();
    AllWindows along;
    for (size_t axis = 0; axis < kAxes; ++axis) {
        int64_t& size = shape[rank - kAxes + axis];
        along[axis] = {size,
                       0,
                       ValueOf(*kernelSize, axis, *kernelSize),
                       ValueOf(*stride, axis, *kernelSize),
                       ValueOf(*padding, axis, *padding),
                       ValueOf(*dilation, axis, *dilation)};
        along[axis].Count(ceilMode);
        size = along[axis].count;
    }
    if (ProductOf(along, &Windows::count) == 0) {
        runtime::Fail(ACLNN_ERR_PARAM_INVALID,
                      "l0op::MaxPool3DWithArgmaxV2: no window fits into the tensor");
        return {nullptr, nullptr};
    }
    aclTensor* out = executor->AllocTensor(shape, self->GetDataType(), self->GetStorageFormat());
    aclTensor* indices = executor->AllocTensor(shape, ge::DT_INT32, self->GetStorageFormat());
    const bool added =
        l0::AddHostStep(executor, "MaxPool3DWithArgmaxV2", {self, out, indices},
                        [along](const l0::Operands& operands) { Pool(operands, along); });
    return added ? std::make_tuple(out, indices)
                 : std::tuple<const aclTensor*, const aclTensor*>(nullptr, nullptr);
}

const aclTensor* MaxPool3DGradWithArgmax(const aclTensor* gradOutput, const aclTensor* self,
                                         const aclTensor* indices, const aclIntArray*,
                                         const aclIntArray*, const aclIntArray*, const aclIntArray*,
                                         bool, aclOpExecutor* executor) {
    const bool has_operands = gradOutput != nullptr && self != nullptr && indices != nullptr;
    const size_t rank = has_operands ? self->GetViewShape().GetDimNum() : 0;
    if ((rank != kAxes + 1 && rank != kAxes + 2) ||
        gradOutput->GetViewShape() != indices->GetViewShape() ||
        gradOutput->GetViewShape().GetDimNum() != rank || indices->GetDataType() != ge::DT_INT32 ||
        !l0::IsNumber(gradOutput->GetDataType())) {
        return l0::Reject("MaxPool3DGradWithArgmax",
                          "the tensors are not (N,) C, D, H, W, or indices is not int32 of the "
                          "gradient's shape");
    }
    const auto volume_of = [rank](const aclTensor* tensor) {
        const op::Shape& shape = tensor->GetViewShape();
        return static_cast<size_t>(shape[rank - 3] * shape[rank - 2] * shape[rank - 1]);
    };
    const size_t windows = volume_of(gradOutput);
    const size_t volume = volume_of(self);
    aclTensor* out = executor->AllocTensor(self->GetViewShape(), gradOutput->GetDataType(),
                                           self->GetStorageFormat());
    const bool added = l0::AddHostStep(
        executor, "MaxPool3DGradWithArgmax", {gradOutput, indices, out},
        [windows, volume](const l0::Operands& operands) {
            const std::vector<double> gradient = l0::ReadReals(operands[0]);
            const std::vector<int64_t> indices = l0::ReadWholes(operands[1]);
            std::vector<double> sums(nnopbase::ElementCount(operands[2].shape), 0.0);
            for (size_t i = 0; i < indices.size(); ++i) {
                const size_t element = static_cast<size_t>(indices[i]);
                if (indices[i] < 0 || element >= volume) {
                    throw std::out_of_range("index " + std::to_string(indices[i]) +
                                            " is outside of the " + std::to_string(volume) +
                                            " elements of a channel");
                }
                sums[i / windows * volume + element] += gradient[i];
            }
            l0::WriteReals(sums, operands[2]);
        });
    return added ? out : nullptr;
}

}  // namespace l0op
