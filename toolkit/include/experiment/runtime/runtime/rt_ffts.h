// Where cores of mixed kernels synchronise, for programs that tell their kernels.
#ifndef CCE_RUNTIME_RT_FFTS_H
#define CCE_RUNTIME_RT_FFTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Address and length in bytes of the memory that cores synchronise by; 0 where they need none. */
__attribute__((visibility("default"))) rtError_t rtGetC2cCtrlAddr(uint64_t* addr, uint32_t* len);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_RT_FFTS_H
