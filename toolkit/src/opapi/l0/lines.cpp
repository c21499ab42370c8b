// Operators along a dimension, and rows of numbers.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/slice.h"
#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "opapi/l0/built_in.h"

using l0::Reject;

namespace l0op {
namespace {

/// The elements of a tensor as lines along a dimension: those of one are `inner` apart.
struct Lines {
    size_t outer = 1;
    size_t size = 1;
    size_t inner = 1;
};

Lines LinesOf(const op::Shape& shape, size_t axis) {
    Lines lines;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        size_t& extent = i < axis ? lines.outer : i == axis ? lines.size : lines.inner;
        extent *= static_cast<size_t>(shape[i]);
    }
    return lines;
}

template <typename T>
void Accumulate(const Lines& lines, bool exclusive, bool reverse, std::vector<T>* values) {
    for (size_t line = 0; line < lines.outer * lines.inner; ++line) {
        const size_t first = line / lines.inner * lines.size * lines.inner + line % lines.inner;
        T sum = 0;
        for (size_t i = 0; i < lines.size; ++i) {
            T& value = (*values)[first + (reverse ? lines.size - 1 - i : i) * lines.inner];
            const T before = sum;
            sum = static_cast<T>(sum + value);
            value = exclusive ? before : sum;
        }
    }
}

}  // namespace

const aclTensor* Cumsum(const aclTensor* self, const aclTensor* dim, bool exclusive, bool reverse,
                        aclOpExecutor* executor) {
    std::vector<int64_t> axes;
    if (self == nullptr || !l0::ReadIntegers("Cumsum", dim, &axes)) {
        return nullptr;
    }
    const int64_t rank = static_cast<int64_t>(self->GetViewShape().GetDimNum());
    const int64_t axis = axes.size() != 1 ? rank : axes[0] + (axes[0] < 0 ? rank : 0);
    if (axis < 0 || axis >= rank || !l0::IsNumber(self->GetDataType())) {
        return Reject("Cumsum", "there is no such dimension, or the tensor is of no number type");
    }
    aclTensor* y =
        executor->AllocTensor(self->GetViewShape(), self->GetDataType(), self->GetStorageFormat());
    const Lines lines = LinesOf(self->GetViewShape(), static_cast<size_t>(axis));
    const bool whole = l0::IsWhole(self->GetDataType());
    const bool added =
        y != nullptr &&
        l0::AddHostStep(executor, "Cumsum", {self, y}, [=](const l0::Operands& operands) {
            if (whole) {
                std::vector<int64_t> values = l0::ReadWholes(operands[0]);
                Accumulate(lines, exclusive, reverse, &values);
                l0::WriteWholes(values, operands[1]);
            } else {
                std::vector<double> values = l0::ReadReals(operands[0]);
                Accumulate(lines, exclusive, reverse, &values);
                l0::WriteReals(values, operands[1]);
            }
        });
    return added ? y : nullptr;
}

const aclTensor* Cumsum(const aclTensor* self, const aclTensor* dim, aclOpExecutor* executor) {
    return Cumsum(self, dim, false, false, executor);
}

std::tuple<aclTensor*, aclTensor*> Topk(const aclTensor* self, int64_t k, int64_t dim, bool largest,
                                        bool, op::DataType indicesDType, aclOpExecutor* executor) {
    const auto [values, indices] = Sort(self, dim, largest, true, indicesDType, executor);
    if (values == nullptr || indices == nullptr) {
        return {nullptr, nullptr};
    }
    const op::Shape& shape = self->GetViewShape();
    std::vector<int64_t> begins(shape.GetDimNum(), 0);
    std::vector<int64_t> sizes(shape.GetDimNum(), -1);
    sizes.back() = k;
    const aclIntArray* offset = executor->AllocIntArray(begins.data(), begins.size());
    const aclIntArray* size = executor->AllocIntArray(sizes.data(), sizes.size());
    // Both are allocated just now.
    return {const_cast<aclTensor*>(Slice(values, offset, size, executor)),
            const_cast<aclTensor*>(Slice(indices, offset, size, executor))};
}

const aclTensor* Arange(const aclScalar* start, const aclScalar* end, const aclScalar* step,
                        const aclTensor* out, const bool, aclOpExecutor* executor) {
    if (start == nullptr || end == nullptr || step == nullptr || out == nullptr ||
        !l0::IsNumber(out->GetDataType())) {
        return Reject("Arange", "a parameter is null, or the result is of no number type");
    }
    aclTensor* y = executor->AllocTensor(out->GetViewShape(), out->GetDataType());
    const double first = start->ToDouble();
    const double step_size = step->ToDouble();
    const bool added =
        y != nullptr && l0::AddHostStep(executor, "Arange", {y}, [=](const l0::Operands& operands) {
            std::vector<double> values(nnopbase::ElementCount(operands[0].shape));
            for (size_t i = 0; i < values.size(); ++i) {
                values[i] = first + static_cast<double>(i) * step_size;
            }
            l0::WriteReals(values, operands[0]);
        });
    return added ? y : nullptr;
}

}  // namespace l0op
