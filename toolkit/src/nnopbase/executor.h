// Executors: what phase 1 of an aclnn call makes and phase 2 consumes.
#pragma once

#include <cstdint>

#include "aclnn/acl_meta.h"

/// Base of all executors. The C interfaces pass executors as void*, so this must be the first base
/// of its subclasses.
struct aclOpExecutor {
    aclOpExecutor();
    virtual ~aclOpExecutor();
    aclOpExecutor(const aclOpExecutor&) = delete;
    aclOpExecutor& operator=(const aclOpExecutor&) = delete;

    /// Keeps the executor alive after its run.
    bool repeatable = false;
};

namespace nnopbase {

/// The executor behind a pointer that a program passed; null if it does not exist (any more).
aclOpExecutor* FindExecutor(void* executor);

}  // namespace nnopbase
