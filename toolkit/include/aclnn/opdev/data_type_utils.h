// Data types: families, sizes, names, acl's numbers.
#ifndef OP_API_COMMON_INC_OPDEV_DATA_TYPE_UTILS_H_
#define OP_API_COMMON_INC_OPDEV_DATA_TYPE_UTILS_H_

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "common_types.h"
#include "op_common/data_type_utils.h"

namespace op {
using opcommon::CanCast;
using opcommon::IsComplexType;
using opcommon::IsFloatingType;
using opcommon::IsIntegralType;
using opcommon::PromoteType;

inline bool CheckType(const DataType dtype, const std::initializer_list<DataType>& valid_types) {
    return std::find(valid_types.begin(), valid_types.end(), dtype) != valid_types.end();
}

inline bool IsRealNumberType(const DataType dtype) {
    return IsFloatingType(dtype) || IsIntegralType(dtype);
}

inline bool IsNumberType(const DataType dtype) {
    return IsRealNumberType(dtype) || dtype == DataType::DT_COMPLEX64 ||
           dtype == DataType::DT_COMPLEX128 ||
           CheckType(dtype, {DataType::DT_QINT32, DataType::DT_QINT8, DataType::DT_QUINT8});
}

inline bool IsBasicType(const DataType dtype) {
    return IsNumberType(dtype) || CheckType(dtype, {DataType::DT_QINT16, DataType::DT_QUINT16});
}

ACL_FUNC_VISIBILITY DataType ToDataType(const std::string& dataTypeStr);

constexpr DataType ToOpDataType(aclDataType type) {
    return type == ACL_DT_UNDEFINED ? DataType::DT_UNDEFINED : static_cast<DataType>(type);
}

/// ACL_DT_UNDEFINED for types that acl does not know.
ACL_FUNC_VISIBILITY aclDataType ToAclDataType(DataType type);

ACL_FUNC_VISIBILITY ge::AscendString ToString(const std::initializer_list<DataType>& dataTypes);
/// Bytes of `size` elements; `ceil` rounds the last byte of small types up.
ACL_FUNC_VISIBILITY int64_t CalcShapeBytes(int64_t size, DataType dataType, bool ceil = false);
}  // namespace op

#endif  // OP_API_COMMON_INC_OPDEV_DATA_TYPE_UTILS_H_
