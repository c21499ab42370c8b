// Older name of lib/activation/reglu_tiling.h.
#ifndef TILING_ACTIVATION_REGLU_TILING_INTF_H_
#define TILING_ACTIVATION_REGLU_TILING_INTF_H_

#include "lib/activation/reglu_tiling.h"

#endif  // TILING_ACTIVATION_REGLU_TILING_INTF_H_
