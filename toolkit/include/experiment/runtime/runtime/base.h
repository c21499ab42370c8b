// Types of the runtime that public operators use.
#ifndef CCE_RUNTIME_BASE_H
#define CCE_RUNTIME_BASE_H

#include <cstddef>
#include <cstdint>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t rtError_t;
static const int32_t RT_ERROR_NONE = 0;

typedef enum tagSysParamOpt {
    SYS_OPT_DETERMINISTIC = 0,
    SYS_OPT_ENABLE_DEBUG_KERNEL = 1,
    SYS_OPT_RESERVED = 2,
} rtSysParamOpt;

typedef enum tagSysParamValue {
    SYS_OPT_DISABLE = 0,
    SYS_OPT_ENABLE = 1,
    SYS_OPT_MAX = 2,
} rtSysParamValue;

/** A value of the platform's description of the simulated SoC, with the terminating zero in at most
 * `maxLen` bytes; 107000 if there is none. */
rtError_t rtGetSocSpec(const char* label, const char* key, char* val, const uint32_t maxLen);

/** Lets processes open the memory of a name. Those of another server (`sdid`) cannot. */
__attribute__((visibility("default"))) rtError_t rtSetIpcMemPid(const char* name, int32_t pid[],
                                                                int32_t num);
__attribute__((visibility("default"))) rtError_t rtSetIpcMemorySuperPodPid(const char* name,
                                                                           uint32_t sdid,
                                                                           int32_t pid[],
                                                                           int32_t num);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_BASE_H
