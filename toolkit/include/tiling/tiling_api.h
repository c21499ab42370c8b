// All host functions of the high-level API, at the path operators include.
#ifndef TILING_TILING_API_H_
#define TILING_TILING_API_H_

#include "lib/tiling_api.h"

#endif  // TILING_TILING_API_H_
