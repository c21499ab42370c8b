// Status codes of the graph engine's API.
#ifndef INC_EXTERNAL_GE_COMMON_GE_API_ERROR_CODES_H_
#define INC_EXTERNAL_GE_COMMON_GE_API_ERROR_CODES_H_

#include <cstdint>

#include "ge_error_codes.h"
#include "graph/ge_error_codes.h"

/// Defines a code from its parts: run place, kind, level, system, module, value.
#ifndef GE_ERRORNO_DEFINE
#define GE_ERRORNO_DEFINE(runtime, type, level, sysid, modid, name, value)          \
    constexpr ge::Status name = ((0xFFU & static_cast<uint32_t>(runtime)) << 30U) | \
                                ((0xFFU & static_cast<uint32_t>(type)) << 28U) |    \
                                ((0xFFU & static_cast<uint32_t>(level)) << 25U) |   \
                                ((0xFFU & static_cast<uint32_t>(sysid)) << 17U) |   \
                                ((0xFFU & static_cast<uint32_t>(modid)) << 12U) |   \
                                (0x0FFFU & static_cast<uint32_t>(value))
#endif
#ifndef GE_ERRORNO
#define GE_ERRORNO(runtime, type, level, sysid, modid, name, value, desc) \
    GE_ERRORNO_DEFINE(runtime, type, level, sysid, modid, name, value)
#endif

namespace ge {
using Status = uint32_t;
constexpr Status SUCCESS = 0U;
constexpr Status FAILED = 0xFFFFFFFFU;
GE_ERRORNO_DEFINE(1U, 1U, 0U, 8U, 0U, END_OF_SEQUENCE, 7U);
}  // namespace ge

#endif  // INC_EXTERNAL_GE_COMMON_GE_API_ERROR_CODES_H_
