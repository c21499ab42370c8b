// Products of matrices.
#include "aclnn/opdev/shape_utils.h"
#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

using nnopbase::View;

namespace l0op {
namespace {

/// c[i, j] += sum of a[i, k] * b[k, j], row by row as the rows lie in memory.
void Multiply(const double* a, const double* b, double* c, size_t m, size_t k, size_t n) {
    for (size_t i = 0; i < m; ++i) {
        for (size_t p = 0; p < k; ++p) {
            const double factor = a[i * k + p];
            for (size_t j = 0; j < n; ++j) {
                c[i * n + j] += factor * b[p * n + j];
            }
        }
    }
}

size_t DimFromEnd(const op::Shape& shape, size_t from_end) {
    return static_cast<size_t>(shape[shape.GetDimNum() - from_end]);
}

/// The dimensions before the matrices.
op::Shape BatchOf(const op::Shape& shape) {
    op::Shape batch;
    for (size_t i = 0; i + 2 < shape.GetDimNum(); ++i) {
        batch.AppendDim(shape[i]);
    }
    return batch;
}

op::Shape WithMatrix(op::Shape batch, int64_t rows, int64_t columns) {
    batch.AppendDim(rows);
    batch.AppendDim(columns);
    return batch;
}

}  // namespace

const aclTensor* MatMul(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor) {
    op::Shape batch;
    const bool matrices =
        self != nullptr && other != nullptr && self->GetDataType() == other->GetDataType() &&
        l0::IsNumber(self->GetDataType()) && self->GetViewShape().GetDimNum() >= 2 &&
        other->GetViewShape().GetDimNum() >= 2;
    if (!matrices || DimFromEnd(self->GetViewShape(), 1) != DimFromEnd(other->GetViewShape(), 2) ||
        !op::BroadcastInferShape(BatchOf(self->GetViewShape()), BatchOf(other->GetViewShape()),
                                 batch)) {
        runtime::Fail(ACLNN_ERR_PARAM_INVALID,
                      "l0op::MatMul: the tensors are null, differ in type, or are no matrices that "
                      "can be multiplied");
        return nullptr;
    }
    const int64_t m = self->GetViewShape()[self->GetViewShape().GetDimNum() - 2];
    const int64_t k = static_cast<int64_t>(DimFromEnd(self->GetViewShape(), 1));
    const int64_t n = static_cast<int64_t>(DimFromEnd(other->GetViewShape(), 1));
    aclTensor* y = executor->AllocTensor(WithMatrix(batch, m, n), self->GetDataType());
    const bool added =
        y != nullptr &&
        l0::AddHostStep(executor, "MatMul", {self, other, y}, [=](const l0::Operands& operands) {
            const std::vector<double> a =
                l0::ReadReals(l0::Repeated(operands[0], WithMatrix(batch, m, k)));
            const std::vector<double> b =
                l0::ReadReals(l0::Repeated(operands[1], WithMatrix(batch, k, n)));
            std::vector<double> c(nnopbase::ElementCount(operands[2].shape), 0.0);
            const size_t count = m * n == 0 ? 0 : c.size() / static_cast<size_t>(m * n);
            for (size_t i = 0; i < count; ++i) {
                Multiply(&a[i * static_cast<size_t>(m * k)], &b[i * static_cast<size_t>(k * n)],
                         &c[i * static_cast<size_t>(m * n)], static_cast<size_t>(m),
                         static_cast<size_t>(k), static_cast<size_t>(n));
            }
            l0::WriteReals(c, operands[2]);
        });
    return added ? y : nullptr;
}

}  // namespace l0op
