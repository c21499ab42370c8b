// Built-in operators as kernels of the built-in package. Where a package has none for some types,
// the operator runs on the host, as CANN runs such operators on the AI CPU.
#pragma once

#include <initializer_list>

#include "aclnn/opdev/op_executor.h"

namespace l0 {

/// Whether a package has a kernel for these inputs and this output (the last), unmodified: of
/// these types, not empty, contiguous, of no private format.
bool KernelTakes(const char* op_type, std::initializer_list<const aclTensor*> tensors);

/// Adds the kernel to the executor; false, with the error reported, if that fails.
bool AddKernel(const char* op_type, std::initializer_list<const aclTensor*> inputs,
               const aclTensor* output, aclOpExecutor* executor,
               std::initializer_list<int64_t> attributes = {});

/// y = op_type(inputs...), element by element, broadcast; null, with the error reported, if that
/// fails. False if no package has a kernel for these types.
bool ElementwiseOnAiCore(const char* op_type, std::initializer_list<const aclTensor*> inputs,
                         const op::Shape& shape, aclOpExecutor* executor, aclTensor** y);

}  // namespace l0
