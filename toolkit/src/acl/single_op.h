// Operators of packages called by their type (aclop).
#pragma once

#include "acl/acl_op.h"

namespace acl {

struct SingleOpCall {
    const char* type;
    int num_inputs;
    const aclTensorDesc* const* input_descs;
    const aclDataBuffer* const* inputs;  ///< null unless it runs
    int num_outputs;
    const aclTensorDesc* const* output_descs;
    const aclDataBuffer* const* outputs;  ///< null unless it runs
    const aclopAttr* attr;                ///< null: none
};

enum class SingleOpAction {
    kCheck,  ///< finds the kernel and runs tiling
    kRun,    ///< in the stream; dimensions of outputs that are -1 are inferred and written
    kInfer   ///< writes the dimensions of the outputs
};

/// Lets libnnopbase do it, which knows packages: opened when the first operator is called.
int CallSingleOp(const SingleOpCall& call, SingleOpAction action, aclrtStream stream);

/// The function of libnnopbase.
using SingleOpFunction = int (*)(const SingleOpCall* call, SingleOpAction action,
                                 aclrtStream stream);
constexpr char kSingleOpFunction[] = "NnopbaseCallSingleOp";

}  // namespace acl
