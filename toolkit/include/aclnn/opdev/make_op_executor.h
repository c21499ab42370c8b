// How operators are added to an executor. The macros use the variable `executor`.
#ifndef __MAKE_OP_EXECUTOR_H__
#define __MAKE_OP_EXECUTOR_H__

// Sources of CANN's own interfaces rely on these, and on the namespace.
#include <atomic>
#include <chrono>
#include <functional>
#include <iomanip>
#include <limits>
#include <mutex>
#include <numeric>
#include <queue>
#include <set>
#include <thread>
#include <unordered_map>

#include "op_arg_def.h"
#include "op_executor.h"
#include "platform.h"

using namespace std;

#define CREATE_EXECUTOR() UniqueExecutor(__func__)

/// INFER_SHAPE(Op, OP_INPUT(...), OP_OUTPUT(...), OP_ATTR(...)): 0, or an error code.
#define INFER_SHAPE(KERNEL_NAME, ...) \
    op::internal::InferShapes(KERNEL_NAME##OpTypeId(), op::internal::MakeOpArgContext(__VA_ARGS__))

/// ADD_TO_LAUNCHER_LIST_AICORE(Op, OP_INPUT(...), OP_OUTPUT(...), OP_ATTR(...)): 0, or an error
/// code.
#define ADD_TO_LAUNCHER_LIST_AICORE(KERNEL_NAME, ...)                \
    op::internal::AddAiCoreKernel(KERNEL_NAME##OpTypeId(), executor, \
                                  op::internal::MakeOpArgContext(__VA_ARGS__))

/// ADD_TO_LAUNCHER_LIST_DSA(DSAGenBitMask, OP_INPUT(...), OP_OUTPUT(...), OP_ATTR(0)): no result.
#define ADD_TO_LAUNCHER_LIST_DSA(KERNEL_NAME, ...)                                                 \
    CreatDSAKernelLauncher(#KERNEL_NAME, KERNEL_NAME##OpTypeId(), KERNEL_NAME##TaskType, executor, \
                           op::GetOpArgContext(__VA_ARGS__))

#endif  // __MAKE_OP_EXECUTOR_H__
