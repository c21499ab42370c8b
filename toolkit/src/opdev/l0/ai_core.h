// Built-in operators as kernels of the built-in package.
#pragma once

#include <initializer_list>

#include "aclnn/opdev/op_executor.h"

namespace l0 {

/// y = op_type(inputs...), element by element, broadcast, as a kernel of an installed package.
/// Null, with no error, if no package has one for these types: the operator then runs on the host,
/// as CANN runs such operators on the AI CPU.
aclTensor* ElementwiseOnAiCore(const char* op_type, std::initializer_list<const aclTensor*> inputs,
                               const op::Shape& shape, aclOpExecutor* executor);

}  // namespace l0
