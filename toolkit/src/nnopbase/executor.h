// Executors: what phase 1 of an aclnn call makes and phase 2 consumes.
#pragma once

#include "aclnn/opdev/op_executor.h"

namespace nnopbase {

/// Base of all executors.
struct Executor : aclOpExecutor {
    Executor();
    ~Executor() override;

    /// Keeps the executor alive after its run.
    virtual void MakeRepeatable() { repeatable_ = true; }
    bool repeatable() const { return repeatable_; }
};

/// The executor at a pointer that a program passed; null if it does not exist (any more).
Executor* FindExecutor(void* executor);

}  // namespace nnopbase
