// Operating system services under portable names (libmmpa.so).
#ifndef INC_EXPERIMENT_MMPA_MMPA_API_H_
#define INC_EXPERIMENT_MMPA_MMPA_API_H_

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "securec.h"

#define EN_OK 0
#define EN_ERR 1
#define EN_ERROR (-1)
#define EN_INVALID_PARAM (-2)

#define MMPA_FUNC_VISIBILITY __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t INT32;
typedef uint32_t UINT32;
typedef char CHAR;
typedef void VOID;

/* Process and thread number of the caller. */
MMPA_FUNC_VISIBILITY INT32 mmGetPid(VOID);
MMPA_FUNC_VISIBILITY INT32 mmGetTid(VOID);
/* errno of the calling thread. */
MMPA_FUNC_VISIBILITY INT32 mmGetErrorCode(VOID);
MMPA_FUNC_VISIBILITY INT32 mmSleep(UINT32 milliSecond);
/* EN_OK if the path exists. */
MMPA_FUNC_VISIBILITY INT32 mmAccess(const CHAR* pathName);
/* Absolute path without links into a buffer of `realPathLen` >= PATH_MAX bytes. */
MMPA_FUNC_VISIBILITY INT32 mmRealPath(const CHAR* path, CHAR* realPath, INT32 realPathLen);
MMPA_FUNC_VISIBILITY INT32 mmGetEnv(const CHAR* name, CHAR* value, UINT32 len);
MMPA_FUNC_VISIBILITY VOID* mmDlopen(const CHAR* fileName, INT32 mode);
MMPA_FUNC_VISIBILITY VOID* mmDlsym(VOID* handle, const CHAR* funcName);
MMPA_FUNC_VISIBILITY INT32 mmDlclose(VOID* handle);
MMPA_FUNC_VISIBILITY CHAR* mmDlerror(VOID);

#ifdef __cplusplus
}
#endif

#endif  // INC_EXPERIMENT_MMPA_MMPA_API_H_
