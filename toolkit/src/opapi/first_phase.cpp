#include "opapi/first_phase.h"

#include "aclnn/opdev/data_type_utils.h"
#include "aclnn/opdev/shape_utils.h"
#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/contiguous.h"
#include "nnopbase/interface/numbers.h"
#include "runtime/error.h"

using runtime::Fail;

namespace opapi {
namespace {

/// Families of types by what they can hold.
enum class Family { kBool, kWhole, kReal, kOther };

Family FamilyOf(op::DataType type) {
    return type == ge::DT_BOOL        ? Family::kBool
           : op::IsFloatingType(type) ? Family::kReal
           : op::IsIntegralType(type) ? Family::kWhole
                                      : Family::kOther;
}

/// The type that a number has if nothing else says which.
op::DataType DefaultType(op::DataType scalar) {
    switch (FamilyOf(scalar)) {
        case Family::kReal:
            return ge::DT_FLOAT;
        case Family::kWhole:
            return ge::DT_INT64;
        default:
            return scalar;
    }
}

op::DataType WithScalar(op::DataType tensors, op::DataType scalar) {
    return FamilyOf(scalar) > FamilyOf(tensors) ? DefaultType(scalar) : tensors;
}

aclnnStatus CheckShape(const op::Shape& actual, const aclTensor& out) {
    return actual == out.GetViewShape()
               ? ACLNN_SUCCESS
               : Fail(ACLNN_ERR_PARAM_INVALID, "the shape of out is %s, it should be %s",
                      op::ToString(out.GetViewShape()).GetString(),
                      op::ToString(actual).GetString());
}

aclnnStatus CheckTypes(op::DataType computed, op::DataType out) {
    return l0::IsNumber(computed) && l0::IsNumber(out)
               ? ACLNN_SUCCESS
               : Fail(ACLNN_ERR_PARAM_INVALID, "there is no arithmetic of these types: %s to %s",
                      op::ToString(computed).GetString(), op::ToString(out).GetString());
}

const aclTensor* Prepared(const aclTensor* tensor, op::DataType type, aclOpExecutor* executor) {
    const aclTensor* contiguous = l0op::Contiguous(tensor, executor);
    return contiguous == nullptr || type == ge::DT_UNDEFINED
               ? contiguous
               : l0op::Cast(contiguous, type, executor);
}

/// Converts and stores the result, and gives the executor to the caller.
aclnnStatus Finish(const aclTensor* computed, const aclTensor* out, UniqueExecutor* executor,
                   const Result& result) {
    const aclTensor* converted =
        computed == nullptr ? nullptr : l0op::Cast(computed, out->GetDataType(), executor->get());
    if (converted == nullptr || l0op::ViewCopy(converted, out, executor->get()) == nullptr) {
        return ACLNN_ERR_INNER_NULLPTR;
    }
    *result.workspace_size = executor->get()->GetWorkspaceSize();
    executor->ReleaseTo(result.executor);
    return ACLNN_SUCCESS;
}

aclnnStatus FinishEmpty(UniqueExecutor* executor, const Result& result) {
    *result.workspace_size = 0;
    executor->ReleaseTo(result.executor);
    return ACLNN_SUCCESS;
}

}  // namespace

op::DataType SameType(op::DataType type) {
    return type;
}

op::DataType FloatingType(op::DataType type) {
    return op::IsFloatingType(type) ? type : ge::DT_FLOAT;
}

op::DataType SumType(op::DataType type) {
    return op::IsFloatingType(type) ? type : ge::DT_INT64;
}

op::DataType CommonType(const Operands& operands) {
    op::DataType tensors = ge::DT_UNDEFINED;
    for (const Operand& operand : operands) {
        if (operand.tensor != nullptr) {
            const op::DataType type = operand.tensor->GetDataType();
            tensors = tensors == ge::DT_UNDEFINED ? type : op::PromoteType(tensors, type);
            if (tensors == ge::DT_UNDEFINED) {
                return tensors;
            }
        }
    }
    for (const Operand& operand : operands) {
        if (operand.scalar != nullptr) {
            tensors = WithScalar(tensors, operand.scalar->GetDataType());
        }
    }
    return tensors;
}

aclnnStatus RequireOperands(const Operands& operands) {
    for (size_t i = 0; i < operands.size(); ++i) {
        if (!operands[i].is_set()) {
            return Fail(ACLNN_ERR_PARAM_NULLPTR, "argument %zu is NULL", i);
        }
    }
    return ACLNN_SUCCESS;
}

aclnnStatus Elementwise(const Operands& operands, const aclTensor* out, TypeRule rule,
                        const Compute& compute, const Result& result) {
    Operands all = operands;
    all.emplace_back(out);
    aclnnStatus code = RequireOperands(all);
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    op::Shape shape;
    for (const Operand& operand : operands) {
        if (operand.tensor != nullptr &&
            !op::BroadcastInferShape(shape, operand.tensor->GetViewShape(), shape)) {
            return Fail(ACLNN_ERR_PARAM_INVALID, "the shapes %s and %s do not broadcast",
                        op::ToString(shape).GetString(),
                        op::ToString(operand.tensor->GetViewShape()).GetString());
        }
    }
    const op::DataType type = rule(CommonType(operands));
    if ((code = CheckShape(shape, *out)) != ACLNN_SUCCESS ||
        (code = CheckTypes(type, out->GetDataType())) != ACLNN_SUCCESS) {
        return code;
    }
    UniqueExecutor executor(__func__);
    if (out->IsEmpty()) {
        return FinishEmpty(&executor, result);
    }
    Tensors tensors;
    for (const Operand& operand : operands) {
        tensors.push_back(operand.tensor != nullptr
                              ? Prepared(operand.tensor, type, executor.get())
                              : executor->ConvertToTensor(operand.scalar, type));
        if (tensors.back() == nullptr) {
            return ACLNN_ERR_INNER_NULLPTR;
        }
    }
    return Finish(compute(tensors, executor.get()), out, &executor, result);
}

aclnnStatus General(const std::vector<Typed>& tensors, const aclTensor* out, const Compute& compute,
                    const Result& result) {
    Operands all = {out};
    for (const Typed& typed : tensors) {
        all.emplace_back(typed.tensor);
    }
    aclnnStatus code = RequireOperands(all);
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    UniqueExecutor executor(__func__);
    if (out->IsEmpty()) {
        return FinishEmpty(&executor, result);
    }
    Tensors prepared;
    for (const Typed& typed : tensors) {
        const op::DataType type =
            typed.type == ge::DT_UNDEFINED ? typed.tensor->GetDataType() : typed.type;
        if ((code = CheckTypes(type, typed.tensor->GetDataType())) != ACLNN_SUCCESS) {
            return code;
        }
        prepared.push_back(Prepared(typed.tensor, type, executor.get()));
        if (prepared.back() == nullptr) {
            return ACLNN_ERR_INNER_NULLPTR;
        }
    }
    const aclTensor* computed = compute(prepared, executor.get());
    if (computed == nullptr) {
        return ACLNN_ERR_INNER_NULLPTR;
    }
    code = CheckShape(computed->GetViewShape(), *out);
    return code != ACLNN_SUCCESS ? code : Finish(computed, out, &executor, result);
}

}  // namespace opapi
