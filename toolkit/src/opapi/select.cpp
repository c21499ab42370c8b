// Choices between elements, and sequences of numbers.
#include <cmath>
#include <vector>

#include "aclnnop/aclnn_arange.h"
#include "aclnnop/aclnn_masked_select.h"
#include "aclnnop/aclnn_s_where.h"
#include "aclnnop/aclnn_threshold_backward.h"
#include "opapi/first_phase.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

using opapi::Tensors;
using runtime::Fail;

extern "C" {

aclnnStatus aclnnSWhereGetWorkspaceSize(const aclTensor* condition, const aclTensor* self,
                                        const aclTensor* other, aclTensor* out,
                                        uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnSWhere, DFX_IN(condition, self, other), DFX_OUT(out));
    return opapi::Elementwise(
        {condition, self, other}, out, opapi::SameType,
        [](const Tensors& x, aclOpExecutor* owner) {
            return l0op::Select(x[0], x[1], x[2], owner);
        },
        OPAPI_RESULT);
}

aclnnStatus aclnnMaskedSelectGetWorkspaceSize(const aclTensor* self, const aclTensor* mask,
                                              aclTensor* out, uint64_t* workspaceSize,
                                              aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnMaskedSelect, DFX_IN(self, mask), DFX_OUT(out));
    const aclnnStatus code = opapi::RequireOperands({self, mask, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    UniqueExecutor unique(__func__);
    if (!l0op::MaskedSelect(self, mask, out, unique.get())) {
        return ACLNN_ERR_PARAM_INVALID;
    }
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

aclnnStatus aclnnThresholdBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                   const aclTensor* self,
                                                   const aclScalar* threshold, aclTensor* out,
                                                   uint64_t* workspaceSize,
                                                   aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnThresholdBackward, DFX_IN(gradOutput, self, threshold), DFX_OUT(out));
    const aclnnStatus code = opapi::RequireOperands({threshold});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::Elementwise(
        {gradOutput, self}, out, opapi::SameType,
        [threshold](const Tensors& x, aclOpExecutor* owner) -> const aclTensor* {
            const aclTensor* limit = owner->ConvertToTensor(threshold, x[1]->GetDataType());
            const aclTensor* above = limit == nullptr ? nullptr : l0op::Greater(x[1], limit, owner);
            const aclTensor* zeros = l0op::ZerosLike(x[0], owner);
            return above == nullptr || zeros == nullptr ? nullptr
                                                        : l0op::Select(above, x[0], zeros, owner);
        },
        OPAPI_RESULT);
}

aclnnStatus aclnnArangeGetWorkspaceSize(const aclScalar* start, const aclScalar* end,
                                        const aclScalar* step, aclTensor* out,
                                        uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnArange, DFX_IN(start, end, step), DFX_OUT(out));
    const aclnnStatus code = opapi::RequireOperands({start, end, step, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    const double first = start->ToDouble();
    const double difference = step->ToDouble();
    const double count = std::ceil((end->ToDouble() - first) / difference);
    if (difference == 0 || count != static_cast<double>(out->Numel())) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "out has %lld elements, the range has %g",
                    static_cast<long long>(out->Numel()), count);
    }
    return opapi::General(
        {}, out,
        [=](const Tensors&, aclOpExecutor* owner) {
            std::vector<double> values;
            for (int64_t i = 0; i < out->Numel(); ++i) {
                values.push_back(first + static_cast<double>(i) * difference);
            }
            return owner->ConvertToTensor(values.data(), values.size(), out->GetDataType());
        },
        OPAPI_RESULT);
}
}
