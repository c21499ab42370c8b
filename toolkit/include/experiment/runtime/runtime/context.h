// Options of the current context.
#ifndef CCE_RUNTIME_CONTEXT_H
#define CCE_RUNTIME_CONTEXT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The option of the calling thread's context; as aclrtCtxGetSysParamOpt. */
__attribute__((visibility("default"))) rtError_t rtCtxGetSysParamOpt(const rtSysParamOpt configOpt,
                                                                     int64_t* const configVal);
__attribute__((visibility("default"))) rtError_t rtCtxSetSysParamOpt(const rtSysParamOpt configOpt,
                                                                     const int64_t configVal);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_CONTEXT_H
