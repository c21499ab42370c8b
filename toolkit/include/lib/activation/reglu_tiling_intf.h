// Older name of lib/activation/reglu_tiling.h.
#ifndef LIB_ACTIVATION_REGLU_TILING_INTF_H_
#define LIB_ACTIVATION_REGLU_TILING_INTF_H_

#include "lib/activation/reglu_tiling.h"

#endif  // LIB_ACTIVATION_REGLU_TILING_INTF_H_
