// Visibility of aclnn functions.
#ifndef OP_API_INC_ACLNN_UTIL_H
#define OP_API_INC_ACLNN_UTIL_H

#include <acl/acl_base.h>

#ifndef ACLNN_API
#define ACLNN_API ACL_FUNC_VISIBILITY
#endif

#endif  // OP_API_INC_ACLNN_UTIL_H
