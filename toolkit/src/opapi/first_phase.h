// Phase 1 of the built-in interfaces: checks, types, shapes, and what is put into the executor.
#pragma once

#include <functional>
#include <vector>

#include "aclnn/aclnn_base.h"
#include "aclnn/opdev/op_dfx.h"
#include "aclnn/opdev/op_executor.h"

namespace opapi {

/// Where phase 1 gives its results.
struct Result {
    uint64_t* workspace_size;
    aclOpExecutor** executor;
};

/// An argument of arithmetic: a tensor or a number.
struct Operand {
    Operand(const aclTensor* operand) : tensor(operand) {}
    Operand(const aclScalar* operand) : scalar(operand) {}

    bool is_set() const { return tensor != nullptr || scalar != nullptr; }

    const aclTensor* tensor = nullptr;
    const aclScalar* scalar = nullptr;
};

using Operands = std::vector<Operand>;
using Tensors = std::vector<const aclTensor*>;
/// Adds operators to the executor; null, with the error reported, if that fails.
using Compute = std::function<const aclTensor*(const Tensors&, aclOpExecutor*)>;
/// From the common type of the operands to the one that is computed in.
using TypeRule = op::DataType (*)(op::DataType);

op::DataType SameType(op::DataType type);
/// float for integers and bool.
op::DataType FloatingType(op::DataType type);
/// int64 for integers and bool, as sums of them are.
op::DataType SumType(op::DataType type);

/// What torch and CANN compute in: a number changes the type of a tensor only if it is of a higher
/// family (bool, integer, floating). DT_UNDEFINED if there is no common type.
op::DataType CommonType(const Operands& operands);

/// 161001 if one is null.
aclnnStatus RequireOperands(const Operands& operands);

/// Phase 1 of element by element operators: operands of a common type, broadcast to the shape of
/// `out`, and the result converted to the type of `out`.
aclnnStatus Elementwise(const Operands& operands, const aclTensor* out, TypeRule rule,
                        const Compute& compute, const Result& result);

/// Phase 1 of all others: `compute` gets the tensors contiguous, of these types (DT_UNDEFINED:
/// their own). Its result must have the shape of `out`.
struct Typed {
    const aclTensor* tensor;
    op::DataType type;
};
aclnnStatus General(const std::vector<Typed>& tensors, const aclTensor* out, const Compute& compute,
                    const Result& result);

}  // namespace opapi

/// The result pointers of the interface that it is used in.
#define OPAPI_RESULT            \
    opapi::Result {             \
        workspaceSize, executor \
    }
