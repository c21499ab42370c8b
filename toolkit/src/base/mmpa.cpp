#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "experiment/mmpa/mmpa_api.h"

extern "C" {

INT32 mmGetPid(VOID) {
    return static_cast<INT32>(getpid());
}

INT32 mmGetTid(VOID) {
    return static_cast<INT32>(syscall(SYS_gettid));
}

INT32 mmGetErrorCode(VOID) {
    return errno;
}

INT32 mmSleep(UINT32 milliSecond) {
    return usleep(milliSecond * 1000U) == 0 ? EN_OK : EN_ERROR;
}

INT32 mmAccess(const CHAR* pathName) {
    if (pathName == nullptr) {
        return EN_INVALID_PARAM;
    }
    return access(pathName, F_OK) == 0 ? EN_OK : EN_ERROR;
}

INT32 mmRealPath(const CHAR* path, CHAR* realPath, INT32 realPathLen) {
    if (path == nullptr || realPath == nullptr || realPathLen < PATH_MAX) {
        return EN_INVALID_PARAM;
    }
    return realpath(path, realPath) != nullptr ? EN_OK : EN_ERROR;
}

INT32 mmGetEnv(const CHAR* name, CHAR* value, UINT32 len) {
    if (name == nullptr || value == nullptr || len == 0) {
        return EN_INVALID_PARAM;
    }
    const char* const text = std::getenv(name);
    if (text == nullptr || std::strlen(text) >= len) {
        return EN_ERROR;
    }
    std::strcpy(value, text);
    return EN_OK;
}

VOID* mmDlopen(const CHAR* fileName, INT32 mode) {
    return dlopen(fileName, mode);
}

VOID* mmDlsym(VOID* handle, const CHAR* funcName) {
    return dlsym(handle, funcName);
}

INT32 mmDlclose(VOID* handle) {
    return dlclose(handle) == 0 ? EN_OK : EN_ERROR;
}

CHAR* mmDlerror(VOID) {
    return dlerror();
}

}  // extern "C"
