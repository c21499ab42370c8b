// Half precision numbers of tilings.
#ifndef OP_COMMON_OP_HOST_UTIL_FP16_H
#define OP_COMMON_OP_HOST_UTIL_FP16_H

#include <algorithm>

#include "aclnn/opdev/fp16_t.h"

namespace Ops {
namespace Base {
using tagFp16 = op::fp16_t;
using fp16_t = op::fp16_t;
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_UTIL_FP16_H
