// acl_rt_managed.h: variables that kernels of the program use (`__gm__ float weights[4]`). Kernels
// and host code are one program here, so that both have such a variable at the same address.
#include <cstring>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "runtime/call_task.h"
#include "runtime/context.h"
#include "runtime/memory.h"
#include "runtime/program_symbols.h"

using runtime::Fail;
using runtime::Process;

namespace {

/// Size of a variable; reports 107043 if there is none at the address.
int FindVariable(const char* function, const void* symbol, size_t* size) {
    ACL_REQUIRE_NOT_NULL(symbol);
    *size = runtime::SizeOfVariable(symbol);
    return *size != 0
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_RT_INVALID_SYMBOL,
                      "%s: %p is not the start of a variable in a symbol table; was the program "
                      "stripped?",
                      function, symbol);
}

/// The bytes [offset, offset + count) of a variable.
int FindPart(const char* function, const void* symbol, size_t offset, size_t count, char** part) {
    size_t size = 0;
    const int code = FindVariable(function, symbol, &size);
    if (code != ACL_SUCCESS) {
        return code;
    }
    if (offset > size || count > size - offset) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: %zu bytes at %zu of a variable of %zu bytes",
                    function, count, offset, size);
    }
    *part = static_cast<char*>(const_cast<void*>(symbol)) + offset;
    return ACL_SUCCESS;
}

/// `outside` is the host for `of_host`, or memory of a device.
int CheckOutside(const char* function, const void* outside, size_t count, aclrtMemcpyKind kind,
                 aclrtMemcpyKind of_host) {
    ACL_REQUIRE_NOT_NULL(outside);
    ACL_REQUIRE_NOT_ZERO(count);
    if (kind != of_host && kind != ACL_MEMCPY_DEVICE_TO_DEVICE && kind != ACL_MEMCPY_DEFAULT) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: kind %d does not fit a variable of a device",
                    function, kind);
    }
    return runtime::CheckAddressRange(outside, count, "memory to copy");
}

int CopyInStream(void* to, const void* from, size_t count, const void* outside,
                 aclrtStream stream) {
    const int code = runtime::SubmitTask(
        stream, std::make_unique<runtime::CallTask>([to, from, count](std::string* error) {
            if (!runtime::IsUsable(to, count) || !runtime::IsUsable(from, count)) {
                *error = "a device buffer was freed before the copy ran";
                return ACL_ERROR_RT_DEVICE_MEM_ERROR;
            }
            memcpy(to, from, count);
            return ACL_SUCCESS;
        }));
    // Like other copies: with host memory that is not pinned they are complete on return.
    const bool pageable =
        Process::Get().DeviceOfAddress(outside) == nullptr && !runtime::IsPinned(outside);
    return code != ACL_SUCCESS || !pageable ? code : runtime::SynchronizeStream(stream, -1);
}

}  // namespace

extern "C" {

aclError aclrtGetSymbolAddress(const void* symbol, void** devPtr) {
    ACL_REQUIRE_NOT_NULL(devPtr);
    size_t size = 0;
    const int code = FindVariable(__func__, symbol, &size);
    if (code == ACL_SUCCESS) {
        *devPtr = const_cast<void*>(symbol);
    }
    return code;
}

aclError aclrtGetSymbolSize(const void* symbol, size_t* size) {
    ACL_REQUIRE_NOT_NULL(size);
    return FindVariable(__func__, symbol, size);
}

aclError aclrtMemcpyFromSymbol(void* dst, size_t dstMax, const void* symbol, size_t count,
                               size_t offset, aclrtMemcpyKind kind) {
    char* part = nullptr;
    int code = CheckOutside(__func__, dst, count, kind, ACL_MEMCPY_DEVICE_TO_HOST);
    code = code != ACL_SUCCESS ? code : FindPart(__func__, symbol, offset, count, &part);
    return code != ACL_SUCCESS ? code : runtime::Copy(dst, dstMax, part, count, ACL_MEMCPY_DEFAULT);
}

aclError aclrtMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset,
                             aclrtMemcpyKind kind) {
    char* part = nullptr;
    int code = CheckOutside(__func__, src, count, kind, ACL_MEMCPY_HOST_TO_DEVICE);
    code = code != ACL_SUCCESS ? code : FindPart(__func__, symbol, offset, count, &part);
    return code != ACL_SUCCESS ? code : runtime::Copy(part, count, src, count, ACL_MEMCPY_DEFAULT);
}

aclError aclrtMemcpyFromSymbolAsync(void* dst, size_t dstMax, const void* symbol, size_t count,
                                    size_t offset, aclrtMemcpyKind kind, aclrtStream stream) {
    char* part = nullptr;
    int code = CheckOutside(__func__, dst, count, kind, ACL_MEMCPY_DEVICE_TO_HOST);
    code = code != ACL_SUCCESS ? code : FindPart(__func__, symbol, offset, count, &part);
    if (code == ACL_SUCCESS && count > dstMax) {
        code = Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: %zu bytes into a destination of %zu", __func__,
                    count, dstMax);
    }
    return code != ACL_SUCCESS ? code : CopyInStream(dst, part, count, dst, stream);
}

aclError aclrtMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count, size_t offset,
                                  aclrtMemcpyKind kind, aclrtStream stream) {
    char* part = nullptr;
    int code = CheckOutside(__func__, src, count, kind, ACL_MEMCPY_HOST_TO_DEVICE);
    code = code != ACL_SUCCESS ? code : FindPart(__func__, symbol, offset, count, &part);
    return code != ACL_SUCCESS ? code : CopyInStream(part, src, count, src, stream);
}
}
