// What becomes of 16-bit results that are too large.
#pragma once

#include "platform/soc_table.h"

namespace platform {

/// True if cores keep infinities and NaN, false if they saturate, unless a program asks for the
/// other: split cores and later keep them. Environment variable INF_NAN_MODE_ENABLE (0 or 1)
/// overrides it, as it does on a device.
bool KeepsInfinities(const SocSpec& soc);

}  // namespace platform
