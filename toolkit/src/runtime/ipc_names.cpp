// experiment/runtime/runtime/mem.h: device buffers of other processes by the runtime's names.
#include "experiment/runtime/runtime/mem.h"
#include "runtime/device_information.h"
#include "runtime/error.h"
#include "runtime/ipc_memory.h"

using runtime::Fail;

namespace {

int RequirePointers(const char* function, const void* first, const void* second) {
    return first != nullptr && second != nullptr
               ? 0
               : Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: a pointer is NULL", function);
}

}  // namespace

extern "C" {

rtError_t rtIpcSetMemoryName(const void* ptr, uint64_t byteCount, char* name, uint32_t len) {
    const int code = RequirePointers(__func__, ptr, name);
    if (code != 0) {
        return code;
    }
    if (byteCount == 0 || len < runtime::kIpcKeyBytes) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "%s: %llu bytes of memory with a name of %u bytes; a name needs %zu", __func__,
                    static_cast<unsigned long long>(byteCount), len, runtime::kIpcKeyBytes);
    }
    return runtime::ExportBuffer(ptr, byteCount, false, name, len);
}

rtError_t rtIpcDestroyMemoryName(const char* name) {
    const int code = RequirePointers(__func__, name, name);
    return code != 0 ? code : runtime::EndExport(name);
}

rtError_t rtSetIpcMemPid(const char* name, int32_t pid[], int32_t num) {
    const int code = RequirePointers(__func__, name, pid);
    if (code != 0) {
        return code;
    }
    return num > 0 ? runtime::AllowBufferImport(name, pid, static_cast<size_t>(num))
                   : Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: %d processes", __func__, num);
}

rtError_t rtSetIpcMemorySuperPodPid(const char* name, uint32_t sdid, int32_t pid[], int32_t num) {
    if (sdid != runtime::kNoSuperPod) {
        return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    "%s: device 0x%x of a super pod is not simulated: those of this server are "
                    "0xffffffff",
                    __func__, sdid);
    }
    return rtSetIpcMemPid(name, pid, num);
}

rtError_t rtIpcOpenMemory(void** ptr, const char* name) {
    const int code = RequirePointers(__func__, ptr, name);
    return code != 0 ? code : runtime::ImportBuffer(name, ptr);
}

rtError_t rtIpcCloseMemory(const void* ptr) {
    const int code = RequirePointers(__func__, ptr, ptr);
    return code != 0 ? code : runtime::CloseImport(ptr);
}
}
