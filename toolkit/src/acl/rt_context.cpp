// experiment/runtime/runtime/context.h
#include "acl/acl_rt.h"
#include "experiment/runtime/runtime/context.h"

extern "C" {

rtError_t rtCtxGetSysParamOpt(const rtSysParamOpt configOpt, int64_t* const configVal) {
    return aclrtCtxGetSysParamOpt(static_cast<aclSysParamOpt>(configOpt), configVal);
}

rtError_t rtCtxSetSysParamOpt(const rtSysParamOpt configOpt, const int64_t configVal) {
    return aclrtCtxSetSysParamOpt(static_cast<aclSysParamOpt>(configOpt), configVal);
}
}
