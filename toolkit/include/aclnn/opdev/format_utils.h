// Formats: a primary format, and in higher bits a sub-format (groups) and the size of C0.
#ifndef OP_API_OP_API_COMMON_INC_FORMAT_UTILS_H
#define OP_API_OP_API_COMMON_INC_FORMAT_UTILS_H

#include <acl/acl_base.h>

#include "common_types.h"

namespace op {
/// Whether the format is one that only the AI core uses (5HD, FRACTAL_NZ ...).
ACL_FUNC_VISIBILITY bool IsPrivateFormat(Format format);
ACL_FUNC_VISIBILITY Format ToFormat(const std::string& formatStr);
ACL_FUNC_VISIBILITY ge::AscendString ToString(Format format);

inline int32_t GetPrimaryFormat(int32_t format) {
    return format & 0xFF;
}
inline Format GetPrimaryFormat(Format format) {
    return static_cast<Format>(static_cast<uint32_t>(format) & 0xFFU);
}
inline int32_t GetSubFormat(int32_t format) {
    return (format & 0xFFFF00) >> 8;
}
inline int32_t GetSubFormat(Format format) {
    return GetSubFormat(static_cast<int32_t>(format));
}
inline bool HasSubFormat(int32_t format) {
    return GetSubFormat(format) > 0;
}
inline bool HasC0Format(int32_t format) {
    return (format & 0xF000000) > 0;
}
inline int64_t GetC0Format(int32_t format) {
    return int64_t(1) << (((static_cast<uint32_t>(format) & 0xF000000U) >> 24) - 1);
}
inline Format GetFormatFromSub(int32_t primaryFormat, int32_t subFormat) {
    return static_cast<Format>((static_cast<uint32_t>(primaryFormat) & 0xFFU) |
                               ((static_cast<uint32_t>(subFormat) & 0xFFFFU) << 8U));
}

inline Format ToOpFormat(aclFormat format) {
    return format == ACL_FORMAT_UNDEFINED ? Format::FORMAT_MAX : static_cast<Format>(format);
}
/// ACL_FORMAT_UNDEFINED for formats that acl does not know.
ACL_FUNC_VISIBILITY aclFormat ToAclFormat(Format format);
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_FORMAT_UTILS_H
