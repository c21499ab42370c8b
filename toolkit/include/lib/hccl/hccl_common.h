// Kinds of communication, reductions and element types, for the host.
#ifndef LIB_HCCL_HCCL_COMMON_H_
#define LIB_HCCL_HCCL_COMMON_H_

#include "kernel_tiling/hccl_enums.h"

#endif  // LIB_HCCL_HCCL_COMMON_H_
