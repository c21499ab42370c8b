// Parameter checks of the acl layer: NULL and zero give ACL_ERROR_INVALID_PARAM.
#pragma once

#include "acl/acl_base.h"
#include "runtime/error.h"
#include "runtime/live_objects.h"

/// Returns 100000 from the calling function, with a text, if `pointer` is NULL.
#define ACL_REQUIRE_NOT_NULL(pointer)                                                            \
    do {                                                                                         \
        if ((pointer) == nullptr) {                                                              \
            return runtime::Fail(ACL_ERROR_INVALID_PARAM, "%s: %s is NULL", __func__, #pointer); \
        }                                                                                        \
    } while (false)

/// Returns 100000 from the calling function, with a text, if `pointer` is no object of the kind.
#define ACL_REQUIRE_LIVE(kind, pointer)                                                    \
    do {                                                                                   \
        ACL_REQUIRE_NOT_NULL(pointer);                                                     \
        if (!runtime::IsLive(runtime::ObjectKind::kind, pointer)) {                        \
            return runtime::Fail(ACL_ERROR_INVALID_PARAM,                                  \
                                 "%s: %s does not exist: it was destroyed, or never made", \
                                 __func__, #pointer);                                      \
        }                                                                                  \
    } while (false)

/// The same, and destroys the object.
#define ACL_DESTROY(kind, pointer)                                \
    do {                                                          \
        ACL_REQUIRE_LIVE(kind, pointer);                          \
        runtime::DestroyLive(runtime::ObjectKind::kind, pointer); \
    } while (false)

/// Returns 107000 from the calling function, with a text, if more blocks are to be launched than a
/// device can count.
#define ACL_REQUIRE_BLOCKS(count)                                                                 \
    do {                                                                                          \
        if ((count) > 65535) {                                                                    \
            return runtime::Fail(ACL_ERROR_RT_PARAM_INVALID,                                      \
                                 "%s: %u blocks; 1 to 65535 can be launched", __func__, (count)); \
        }                                                                                         \
    } while (false)

/// Returns 100000 from the calling function, with a text, if `value` is zero.
#define ACL_REQUIRE_NOT_ZERO(value)                                                         \
    do {                                                                                    \
        if ((value) == 0) {                                                                 \
            return runtime::Fail(ACL_ERROR_INVALID_PARAM, "%s: %s is 0", __func__, #value); \
        }                                                                                   \
    } while (false)
