// acl_rt.h: kernel binaries, argument lists and launches.
#include <cstring>
#include <new>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "acl/launch_options.h"
#include "runtime/context.h"
#include "runtime/kernel_args.h"
#include "runtime/launch.h"
#include "runtime/memory.h"

using runtime::Binary;
using runtime::Fail;
using runtime::KernelArgs;
using runtime::LaunchOptions;
using runtime::LaunchTask;
using runtime::Process;

namespace {

/// What aclrtCreateBinary keeps: a view of the caller's data.
struct BinaryData {
    const void* data;
    size_t size;
};

bool IsMagic(uint32_t magic) {
    return magic == ACL_RT_BINARY_MAGIC_ELF_AICORE ||
           magic == ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE ||
           magic == ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE;
}

int CheckLoadOptions(const aclrtBinaryLoadOptions* options, bool from_file) {
    if (options == nullptr) {
        return ACL_SUCCESS;
    }
    if (options->options == nullptr && options->numOpt > 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "load options: %zu without an array",
                    options->numOpt);
    }
    for (size_t i = 0; i < options->numOpt; ++i) {
        const aclrtBinaryLoadOption& option = options->options[i];
        const bool lazy =
            option.type == ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD && option.value.isLazyLoad <= 1;
        const bool magic = option.type == ACL_RT_BINARY_LOAD_OPT_LAZY_MAGIC && !from_file &&
                           IsMagic(option.value.magic);
        if (!lazy && !magic) {
            return Fail(ACL_ERROR_RT_PARAM_INVALID, "load option %d cannot be 0x%x here",
                        option.type, option.value.magic);
        }
    }
    return ACL_SUCCESS;
}

int Load(const std::shared_ptr<Binary>& binary, const std::string& error, aclrtBinHandle* handle) {
    return binary == nullptr ? runtime::FailText(ACL_ERROR_RT_PARAM_INVALID, error)
                             : runtime::AddBinary(binary, handle);
}

/// The list of a handle; null (100000 or 107000 in `*code`) if it is none.
KernelArgs* FindArgs(aclrtArgsHandle handle, int* code) {
    KernelArgs* args = static_cast<KernelArgs*>(handle);
    *code = args == nullptr  ? Fail(ACL_ERROR_INVALID_PARAM, "kernel arguments: the handle is NULL")
            : !args->valid() ? Fail(ACL_ERROR_RT_PARAM_INVALID,
                                    "kernel arguments: %p is no argument list", handle)
                             : 0;
    return *code == 0 ? args : nullptr;
}

int LaunchFromDevice(aclrtFuncHandle func, uint32_t num_blocks, const void* args, size_t size,
                     const aclrtLaunchKernelCfg* cfg, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(func);
    ACL_REQUIRE_NOT_NULL(args);
    if (num_blocks == 0 || size == 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "launch: the number of blocks or the size of the arguments is 0");
    }
    ACL_REQUIRE_BLOCKS(num_blocks);
    int code = 0;
    LaunchOptions options;
    std::shared_ptr<Binary> binary;
    const auto function = runtime::FindFunction(func, &binary, &code);
    if (function == nullptr || (code = acl::ReadLaunchOptions(cfg, &options)) != 0 ||
        (code = runtime::CheckAddressRange(args, size, "argument block")) != 0) {
        return code;
    }
    return runtime::SubmitTask(
        stream, std::make_unique<LaunchTask>(std::move(binary), *function, num_blocks, args, size,
                                             options));
}

}  // namespace

extern "C" {

aclrtBinary aclrtCreateBinary(const void* data, size_t dataLen) {
    if (data == nullptr || dataLen == 0) {
        Fail(ACL_ERROR_INVALID_PARAM, "aclrtCreateBinary: no data");
        return nullptr;
    }
    return runtime::Remembered(runtime::ObjectKind::kBinaryData,
                               new (std::nothrow) BinaryData{data, dataLen});
}

aclError aclrtDestroyBinary(aclrtBinary binary) {
    ACL_REQUIRE_LIVE(kBinaryData, binary);
    runtime::DestroyLive(runtime::ObjectKind::kBinaryData, static_cast<BinaryData*>(binary));
    return ACL_SUCCESS;
}

aclError aclrtBinaryLoad(const aclrtBinary binary, aclrtBinHandle* binHandle) {
    ACL_REQUIRE_LIVE(kBinaryData, binary);
    ACL_REQUIRE_NOT_NULL(binHandle);
    int code = 0;
    if (runtime::CurrentContext(&code) == nullptr) {
        return code;
    }
    const BinaryData* data = static_cast<const BinaryData*>(binary);
    std::string error;
    return Load(Binary::FromData(data->data, data->size, &error), error, binHandle);
}

aclError aclrtBinaryLoadFromFile(const char* binPath, aclrtBinaryLoadOptions* options,
                                 aclrtBinHandle* binHandle) {
    ACL_REQUIRE_NOT_NULL(binPath);
    ACL_REQUIRE_NOT_NULL(binHandle);
    const int code = CheckLoadOptions(options, true);
    if (code != 0) {
        return code;
    }
    std::string error;
    return Load(Binary::FromFile(binPath, &error), error, binHandle);
}

aclError aclrtBinaryLoadFromData(const void* data, size_t length,
                                 const aclrtBinaryLoadOptions* options, aclrtBinHandle* binHandle) {
    ACL_REQUIRE_NOT_NULL(data);
    ACL_REQUIRE_NOT_NULL(binHandle);
    if (length == 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "aclrtBinaryLoadFromData: length is 0");
    }
    const int code = CheckLoadOptions(options, false);
    if (code != 0) {
        return code;
    }
    std::string error;
    return Load(Binary::FromData(data, length, &error), error, binHandle);
}

aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle) {
    ACL_REQUIRE_NOT_NULL(binHandle);
    return runtime::RemoveBinary(binHandle);
}

aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle, const char* kernelName,
                                aclrtFuncHandle* funcHandle) {
    ACL_REQUIRE_NOT_NULL(binHandle);
    ACL_REQUIRE_NOT_NULL(kernelName);
    ACL_REQUIRE_NOT_NULL(funcHandle);
    return runtime::GetFunctionByName(binHandle, kernelName, funcHandle);
}

aclError aclrtBinaryGetFunctionByEntry(aclrtBinHandle binHandle, uint64_t funcEntry,
                                       aclrtFuncHandle* funcHandle) {
    ACL_REQUIRE_NOT_NULL(binHandle);
    ACL_REQUIRE_NOT_NULL(funcHandle);
    return runtime::GetFunctionByKey(binHandle, funcEntry, funcHandle);
}

aclError aclrtKernelArgsGetHandleMemSize(aclrtFuncHandle funcHandle, size_t* memSize) {
    ACL_REQUIRE_NOT_NULL(funcHandle);
    ACL_REQUIRE_NOT_NULL(memSize);
    int code = 0;
    std::shared_ptr<Binary> binary;
    if (runtime::FindFunction(funcHandle, &binary, &code) != nullptr) {
        *memSize = sizeof(KernelArgs);
    }
    return code;
}

aclError aclrtKernelArgsGetMemSize(aclrtFuncHandle funcHandle, size_t userArgsSize,
                                   size_t* actualArgsSize) {
    ACL_REQUIRE_NOT_NULL(funcHandle);
    ACL_REQUIRE_NOT_NULL(actualArgsSize);
    ACL_REQUIRE_NOT_ZERO(userArgsSize);
    int code = 0;
    std::shared_ptr<Binary> binary;
    if (runtime::FindFunction(funcHandle, &binary, &code) != nullptr) {
        // Eight system slots and the padding of every parameter, as on a device.
        *actualArgsSize = userArgsSize + 8 * sizeof(void*) + KernelArgs::kMaxParams * sizeof(void*);
    }
    return code;
}

aclError aclrtKernelArgsInit(aclrtFuncHandle funcHandle, aclrtArgsHandle* argsHandle) {
    ACL_REQUIRE_NOT_NULL(funcHandle);
    ACL_REQUIRE_NOT_NULL(argsHandle);
    int code = 0;
    std::shared_ptr<Binary> binary;
    if (runtime::FindFunction(funcHandle, &binary, &code) != nullptr) {
        *argsHandle = runtime::ResetThreadKernelArgs();
    }
    return code;
}

aclError aclrtKernelArgsInitByUserMem(aclrtFuncHandle funcHandle, aclrtArgsHandle argsHandle,
                                      void* userHostMem, size_t actualArgsSize) {
    ACL_REQUIRE_NOT_NULL(funcHandle);
    ACL_REQUIRE_NOT_NULL(argsHandle);
    ACL_REQUIRE_NOT_NULL(userHostMem);
    ACL_REQUIRE_NOT_ZERO(actualArgsSize);
    int code = 0;
    std::shared_ptr<Binary> binary;
    if (runtime::FindFunction(funcHandle, &binary, &code) != nullptr) {
        (new (argsHandle) KernelArgs)->Init(static_cast<uint8_t*>(userHostMem), actualArgsSize);
    }
    return code;
}

aclError aclrtKernelArgsAppend(aclrtArgsHandle argsHandle, void* param, size_t paramSize,
                               aclrtParamHandle* paramHandle) {
    ACL_REQUIRE_NOT_NULL(param);
    ACL_REQUIRE_NOT_NULL(paramHandle);
    ACL_REQUIRE_NOT_ZERO(paramSize);
    int code = 0;
    KernelArgs* args = FindArgs(argsHandle, &code);
    return args == nullptr ? code : args->Append(param, paramSize, paramHandle);
}

aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle argsHandle,
                                          aclrtParamHandle* paramHandle) {
    ACL_REQUIRE_NOT_NULL(paramHandle);
    int code = 0;
    KernelArgs* args = FindArgs(argsHandle, &code);
    return args == nullptr ? code : args->AppendPlaceHolder(paramHandle);
}

aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle argsHandle,
                                             aclrtParamHandle paramHandle, size_t dataSize,
                                             void** bufferAddr) {
    ACL_REQUIRE_NOT_NULL(paramHandle);
    ACL_REQUIRE_NOT_NULL(bufferAddr);
    ACL_REQUIRE_NOT_ZERO(dataSize);
    int code = 0;
    KernelArgs* args = FindArgs(argsHandle, &code);
    return args == nullptr ? code : args->GetPlaceHolderBuffer(paramHandle, dataSize, bufferAddr);
}

aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle argsHandle, aclrtParamHandle paramHandle,
                                   void* param, size_t paramSize) {
    ACL_REQUIRE_NOT_NULL(paramHandle);
    ACL_REQUIRE_NOT_NULL(param);
    ACL_REQUIRE_NOT_ZERO(paramSize);
    int code = 0;
    KernelArgs* args = FindArgs(argsHandle, &code);
    return args == nullptr ? code : args->Update(paramHandle, param, paramSize);
}

aclError aclrtKernelArgsFinalize(aclrtArgsHandle argsHandle) {
    int code = 0;
    KernelArgs* args = FindArgs(argsHandle, &code);
    if (args == nullptr || runtime::CurrentContext(&code) == nullptr) {
        return code;
    }
    return args->Finalize();
}

aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t blockDim, const void* argsData,
                           size_t argsSize, aclrtStream stream) {
    return LaunchFromDevice(funcHandle, blockDim, argsData, argsSize, nullptr, stream);
}

aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void* argsData,
                             size_t argsSize, aclrtLaunchKernelCfg* cfg, aclrtStream stream) {
    return LaunchFromDevice(funcHandle, numBlocks, argsData, argsSize, cfg, stream);
}

aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t blockDim,
                                     aclrtStream stream, aclrtLaunchKernelCfg* cfg,
                                     aclrtArgsHandle argsHandle, void* reserve) {
    ACL_REQUIRE_NOT_NULL(funcHandle);
    ACL_REQUIRE_NOT_NULL(argsHandle);
    ACL_REQUIRE_NOT_ZERO(blockDim);
    ACL_REQUIRE_BLOCKS(blockDim);
    if (reserve != nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: reserve must be NULL", __func__);
    }
    int code = 0;
    LaunchOptions options;
    runtime::LaunchArguments arguments;
    std::shared_ptr<Binary> binary;
    const auto function = runtime::FindFunction(funcHandle, &binary, &code);
    KernelArgs* args = function == nullptr ? nullptr : FindArgs(argsHandle, &code);
    if (args == nullptr || (code = acl::ReadLaunchOptions(cfg, &options)) != 0 ||
        (code = args->Snapshot(&arguments)) != 0) {
        return code;
    }
    return runtime::SubmitTask(stream,
                               std::make_unique<LaunchTask>(std::move(binary), *function, blockDim,
                                                            std::move(arguments), options));
}

aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks,
                                       aclrtStream stream, aclrtLaunchKernelCfg* cfg,
                                       void* hostArgs, size_t argsSize,
                                       aclrtPlaceHolderInfo* placeHolderArray,
                                       size_t placeHolderNum) {
    ACL_REQUIRE_NOT_NULL(funcHandle);
    ACL_REQUIRE_NOT_NULL(hostArgs);
    if (numBlocks == 0 || argsSize == 0 || (placeHolderArray == nullptr && placeHolderNum > 0)) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "%s: no blocks, no arguments, or placeholders without an array", __func__);
    }
    ACL_REQUIRE_BLOCKS(numBlocks);
    int code = 0;
    LaunchOptions options;
    std::shared_ptr<Binary> binary;
    const auto function = runtime::FindFunction(funcHandle, &binary, &code);
    if (function == nullptr || (code = acl::ReadLaunchOptions(cfg, &options)) != 0) {
        return code;
    }
    runtime::LaunchArguments arguments;
    const uint8_t* bytes = static_cast<const uint8_t*>(hostArgs);
    arguments.block.assign(bytes, bytes + argsSize);
    arguments.slot_bytes = argsSize;
    for (size_t i = 0; i < placeHolderNum; ++i) {
        const aclrtPlaceHolderInfo& info = placeHolderArray[i];
        if (info.addrOffset > argsSize - sizeof(void*) || argsSize < sizeof(void*) ||
            info.dataOffset >= argsSize) {
            return Fail(ACL_ERROR_RT_PARAM_INVALID,
                        "placeholder %zu lies outside the %zu bytes of arguments", i, argsSize);
        }
        arguments.pointers.push_back({info.addrOffset, info.dataOffset});
    }
    return runtime::SubmitTask(stream,
                               std::make_unique<LaunchTask>(std::move(binary), *function, numBlocks,
                                                            std::move(arguments), options));
}
}
