// Architectures of AI cores. Newer projects include it as "platform/soc_spec.h".
#ifndef INC_PLATFORM_SOC_SPEC_H_
#define INC_PLATFORM_SOC_SPEC_H_

#include <cstdint>

/// Architecture numbers of AI cores.
enum class NpuArch {
    DAV_1001 = 1001,
    DAV_2002 = 2002,
    DAV_2102 = 2102,
    DAV_2201 = 2201,
    DAV_3002 = 3002,
    DAV_3003 = 3003,
    DAV_3004 = 3004,
    DAV_3102 = 3102,
    DAV_3113 = 3113,
    DAV_3505 = 3505,
    DAV_3510 = 3510,
    DAV_5101 = 5101,
    DAV_5102 = 5102,
    DAV_5161 = 5161,
    DAV_RESV = 0xFFFF
};

#endif  // INC_PLATFORM_SOC_SPEC_H_
