// Names and sizes of element types and formats.
#ifndef INC_GRAPH_UTILS_TYPE_UTILS_H_
#define INC_GRAPH_UTILS_TYPE_UTILS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_set>

#include "graph/ascend_string.h"
#include "graph/types.h"

namespace ge {
class GE_FUNC_HOST_VISIBILITY TypeUtils {
public:
    /// "DT_FLOAT"; "UNDEFINED" for a number that is no type. The inverse answers DT_UNDEFINED.
    static std::string DataTypeToSerialString(const DataType data_type);
    static AscendString DataTypeToAscendString(const DataType& data_type);
    static DataType SerialStringToDataType(const std::string& str);
    static DataType AscendStringToDataType(const AscendString& str);

    /// "NCHW" of the primary format, with ":<sub format>" if there is one; "RESERVED" for a number
    /// that is no format. The inverse answers FORMAT_RESERVED.
    static std::string FormatToSerialString(const Format format);
    static AscendString FormatToAscendString(const Format& format);
    static Format SerialStringToFormat(const std::string& str);
    static Format AscendStringToFormat(const AscendString& str);
    /// Of the names that frameworks use for data formats ("NCHW", "NHWC", ...).
    static Format DataFormatToFormat(const std::string& str);
    static Format DataFormatToFormat(const AscendString& str);

    /// Bytes of one element (kDataTypeSizeBitOffset + bits below a byte); false if the type has no
    /// size.
    static bool GetDataTypeLength(const ge::DataType data_type, uint32_t& length);
};
}  // namespace ge

#endif  // INC_GRAPH_UTILS_TYPE_UTILS_H_
