#include "nnopbase/call_options.h"

#include "acl/acl_rt.h"
#include "runtime/context.h"

namespace nnopbase {

int64_t DeterministicLevel() {
    runtime::Process& process = runtime::Process::Get();
    const auto context = process.contexts.Find(runtime::CurrentContextHandle());
    if (context != nullptr) {
        std::lock_guard<std::mutex> lock(context->options_mutex);
        const auto option = context->options.find(ACL_OPT_DETERMINISTIC);
        if (option != context->options.end()) {
            return option->second;
        }
    }
    std::lock_guard<std::mutex> lock(process.options_mutex);
    const auto option = process.options.find(ACL_OPT_DETERMINISTIC);
    return option != process.options.end() ? option->second : 0;
}

int32_t Deterministic() {
    return DeterministicLevel() != 0 ? 1 : 0;
}

}  // namespace nnopbase
