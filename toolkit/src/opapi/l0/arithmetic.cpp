// Operators that compute: casts, reductions, sorting. Element by element: elementwise.cpp.
#include <cmath>
#include <numeric>

#include "aclnn/opdev/shape_utils.h"
#include "aclnn_kernels/cast.h"
#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "opapi/l0/ai_core.h"
#include "opapi/l0/built_in.h"

using l0::Reject;
using nnopbase::View;

namespace l0op {
namespace {

/// Which dimensions a reduction leaves out; false for a dimension that does not exist.
bool FindReduced(const aclTensor& self, const aclIntArray* axes, bool all_if_empty,
                 std::vector<bool>* reduced) {
    const int64_t rank = static_cast<int64_t>(self.GetViewShape().GetDimNum());
    const bool none = axes == nullptr || axes->Size() == 0;
    reduced->assign(static_cast<size_t>(rank), none && all_if_empty);
    for (uint64_t i = 0; !none && i < axes->Size(); ++i) {
        const int64_t axis = (*axes)[i] + ((*axes)[i] < 0 ? rank : 0);
        if (axis < 0 || axis >= rank) {
            return false;
        }
        (*reduced)[static_cast<size_t>(axis)] = true;
    }
    return true;
}

/// Folds the values of each result with `fold`, from `first` on, and finishes it.
template <typename Fold, typename Finish>
const aclTensor* Reduce(const char* name, const aclTensor* self, const aclIntArray* axes,
                        bool keep_dims, bool all_if_empty, aclOpExecutor* executor, double first,
                        Fold fold, Finish finish, ge::DataType type = ge::DT_UNDEFINED) {
    std::vector<bool> reduced;
    if (self == nullptr || !l0::IsNumber(self->GetDataType()) ||
        !FindReduced(*self, axes, all_if_empty, &reduced)) {
        return Reject(name, "the tensor is null or of no number type, or an axis does not exist");
    }
    const op::Shape& before = self->GetViewShape();
    op::Shape shape;
    op::Shape indices_shape;  // with ones
    int64_t folded = 1;
    for (size_t i = 0; i < before.GetDimNum(); ++i) {
        folded *= reduced[i] ? before[i] : 1;
        indices_shape.AppendDim(reduced[i] ? 1 : before[i]);
        if (!reduced[i] || keep_dims) {
            shape.AppendDim(reduced[i] ? 1 : before[i]);
        }
    }
    aclTensor* y = executor->AllocTensor(
        shape, type == ge::DT_UNDEFINED ? self->GetDataType() : type, self->GetStorageFormat());
    const bool added =
        y != nullptr &&
        l0::AddHostStep(executor, name, {self, y}, [=](const l0::Operands& operands) {
            std::vector<double> results(nnopbase::ElementCount(operands[1].shape), first);
            // Where each element goes: the results seen as a tensor that is repeated.
            std::vector<int64_t> indices(results.size());
            std::iota(indices.begin(), indices.end(), 0);
            const View targets =
                l0::Repeated(nnopbase::ContiguousView(indices_shape, ge::DT_INT64, indices.data()),
                             operands[0].shape);
            const std::vector<int64_t> target = l0::ReadWholes(targets);
            const std::vector<double> values = l0::ReadReals(operands[0]);
            for (size_t i = 0; i < values.size(); ++i) {
                double& result = results[static_cast<size_t>(target[i])];
                result = fold(result, values[i]);
            }
            for (double& result : results) {
                result = finish(result, static_cast<double>(folded));
            }
            l0::WriteReals(results, operands[1]);
        });
    return added ? y : nullptr;
}

double Unchanged(double value, double) {
    return value;
}

}  // namespace

const aclTensor* Cast(const aclTensor* self, op::DataType dstDtype, aclOpExecutor* executor) {
    if (self == nullptr || self->GetDataType() == dstDtype) {
        return self;
    }
    if (!l0::IsNumber(self->GetDataType()) || !l0::IsNumber(dstDtype)) {
        return Reject("Cast", "one of the types is no number type");
    }
    const nnopbase::Tensor& from = nnopbase::Of(*self);
    aclTensor* y = executor->AllocTensor(from.storage_shape, from.view_shape, dstDtype,
                                         from.storage_format, from.original_format);
    if (y != nullptr && l0::KernelTakes("Cast", {self, y})) {
        return l0::AddKernel("Cast", {self}, y, executor, {dstDtype}) ? y : nullptr;
    }
    const bool whole = l0::IsWhole(self->GetDataType()) && l0::IsWhole(dstDtype);
    // In private formats all that is stored is converted, padding included.
    const bool stored = from.storage_shape.GetShapeSize() != from.view_shape.GetShapeSize();
    const op::Shape storage = from.storage_shape;
    const bool added =
        y != nullptr &&
        l0::AddHostStep(executor, "Cast", {self, y}, [=](const l0::Operands& operands) {
            View in = operands[0];
            View out = operands[1];
            if (stored) {
                in = nnopbase::ContiguousView(storage, in.dtype, in.first());
                out = nnopbase::ContiguousView(storage, out.dtype, out.first());
            }
            if (whole) {
                l0::WriteWholes(l0::ReadWholes(in), out);
            } else {
                l0::WriteReals(l0::ReadReals(in), out);
            }
        });
    return added ? y : nullptr;
}

const aclTensor* CastOnlyForConvBackward(const aclTensor* self, op::DataType dstDtype,
                                         aclOpExecutor* executor) {
    return Cast(self, dstDtype, executor);
}

const aclTensor* ReduceSumOp(const aclTensor* x, const aclIntArray* axes, bool keep_dims,
                             aclOpExecutor* executor) {
    return Reduce(
        "ReduceSumOp", x, axes, keep_dims, true, executor, 0.0,
        [](double a, double b) { return a + b; }, Unchanged);
}

const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                            bool noopWithEmptyAxes, aclOpExecutor* executor) {
    return Reduce(
        "ReduceMean", self, dim, keepDim, !noopWithEmptyAxes, executor, 0.0,
        [](double a, double b) { return a + b; }, [](double a, double count) { return a / count; });
}

const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                            aclOpExecutor* executor) {
    return ReduceMean(self, dim, keepDim, false, executor);
}

const aclTensor* ReduceMax(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           bool noopWithEmptyAxes, aclOpExecutor* executor) {
    return Reduce(
        "ReduceMax", self, dim, keepDim, !noopWithEmptyAxes, executor, -HUGE_VAL,
        [](double a, double b) { return a != a || a > b ? a : b; }, Unchanged);
}

const aclTensor* ReduceMax(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           aclOpExecutor* executor) {
    return ReduceMax(self, dim, keepDim, false, executor);
}

const aclTensor* ReduceMin(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           aclOpExecutor* executor) {
    return Reduce(
        "ReduceMin", self, dim, keepDim, true, executor, HUGE_VAL,
        [](double a, double b) { return a != a || a < b ? a : b; }, Unchanged);
}

const aclTensor* ReduceAll(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           aclOpExecutor* executor) {
    return Reduce(
        "ReduceAll", self, dim, keepDim, true, executor, 1.0,
        [](double a, double b) { return a != 0 && b != 0 ? 1.0 : 0.0; }, Unchanged, ge::DT_BOOL);
}

const aclTensor* ReduceAny(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           aclOpExecutor* executor) {
    return Reduce(
        "ReduceAny", self, dim, keepDim, true, executor, 0.0,
        [](double a, double b) { return a != 0 || b != 0 ? 1.0 : 0.0; }, Unchanged, ge::DT_BOOL);
}

const std::tuple<aclTensor*, aclTensor*> Sort(const aclTensor* self, int64_t dim, bool descending,
                                              bool, aclOpExecutor* executor) {
    const int64_t rank =
        self == nullptr ? 0 : static_cast<int64_t>(self->GetViewShape().GetDimNum());
    const int64_t axis = dim + (dim < 0 ? rank : 0);
    if (self == nullptr || !l0::IsNumber(self->GetDataType()) || axis != rank - 1) {
        Reject("Sort",
               "the tensor is null or of no number type, or not sorted along its last axis");
        return {nullptr, nullptr};
    }
    aclTensor* values = executor->AllocTensor(self->GetViewShape(), self->GetDataType());
    aclTensor* indices = executor->AllocTensor(self->GetViewShape(), ge::DT_INT32);
    const size_t row = static_cast<size_t>(self->GetViewShape()[static_cast<size_t>(axis)]);
    const bool whole = l0::IsWhole(self->GetDataType());
    const auto sort_rows = [row, descending](auto* numbers, std::vector<int64_t>* indices) {
        std::vector<int64_t> order(row);
        const auto sorted = *numbers;
        for (size_t begin = 0; row > 0 && begin < sorted.size(); begin += row) {
            std::iota(order.begin(), order.end(), 0);
            const auto* first = &sorted[begin];
            std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
                return descending ? first[a] > first[b] : first[a] < first[b];
            });
            for (size_t i = 0; i < row; ++i) {
                (*numbers)[begin + i] = first[order[i]];
                (*indices)[begin + i] = order[i];
            }
        }
    };
    const bool added = l0::AddHostStep(
        executor, "Sort", {self, values, indices}, [=](const l0::Operands& operands) {
            std::vector<int64_t> indices(nnopbase::ElementCount(operands[0].shape));
            if (whole) {
                std::vector<int64_t> numbers = l0::ReadWholes(operands[0]);
                sort_rows(&numbers, &indices);
                l0::WriteWholes(numbers, operands[1]);
            } else {
                std::vector<double> numbers = l0::ReadReals(operands[0]);
                sort_rows(&numbers, &indices);
                l0::WriteReals(numbers, operands[1]);
            }
            l0::WriteWholes(indices, operands[2]);
        });
    return added ? std::make_tuple(values, indices)
                 : std::tuple<aclTensor*, aclTensor*>(nullptr, nullptr);
}

const std::tuple<aclTensor*, aclTensor*> Sort(const aclTensor* self, int64_t dim, bool descending,
                                              bool stable, op::DataType indicesType,
                                              aclOpExecutor* executor) {
    const auto [values, indices] = Sort(self, dim, descending, stable, executor);
    const aclTensor* cast = Cast(indices, indicesType, executor);
    return {values, const_cast<aclTensor*>(cast)};  // one that was just allocated
}

}  // namespace l0op
