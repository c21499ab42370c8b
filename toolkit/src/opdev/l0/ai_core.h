// Built-in operators as kernels of the built-in package.
#pragma once

#include <initializer_list>

#include "aclnn/opdev/op_executor.h"

namespace l0 {

/// y = op_type(inputs...), element by element, broadcast, as a kernel of an installed package;
/// null, with the error reported, if that fails. False if no package has one for these types: the
/// operator then runs on the host, as CANN runs such operators on the AI CPU.
bool ElementwiseOnAiCore(const char* op_type, std::initializer_list<const aclTensor*> inputs,
                         const op::Shape& shape, aclOpExecutor* executor, aclTensor** y);

}  // namespace l0
