// bfloat16 numbers of tilings.
#ifndef OP_COMMON_OP_HOST_UTIL_BFLOAT16_H
#define OP_COMMON_OP_HOST_UTIL_BFLOAT16_H

#include "aclnn/opdev/bfloat16.h"

namespace Ops {
namespace Base {
using bfloat16 = op::bfloat16;
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_UTIL_BFLOAT16_H
