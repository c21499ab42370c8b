// Normalization of the trailing dimensions.
#include <cmath>

#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

namespace l0op {

std::array<aclTensor*, 3> LayerNormV3WithImplMode(const aclTensor* input, const aclTensor* weight,
                                                  const aclTensor* bias, int64_t beginAxis,
                                                  double eps, int32_t, aclOpExecutor* executor) {
    const op::Shape shape = input == nullptr ? op::Shape() : input->GetViewShape();
    const bool fits = input != nullptr && weight != nullptr && bias != nullptr && beginAxis >= 0 &&
                      beginAxis <= static_cast<int64_t>(shape.GetDimNum()) &&
                      l0::IsNumber(input->GetDataType());
    op::Shape statistics_shape;
    int64_t row = 1;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        const bool normalized = static_cast<int64_t>(i) >= beginAxis;
        statistics_shape.AppendDim(normalized ? 1 : shape[i]);
        row *= normalized ? shape[i] : 1;
    }
    if (!fits || row == 0 || weight->Numel() != row || bias->Numel() != row) {
        runtime::Fail(ACLNN_ERR_PARAM_INVALID,
                      "l0op::LayerNormV3: the tensors are null, or weight and bias do not have as "
                      "many elements as the dimensions of input from number %ld on",
                      static_cast<long>(beginAxis));
        return {nullptr, nullptr, nullptr};
    }
    aclTensor* y = executor->AllocTensor(shape, input->GetDataType());
    aclTensor* mean = executor->AllocTensor(statistics_shape, ge::DT_FLOAT);
    aclTensor* rstd = executor->AllocTensor(statistics_shape, ge::DT_FLOAT);
    const size_t count = static_cast<size_t>(row);
    const bool added = l0::AddHostStep(
        executor, "LayerNormV3", {input, weight, bias, y, mean, rstd},
        [count, eps](const l0::Operands& operands) {
            std::vector<double> x = l0::ReadReals(operands[0]);
            const std::vector<double> scale = l0::ReadReals(operands[1]);
            const std::vector<double> shift = l0::ReadReals(operands[2]);
            std::vector<double> means(x.size() / count);
            std::vector<double> reciprocals(means.size());
            for (size_t i = 0; i < means.size(); ++i) {
                double* first = &x[i * count];
                double sum = 0;
                double squares = 0;
                for (size_t j = 0; j < count; ++j) {
                    sum += first[j];
                }
                means[i] = sum / static_cast<double>(count);
                for (size_t j = 0; j < count; ++j) {
                    squares += (first[j] - means[i]) * (first[j] - means[i]);
                }
                reciprocals[i] = 1 / std::sqrt(squares / static_cast<double>(count) + eps);
                for (size_t j = 0; j < count; ++j) {
                    first[j] = (first[j] - means[i]) * reciprocals[i] * scale[j] + shift[j];
                }
            }
            l0::WriteReals(x, operands[3]);
            l0::WriteReals(means, operands[4]);
            l0::WriteReals(reciprocals, operands[5]);
        });
    return added ? std::array<aclTensor*, 3>{y, mean, rstd}
                 : std::array<aclTensor*, 3>{nullptr, nullptr, nullptr};
}

}  // namespace l0op
