// l0op::GatherV2 and what prepares indices.
#include <cstring>

#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

using nnopbase::View;

namespace l0op {
namespace {

int64_t Product(const op::Shape& shape, size_t first, size_t last) {
    int64_t product = 1;
    for (size_t i = first; i < last; ++i) {
        product *= shape[i];
    }
    return product;
}

/// Sizes of a gather: for each batch, of (outer, rows, inner) the rows that `indices` name.
struct Sizes {
    int64_t batches;
    int64_t outer;
    int64_t rows;
    int64_t inner;    ///< bytes
    int64_t indices;  ///< of one batch
};

void Gather(const Sizes& sizes, const char* from, const std::vector<int64_t>& indices,
            bool negative, char* to) {
    for (int64_t batch = 0; batch < sizes.batches; ++batch) {
        for (int64_t outer = 0; outer < sizes.outer; ++outer) {
            const char* rows = from + (batch * sizes.outer + outer) * sizes.rows * sizes.inner;
            for (int64_t i = 0; i < sizes.indices; ++i, to += sizes.inner) {
                int64_t row = indices[static_cast<size_t>(batch * sizes.indices + i)];
                row += negative && row < 0 ? sizes.rows : 0;
                if (row < 0 || row >= sizes.rows) {
                    memset(to, 0, static_cast<size_t>(sizes.inner));
                } else {
                    memcpy(to, rows + row * sizes.inner, static_cast<size_t>(sizes.inner));
                }
            }
        }
    }
}

}  // namespace

const aclTensor* GatherV2(const aclTensor* self, int64_t axis, const aclTensor* indices,
                          aclOpExecutor* executor, int batchDims, bool negativeIndexSupport) {
    const int64_t rank =
        self == nullptr ? 0 : static_cast<int64_t>(self->GetViewShape().GetDimNum());
    axis += axis < 0 ? rank : 0;
    if (self == nullptr || indices == nullptr || axis < batchDims || axis >= rank ||
        batchDims < 0 || !l0::IsWhole(indices->GetDataType()) ||
        !nnopbase::WholeBytes(self->GetDataType())) {
        runtime::Fail(ACLNN_ERR_PARAM_INVALID,
                      "l0op::GatherV2: a tensor is null or of a type that cannot be, or the axis "
                      "does not exist");
        return nullptr;
    }
    const op::Shape& before = self->GetViewShape();
    const op::Shape& index_shape = indices->GetViewShape();
    const size_t batch = static_cast<size_t>(batchDims);
    const size_t at = static_cast<size_t>(axis);
    op::Shape shape;
    for (size_t i = 0; i < at; ++i) {
        shape.AppendDim(before[i]);
    }
    for (size_t i = batch; i < index_shape.GetDimNum(); ++i) {
        shape.AppendDim(index_shape[i]);
    }
    for (size_t i = at + 1; i < before.GetDimNum(); ++i) {
        shape.AppendDim(before[i]);
    }
    const int64_t element = static_cast<int64_t>(nnopbase::ElementBits(self->GetDataType()) / 8);
    const Sizes sizes = {Product(before, 0, batch), Product(before, batch, at), before[at],
                         Product(before, at + 1, before.GetDimNum()) * element,
                         Product(index_shape, batch, index_shape.GetDimNum())};
    aclTensor* y = executor->AllocTensor(shape, self->GetDataType(), self->GetStorageFormat());
    const bool added =
        y != nullptr &&
        l0::AddHostStep(
            executor, "GatherV2", {self, indices, y}, [=](const l0::Operands& operands) {
                const View& x = operands[0];
                std::vector<char> dense(nnopbase::ElementCount(x.shape) *
                                        static_cast<size_t>(element));
                l0::CopyView(x, nnopbase::ContiguousView(x.shape, x.dtype, dense.data()));
                Gather(sizes, dense.data(), l0::ReadWholes(operands[1]), negativeIndexSupport,
                       static_cast<char*>(operands[2].first()));
            });
    return added ? y : nullptr;
}

const aclTensor* LinearIndex(const aclTensor* indices, const aclTensor* var, int64_t axis,
                             bool combine, aclOpExecutor* executor) {
    const int64_t rank = var == nullptr ? 0 : static_cast<int64_t>(var->GetViewShape().GetDimNum());
    axis += axis < 0 ? rank : 0;
    if (indices == nullptr || axis < 0 || axis >= rank || combine ||
        !l0::IsWhole(indices->GetDataType())) {
        runtime::Fail(
            ACLNN_ERR_PARAM_INVALID,
            "l0op::LinearIndex: a tensor is null or the indices are no integers, the axis "
            "does not exist, or indices of several dimensions are to be combined");
        return nullptr;
    }
    const int64_t size = var->GetViewShape()[static_cast<size_t>(axis)];
    aclTensor* y = executor->AllocTensor(indices->GetViewShape(), op::DataType::DT_INT32);
    const bool added = y != nullptr && l0::AddHostStep(executor, "LinearIndex", {indices, y},
                                                       [size](const l0::Operands& operands) {
                                                           std::vector<int64_t> values =
                                                               l0::ReadWholes(operands[0]);
                                                           for (int64_t& value : values) {
                                                               value += value < 0 ? size : 0;
                                                           }
                                                           l0::WriteWholes(values, operands[1]);
                                                       });
    return added ? y : nullptr;
}

}  // namespace l0op
