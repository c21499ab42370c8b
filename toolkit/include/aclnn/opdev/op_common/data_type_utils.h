// Families of data types and what arithmetic between them gives.
#ifndef EXTERNAL_OP_COMMON_DATA_TYPE_UTILS_H_
#define EXTERNAL_OP_COMMON_DATA_TYPE_UTILS_H_

#include "acl/acl_base.h"
#include "graph/types.h"

namespace opcommon {
inline bool IsComplexType(const ge::DataType type) {
    return type == ge::DT_COMPLEX32 || type == ge::DT_COMPLEX64 || type == ge::DT_COMPLEX128;
}

inline bool IsFloatingType(const ge::DataType type) {
    return type == ge::DT_DOUBLE || type == ge::DT_FLOAT || type == ge::DT_BF16 ||
           type == ge::DT_FLOAT16;
}

inline bool IsIntegralType(const ge::DataType type) {
    return type == ge::DT_INT8 || type == ge::DT_INT16 || type == ge::DT_INT32 ||
           type == ge::DT_INT64 || type == ge::DT_UINT8 || type == ge::DT_UINT16 ||
           type == ge::DT_UINT32 || type == ge::DT_UINT64;
}

inline bool IsIntegralType(const ge::DataType type, const bool include_bool) {
    return IsIntegralType(type) || (include_bool && type == ge::DT_BOOL);
}

/// Whether a result of type `from` may be given out as `to`: no complex as real, no floating as
/// integral, only bool as bool.
inline bool CanCast(const ge::DataType from, const ge::DataType to) {
    return !(IsComplexType(from) && !IsComplexType(to)) &&
           !(IsFloatingType(from) && IsIntegralType(to)) &&
           !(from != ge::DT_BOOL && to == ge::DT_BOOL);
}

/// The type of an expression of both; DT_UNDEFINED if there is none (uint16, uint32 and uint64 with
/// real types).
ACL_FUNC_VISIBILITY ge::DataType PromoteType(ge::DataType type_a, ge::DataType type_b);
}  // namespace opcommon

#endif  // EXTERNAL_OP_COMMON_DATA_TYPE_UTILS_H_
