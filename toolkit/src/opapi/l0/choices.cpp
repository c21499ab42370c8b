// Operators that choose between elements.
#include "aclnn/opdev/shape_utils.h"
#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

using nnopbase::View;
using runtime::Fail;
using runtime::ObjectKind;

namespace l0op {
namespace {

/// Whether the elements of a view, repeated over a shape, differ from 0.
std::vector<double> Truths(const View& view, const op::Shape& shape) {
    return l0::ReadReals(l0::Repeated(view, shape));
}

template <typename T>
std::vector<T> Select(const std::vector<double>& mask, const std::vector<T>& values) {
    std::vector<T> chosen;
    for (size_t i = 0; i < values.size(); ++i) {
        if (mask[i] != 0) {
            chosen.push_back(values[i]);
        }
    }
    return chosen;
}

/// The location of so many consecutive elements.
View Beginning(const View& out, size_t count) {
    return nnopbase::ContiguousView(op::Shape({static_cast<int64_t>(count)}), out.dtype,
                                    out.first());
}

}  // namespace

const aclTensor* Select(const aclTensor* condition, const aclTensor* x1, const aclTensor* x2,
                        aclOpExecutor* executor) {
    op::Shape shape;
    if (condition == nullptr || x1 == nullptr || x2 == nullptr ||
        x1->GetDataType() != x2->GetDataType() || !l0::IsNumber(x1->GetDataType()) ||
        !op::BroadcastInferShape(x1->GetViewShape(), x2->GetViewShape(), shape) ||
        !op::BroadcastInferShape(condition->GetViewShape(), shape, shape)) {
        Fail(ACLNN_ERR_PARAM_INVALID,
             "l0op::Select: the tensors are null, differ in type, or do not broadcast");
        return nullptr;
    }
    aclTensor* y = executor->AllocTensor(shape, x1->GetDataType());
    const bool whole = l0::IsWhole(x1->GetDataType());
    const auto choose = [](const std::vector<double>& mask, auto left, const auto& right) {
        for (size_t i = 0; i < left.size(); ++i) {
            left[i] = mask[i] != 0 ? left[i] : right[i];
        }
        return left;
    };
    const bool added =
        y != nullptr &&
        l0::AddHostStep(
            executor, "Select", {condition, x1, x2, y}, [=](const l0::Operands& operands) {
                const std::vector<double> mask = Truths(operands[0], shape);
                const View left = l0::Repeated(operands[1], shape);
                const View right = l0::Repeated(operands[2], shape);
                if (whole) {
                    l0::WriteWholes(choose(mask, l0::ReadWholes(left), l0::ReadWholes(right)),
                                    operands[3]);
                } else {
                    l0::WriteReals(choose(mask, l0::ReadReals(left), l0::ReadReals(right)),
                                   operands[3]);
                }
            });
    return added ? y : nullptr;
}

const aclTensor* SelectV2(const aclTensor* condition, const aclTensor* x1, const aclTensor* x2,
                          aclOpExecutor* executor) {
    return Select(condition, x1, x2, executor);
}

const aclTensor* MaskedFill(const aclTensor* self, const aclTensor* mask, const aclTensor* value,
                            aclOpExecutor* executor) {
    return Select(mask, value, self, executor);
}

bool MaskedSelect(const aclTensor* self, const aclTensor* mask, aclTensor* out,
                  aclOpExecutor* executor) {
    op::Shape shape;
    if (self == nullptr || mask == nullptr || out == nullptr ||
        self->GetDataType() != out->GetDataType() || !l0::IsNumber(self->GetDataType()) ||
        !op::BroadcastInferShape(self->GetViewShape(), mask->GetViewShape(), shape) ||
        out->Numel() < shape.GetShapeSize()) {
        Fail(
            ACLNN_ERR_PARAM_INVALID,
            "l0op::MaskedSelect: the tensors are null, differ in type, do not broadcast, or out is "
            "too small");
        return false;
    }
    const bool whole = l0::IsWhole(self->GetDataType());
    const uint64_t serial = runtime::SerialOf(ObjectKind::kTensor, out);
    return l0::AddHostStep(executor, "MaskedSelect", {self, mask, out},
                           [=](const l0::Operands& operands) {
                               const View values = l0::Repeated(operands[0], shape);
                               const std::vector<double> truths = Truths(operands[1], shape);
                               size_t count = 0;
                               for (const double truth : truths) {
                                   count += truth != 0 ? 1 : 0;
                               }
                               const View target = Beginning(operands[2], count);
                               if (whole) {
                                   l0::WriteWholes(Select(truths, l0::ReadWholes(values)), target);
                               } else {
                                   l0::WriteReals(Select(truths, l0::ReadReals(values)), target);
                               }
                               if (runtime::SerialOf(ObjectKind::kTensor, out) == serial) {
                                   out->SetViewShape(target.shape);
                               }
                           });
}

}  // namespace l0op
