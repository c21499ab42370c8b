// acl_rt_kernel.h: what kernels and their binaries are like, and launches of parameters one by one.
#include <cstring>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "acl/exception_info.h"
#include "acl/launch_options.h"
#include "aicore/kernel_type.h"
#include "runtime/context.h"
#include "runtime/launch.h"

using runtime::Binary;
using runtime::Fail;
using runtime::Process;

namespace {

const AscendcKernelInfo& InfoOf(const runtime::Function& function, const Binary& binary) {
    return function.info != nullptr ? *function.info : binary.info();
}

int64_t KernelTypeOf(uint32_t task_type) {
    if (task_type == KERNEL_TYPE_AICORE) {
        return ACL_KERNEL_TYPE_AICORE;
    }
    const aicore::GroupCores cores = aicore::GroupCoresOf(task_type);
    return cores.cube == 0     ? ACL_KERNEL_TYPE_VECTOR
           : cores.vector == 0 ? ACL_KERNEL_TYPE_CUBE
                               : ACL_KERNEL_TYPE_MIX;
}

std::shared_ptr<Binary> FindBinary(aclrtBinHandle handle, int* code) {
    std::shared_ptr<Binary> binary = Process::Get().binaries.Find(handle);
    *code = binary != nullptr ? 0
                              : Fail(ACL_ERROR_RT_INVALID_HANDLE,
                                     "binary %p does not exist or was unloaded", handle);
    return binary;
}

}  // namespace

extern "C" {

aclError aclrtGetFunctionAddr(aclrtFuncHandle funcHandle, void** aicAddr, void** aivAddr) {
    ACL_REQUIRE_NOT_NULL(funcHandle);
    ACL_REQUIRE_NOT_NULL(aicAddr);
    ACL_REQUIRE_NOT_NULL(aivAddr);
    int code = 0;
    std::shared_ptr<Binary> binary;
    const auto function = runtime::FindFunction(funcHandle, &binary, &code);
    if (function != nullptr) {
        const AscendcKernelInfo& info =
            function->info != nullptr ? *function->info : binary->info();
        *aicAddr = reinterpret_cast<void*>(info.entry);
        *aivAddr = *aicAddr;
    }
    return code;
}

aclError aclrtGetFunctionName(aclrtFuncHandle funcHandle, uint32_t maxLen, char* name) {
    ACL_REQUIRE_NOT_NULL(funcHandle);
    ACL_REQUIRE_NOT_NULL(name);
    ACL_REQUIRE_NOT_ZERO(maxLen);
    int code = 0;
    std::shared_ptr<Binary> binary;
    const auto function = runtime::FindFunction(funcHandle, &binary, &code);
    if (function == nullptr) {
        return code;
    }
    if (function->name.size() >= maxLen) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "the name has %zu characters, the buffer %u",
                    function->name.size(), maxLen);
    }
    memcpy(name, function->name.c_str(), function->name.size() + 1);
    return ACL_SUCCESS;
}

aclError aclrtFunctionGetBinary(const aclrtFuncHandle funcHandle, aclrtBinHandle* binHandle) {
    ACL_REQUIRE_NOT_NULL(funcHandle);
    ACL_REQUIRE_NOT_NULL(binHandle);
    int code = 0;
    std::shared_ptr<Binary> binary;
    if (runtime::FindFunction(funcHandle, &binary, &code) != nullptr) {
        *binHandle = binary->handle;
    }
    return code;
}

aclError aclrtGetFunctionSize(aclrtFuncHandle funcHandle, size_t* aicSize, size_t* aivSize) {
    ACL_REQUIRE_NOT_NULL(funcHandle);
    ACL_REQUIRE_NOT_NULL(aicSize);
    ACL_REQUIRE_NOT_NULL(aivSize);
    int code = 0;
    std::shared_ptr<Binary> binary;
    const auto function = runtime::FindFunction(funcHandle, &binary, &code);
    if (function == nullptr) {
        return code;
    }
    size_t size = 0;
    binary->Symbol(function->name, &size);
    if (size == 0) {
        binary->image(&size);  // names of tiling keys have no size: what the whole object has
    }
    const aicore::GroupCores cores = aicore::GroupCoresOf(function->task_type);
    *aicSize = cores.cube > 0 ? size : 0;
    *aivSize = cores.vector > 0 ? size : 0;
    return ACL_SUCCESS;
}

aclError aclrtGetFunctionAttribute(aclrtFuncHandle funcHandle, aclrtFuncAttribute attrType,
                                   int64_t* attrValue) {
    ACL_REQUIRE_NOT_NULL(funcHandle);
    ACL_REQUIRE_NOT_NULL(attrValue);
    int code = 0;
    std::shared_ptr<Binary> binary;
    const auto function = runtime::FindFunction(funcHandle, &binary, &code);
    if (function == nullptr) {
        return code;
    }
    const aicore::GroupCores cores = aicore::GroupCoresOf(function->task_type);
    switch (attrType) {
        case ACL_FUNC_ATTR_KERNEL_TYPE:
            *attrValue = KernelTypeOf(function->task_type);
            return ACL_SUCCESS;
        case ACL_FUNC_ATTR_KERNEL_RATIO:
            *attrValue = (int64_t{cores.cube} << 16) | cores.vector;
            return ACL_SUCCESS;
        case ACL_FUNC_ATTR_KERNEL_SCHED_MODE:
            *attrValue = binary->meta().cross_core_sync ? 1 : 0;
            return ACL_SUCCESS;
        default:
            return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: unknown attribute %d", __func__, attrType);
    }
}

aclError aclrtFunctionGetParamCount(const void* func, size_t* paramCount) {
    ACL_REQUIRE_NOT_NULL(func);
    ACL_REQUIRE_NOT_NULL(paramCount);
    int code = 0;
    std::shared_ptr<Binary> binary;
    const auto function = runtime::FindFunction(func, &binary, &code);
    if (function != nullptr) {
        *paramCount = InfoOf(*function, *binary).param_count;
    }
    return code;
}

aclError aclrtFunctionGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset,
                                   size_t* paramSize) {
    ACL_REQUIRE_NOT_NULL(paramOffset);
    ACL_REQUIRE_NOT_NULL(paramSize);
    size_t count = 0;
    const int code = aclrtFunctionGetParamCount(func, &count);
    if (code != ACL_SUCCESS) {
        return code;
    }
    if (paramIndex >= count) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: the kernel has %zu parameters, not %zu",
                    __func__, count, paramIndex + 1);
    }
    *paramOffset = paramIndex * sizeof(void*);
    *paramSize = sizeof(void*);
    return ACL_SUCCESS;
}

aclError aclrtFunctionGetAvailDynUbufPerBlock(void* func, uint32_t flags, size_t* dynamicUbufSize) {
    ACL_REQUIRE_NOT_NULL(func);
    ACL_REQUIRE_NOT_NULL(dynamicUbufSize);
    if (flags != 0) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: flags must be 0", __func__);
    }
    int code = 0;
    std::shared_ptr<Binary> binary;
    if (runtime::FindFunction(func, &binary, &code) != nullptr) {
        *dynamicUbufSize = 0;  // only kernels of SIMT have such buffers
    }
    return code;
}

aclError aclrtBinaryGetDevAddress(const aclrtBinHandle binHandle, void** binAddr, size_t* binSize) {
    ACL_REQUIRE_NOT_NULL(binHandle);
    ACL_REQUIRE_NOT_NULL(binAddr);
    ACL_REQUIRE_NOT_NULL(binSize);
    int code = 0;
    const auto binary = FindBinary(binHandle, &code);
    if (binary != nullptr) {
        *binAddr = binary->image(binSize);
    }
    return code;
}

aclError aclrtBinaryGetGlobal(aclrtBinHandle binHandle, const char* name, void** dptr,
                              size_t* size) {
    ACL_REQUIRE_NOT_NULL(binHandle);
    ACL_REQUIRE_NOT_NULL(name);
    if (dptr == nullptr && size == nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: both results are NULL", __func__);
    }
    int code = 0;
    const auto binary = FindBinary(binHandle, &code);
    if (binary == nullptr) {
        return code;
    }
    size_t bytes = 0;
    void* const address = binary->Symbol(name, &bytes);
    if (address == nullptr) {
        return Fail(ACL_ERROR_RT_SYMBOL_NOT_FOUND, "%s has no variable %s",
                    binary->origin().c_str(), name);
    }
    if (dptr != nullptr) {
        *dptr = address;
    }
    if (size != nullptr) {
        *size = bytes;
    }
    return ACL_SUCCESS;
}

aclError aclrtBinarySetExceptionCallback(aclrtBinHandle binHandle,
                                         aclrtOpExceptionCallback callback, void* userData) {
    ACL_REQUIRE_NOT_NULL(binHandle);
    int code = 0;
    const auto binary = FindBinary(binHandle, &code);
    if (binary == nullptr) {
        return code;
    }
    std::lock_guard<std::mutex> lock(binary->handles_mutex);
    binary->on_failure = nullptr;
    if (callback != nullptr) {
        binary->on_failure = [callback, userData](const runtime::TaskFailure& failure) {
            rtExceptionInfo info{failure};
            callback(&info, userData);
        };
    }
    return ACL_SUCCESS;
}

aclError aclrtLaunchKernelWithArgsArray(void* func, uint32_t numBlocks, aclrtStream stream,
                                        aclrtLaunchKernelCfg* cfg, void** args) {
    ACL_REQUIRE_NOT_NULL(func);
    ACL_REQUIRE_NOT_NULL(args);
    ACL_REQUIRE_NOT_ZERO(numBlocks);
    ACL_REQUIRE_BLOCKS(numBlocks);
    int code = 0;
    runtime::LaunchOptions options;
    std::shared_ptr<Binary> binary;
    const auto function = runtime::FindFunction(func, &binary, &code);
    if (function == nullptr || (code = acl::ReadLaunchOptions(cfg, &options)) != 0) {
        return code;
    }
    const size_t count = InfoOf(*function, *binary).param_count;
    runtime::LaunchArguments arguments;
    arguments.slot_bytes = count * sizeof(void*);
    arguments.block.resize(arguments.slot_bytes);
    for (size_t i = 0; i < count; ++i) {
        if (args[i] == nullptr) {
            return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: args[%zu] of %zu is NULL", __func__, i,
                        count);
        }
        memcpy(arguments.block.data() + i * sizeof(void*), args[i], sizeof(void*));
    }
    return runtime::SubmitTask(
        stream, std::make_unique<runtime::LaunchTask>(std::move(binary), *function, numBlocks,
                                                      std::move(arguments), options));
}
}
