// Functions that programs link and that cannot do their work here.
//
// Whatever their parameters, they fail alike, so they are defined without their declarations.
#pragma once

#include "acl/acl_base.h"
#include "runtime/error.h"

#define ACL_REJECTED_EXPORT extern "C" __attribute__((visibility("default")))

/// One that returns an aclError: 200001 with `why`.
#define ACL_REJECTED(name, why)                                                \
    ACL_REJECTED_EXPORT int name() {                                           \
        return runtime::Fail(ACL_ERROR_API_NOT_SUPPORT, "%s: %s", #name, why); \
    }

/// One that returns an object, a text or a number, or nothing: null, with `why` as the last error.
#define ACL_REJECTED_OBJECT(name, why)                                  \
    ACL_REJECTED_EXPORT void* name() {                                  \
        runtime::Fail(ACL_ERROR_API_NOT_SUPPORT, "%s: %s", #name, why); \
        return nullptr;                                                 \
    }

/// One that returns a format or a data type: -1, which is none.
#define ACL_REJECTED_KIND(name, why)                                    \
    ACL_REJECTED_EXPORT int name() {                                    \
        runtime::Fail(ACL_ERROR_API_NOT_SUPPORT, "%s: %s", #name, why); \
        return -1;                                                      \
    }
