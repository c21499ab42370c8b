#include "nnopbase/aicpu_kernel.h"

#include <dlfcn.h>

#include "aicpu/kernel_call.h"

namespace nnopbase {
namespace {

/// Whether the library takes the calls of this toolkit; else `*error` says why not.
bool TakesCalls(void* library, const std::string& path, std::string* error) {
    const auto version =
        reinterpret_cast<aicpu_call::VersionFunction>(dlsym(library, aicpu_call::kVersionFunction));
    if (version != nullptr && version() == aicpu_call::kVersion) {
        return true;
    }
    *error = path +
             (version == nullptr ? " was not linked with libaicpu_context.a of this toolkit"
                                 : " was linked with libaicpu_context.a of another version "
                                   "of this toolkit") +
             ": build the package again with this one";
    return false;
}

/// Makes the functions visible that AI CPUs have loaded, such as memcpy_s: libraries of kernels
/// call them and name no library.
void LoadSharedFunctions() {
    static void* const security = dlopen("libc_sec.so", RTLD_NOW | RTLD_GLOBAL);
    static_cast<void>(security);
}

}  // namespace

AicpuKernel::Function AicpuKernel::Load(std::string* error) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (function_ != nullptr) {
        return function_;
    }
    LoadSharedFunctions();
    // Never closed: threads of a kernel may outlive its call.
    void* const library = dlopen(library_.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* const text = dlerror();
        *error = text == nullptr ? library_ + " cannot be loaded" : text;
        return nullptr;
    }
    if (!TakesCalls(library, library_, error)) {
        return nullptr;
    }
    function_ = reinterpret_cast<Function>(dlsym(library, name_.c_str()));
    if (function_ == nullptr) {
        *error = library_ + " has no function " + name_;
    }
    return function_;
}

}  // namespace nnopbase
