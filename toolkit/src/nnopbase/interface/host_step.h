// Steps of executors that run on the host, in stream order.
#pragma once

#include <functional>
#include <vector>

#include "aclnn/opdev/op_executor.h"
#include "nnopbase/interface/interface_executor.h"

namespace l0 {

/// Where the operands are when the operator runs; host tensors are copies of their values.
using Operands = std::vector<nnopbase::View>;
using Body = std::function<void(const Operands&)>;

/// Adds an operator to the executor. The body runs later, when the tensors may be gone: it holds
/// what else it needs by value. A std::out_of_range that it throws fails the stream. False with an
/// error reported if the executor or an operand is null.
bool AddHostStep(aclOpExecutor* executor, const char* name,
                 const std::vector<const aclTensor*>& operands, Body body);

/// Puts an operator into the stream at once. An operand that is null has a view without data.
/// `name` lives as long as the process.
int SubmitOnHost(const char* name, const std::vector<const aclTensor*>& operands, Body body,
                 const void* stream);

/// Copies all elements of `from` to those of `to`; shapes and types must be the same.
void CopyView(const nnopbase::View& from, const nnopbase::View& to);
/// The view, its dimensions of size 1 repeated over a shape that it broadcasts to.
nnopbase::View Repeated(nnopbase::View view, const op::Shape& shape);
/// Adds a copy of all elements; the views are those of the tensors, changed by `adapt` if it is
/// given.
bool AddCopy(aclOpExecutor* executor, const char* name, const aclTensor* from, const aclTensor* to,
             std::function<void(nnopbase::View* from, nnopbase::View* to)> adapt = nullptr);

/// Reports an error of the operator `name`; NULL, for its result.
const aclTensor* Reject(const char* name, const char* reason);

/// Values of a host tensor of int32 or int64, or of an array; false with an error reported if it is
/// not one.
bool ReadIntegers(const char* name, const aclTensor* tensor, std::vector<int64_t>* values);

}  // namespace l0
