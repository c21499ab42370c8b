// Status codes of parsers of frameworks.
#ifndef INC_EXTERNAL_REGISTER_REGISTER_ERROR_CODES_H_
#define INC_EXTERNAL_REGISTER_REGISTER_ERROR_CODES_H_

#include <cstdint>

#define SYSID_FWK 3U
#define MODID_COMMON 0U

/// Defines a code from its parts: system in the highest byte, module in the next, value below.
#define DECLARE_ERRORNO(sysid, modid, name, value)                                  \
    constexpr domi::Status name = ((0xFFU & static_cast<uint32_t>(sysid)) << 24U) | \
                                  ((0xFFU & static_cast<uint32_t>(modid)) << 16U) | \
                                  (0xFFFFU & static_cast<uint32_t>(value));
#define DECLARE_ERRORNO_COMMON(name, value) DECLARE_ERRORNO(SYSID_FWK, MODID_COMMON, name, value)

namespace domi {
using Status = uint32_t;

DECLARE_ERRORNO(0U, 0U, SUCCESS, 0U)
DECLARE_ERRORNO(0xFFU, 0xFFU, FAILED, 0xFFFFFFFFU)
DECLARE_ERRORNO_COMMON(PARAM_INVALID, 1U)
DECLARE_ERRORNO(SYSID_FWK, 1U, SCOPE_NOT_CHANGED, 201U)
}  // namespace domi

#endif  // INC_EXTERNAL_REGISTER_REGISTER_ERROR_CODES_H_
