#include "nnopbase/executor.h"

#include "runtime/live_objects.h"

namespace nnopbase {

Executor::Executor() {
    runtime::AddLive(runtime::ObjectKind::kExecutor, static_cast<aclOpExecutor*>(this));
}

Executor::~Executor() {
    runtime::RemoveLive(runtime::ObjectKind::kExecutor, static_cast<aclOpExecutor*>(this));
}

Executor* FindExecutor(void* executor) {
    return runtime::IsLive(runtime::ObjectKind::kExecutor, executor)
               ? static_cast<Executor*>(static_cast<aclOpExecutor*>(executor))
               : nullptr;
}

}  // namespace nnopbase
