// Kernels of operators with arguments as hand-written interfaces pass them.
#pragma once

#include <memory>
#include <string>

#include "aclnn/opdev/op_arg_def.h"
#include "nnopbase/kernel_executor.h"

namespace nnopbase {

/// Finds the kernel for these arguments, with attributes in the order of the operator's definition
/// (null lists: the default), and runs tiling. `workspace`: bytes it needs. Null with the error
/// reported and in `*code` if that fails.
std::unique_ptr<KernelExecutor> PrepareKernel(const std::string& op_type,
                                              const op::OpArgContext& args, uint64_t* workspace,
                                              int* code);

}  // namespace nnopbase
