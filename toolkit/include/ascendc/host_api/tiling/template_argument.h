// The same as tiling/template_argument.h, at the path that newer toolkits use.
#ifndef ASCENDC_HOST_API_TILING_TEMPLATE_ARGUMENT_H
#define ASCENDC_HOST_API_TILING_TEMPLATE_ARGUMENT_H

#include "tiling/template_argument.h"

#endif  // ASCENDC_HOST_API_TILING_TEMPLATE_ARGUMENT_H
