#include "nnopbase/executor.h"

#include "runtime/live_objects.h"

aclOpExecutor::aclOpExecutor() {
    runtime::AddLive(runtime::ObjectKind::kExecutor, this);
}

aclOpExecutor::~aclOpExecutor() {
    runtime::RemoveLive(runtime::ObjectKind::kExecutor, this);
}

namespace nnopbase {

aclOpExecutor* FindExecutor(void* executor) {
    return runtime::IsLive(runtime::ObjectKind::kExecutor, executor)
               ? static_cast<aclOpExecutor*>(executor)
               : nullptr;
}

}  // namespace nnopbase
