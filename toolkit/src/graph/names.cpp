// Names of element types and formats.
#include <algorithm>
#include <charconv>
#include <iterator>

#include "graph/utils/type_utils.h"

namespace ge {
namespace {

struct TypeName {
    DataType type;
    const char* name;
};

constexpr TypeName kTypeNames[] = {
    {DT_FLOAT, "DT_FLOAT"},
    {DT_FLOAT16, "DT_FLOAT16"},
    {DT_INT8, "DT_INT8"},
    {DT_INT32, "DT_INT32"},
    {DT_UINT8, "DT_UINT8"},
    {DT_INT16, "DT_INT16"},
    {DT_UINT16, "DT_UINT16"},
    {DT_UINT32, "DT_UINT32"},
    {DT_INT64, "DT_INT64"},
    {DT_UINT64, "DT_UINT64"},
    {DT_DOUBLE, "DT_DOUBLE"},
    {DT_BOOL, "DT_BOOL"},
    {DT_STRING, "DT_STRING"},
    {DT_DUAL_SUB_INT8, "DT_DUAL_SUB_INT8"},
    {DT_DUAL_SUB_UINT8, "DT_DUAL_SUB_UINT8"},
    {DT_COMPLEX64, "DT_COMPLEX64"},
    {DT_COMPLEX128, "DT_COMPLEX128"},
    {DT_QINT8, "DT_QINT8"},
    {DT_QINT16, "DT_QINT16"},
    {DT_QINT32, "DT_QINT32"},
    {DT_QUINT8, "DT_QUINT8"},
    {DT_QUINT16, "DT_QUINT16"},
    {DT_RESOURCE, "DT_RESOURCE"},
    {DT_STRING_REF, "DT_STRING_REF"},
    {DT_DUAL, "DT_DUAL"},
    {DT_VARIANT, "DT_VARIANT"},
    {DT_BF16, "DT_BFLOAT16"},
    {DT_UNDEFINED, "DT_UNDEFINED"},
    {DT_INT4, "DT_INT4"},
    {DT_UINT1, "DT_UINT1"},
    {DT_INT2, "DT_INT2"},
    {DT_UINT2, "DT_UINT2"},
    {DT_COMPLEX32, "DT_COMPLEX32"},
    {DT_HIFLOAT8, "DT_HIFLOAT8"},
    {DT_FLOAT8_E5M2, "DT_FLOAT8_E5M2"},
    {DT_FLOAT8_E4M3FN, "DT_FLOAT8_E4M3FN"},
    {DT_FLOAT8_E8M0, "DT_FLOAT8_E8M0"},
    {DT_FLOAT6_E3M2, "DT_FLOAT6_E3M2"},
    {DT_FLOAT6_E2M3, "DT_FLOAT6_E2M3"},
    {DT_FLOAT4_E2M1, "DT_FLOAT4_E2M1"},
    {DT_FLOAT4_E1M2, "DT_FLOAT4_E1M2"},
};

// By number. ge::GetFormatName, which information files are written with, knows no name for those
// that no data has.
constexpr const char* kUnknown = "UNKNOWN";
constexpr const char* kFormatNames[] = {
    "NCHW",
    "NHWC",
    "ND",
    "NC1HWC0",
    "FRACTAL_Z",
    "NC1C0HWPAD",
    "NHWC1C0",
    "FSR_NCHW",
    "FRACTAL_DECONV",
    "C1HWNC0",
    "FRACTAL_DECONV_TRANSPOSE",
    "FRACTAL_DECONV_SP_STRIDE_TRANS",
    "NC1HWC0_C04",
    "FRACTAL_Z_C04",
    "CHWN",
    "DECONV_SP_STRIDE8_TRANS",
    "HWCN",
    "NC1KHKWHWC0",
    "BN_WEIGHT",
    "FILTER_HWCK",
    "LOOKUP_LOOKUPS",
    "LOOKUP_KEYS",
    "LOOKUP_VALUE",
    "LOOKUP_OUTPUT",
    "LOOKUP_HITS",
    "C1HWNCoC0",
    "MD",
    "NDHWC",
    kUnknown,
    "FRACTAL_NZ",
    "NCDHW",
    "DHWCN",
    "NDC1HWC0",
    "FRACTAL_Z_3D",
    "CN",
    "NC",
    "DHWNC",
    "FRACTAL_Z_3D_TRANSPOSE",
    "FRACTAL_ZN_LSTM",
    "FRACTAL_Z_G",
    kUnknown,
    kUnknown,
    kUnknown,
    "ND_RNN_BIAS",
    "FRACTAL_ZN_RNN",
    "NYUV",
    "NYUV_A",
    "NCL",
    "FRACTAL_Z_WINO",
    "C1HWC0",
    "FRACTAL_NZ_C0_16",
    "FRACTAL_NZ_C0_32",
    "FRACTAL_NZ_C0_2",
    "FRACTAL_NZ_C0_4",
    "FRACTAL_NZ_C0_8",
};
static_assert(sizeof(kFormatNames) / sizeof(kFormatNames[0]) == FORMAT_END, "one name per format");

struct FormatName {
    Format format;
    const char* name;
};

// What serial strings call formats that GetFormatName does not name.
constexpr FormatName kSerialNames[] = {
    {FORMAT_RESERVED, "FORMAT_RESERVED"},
    {FORMAT_ALL, "ALL"},
    {FORMAT_NULL, "NULL"},
    {FORMAT_END, "END"},
    {FORMAT_MAX, "MAX"},
};

constexpr Format kDataFormats[] = {FORMAT_NCHW, FORMAT_NHWC, FORMAT_NDHWC, FORMAT_NCDHW, FORMAT_ND};

// A string in a tensor: its address and its length.
constexpr uint32_t kStringHeadBytes = 16;

constexpr int32_t kLargestSubFormat = 0xffff;

const char* TypeNameOf(DataType type) {
    for (const TypeName& entry : kTypeNames) {
        if (entry.type == type) {
            return entry.name;
        }
    }
    return "UNDEFINED";
}

Format PrimaryFormatOf(const std::string& name) {
    for (int i = 0; i < FORMAT_END; ++i) {
        if (name == kFormatNames[i] && name != kUnknown) {
            return static_cast<Format>(i);
        }
    }
    if (name == "ALL") {
        return FORMAT_ALL;
    }
    return name == "NULL" ? FORMAT_NULL : FORMAT_RESERVED;
}

// The format of "NAME" or "NAME:sub-format", FORMAT_RESERVED if it is neither.
Format FormatOf(const std::string& text) {
    const size_t colon = text.find(':');
    const Format primary = PrimaryFormatOf(text.substr(0, colon));
    if (primary == FORMAT_RESERVED || colon == std::string::npos) {
        return primary;
    }
    int32_t sub_format = -1;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + colon + 1, end, sub_format);
    const bool legal = parsed.ec == std::errc() && parsed.ptr == end && sub_format >= 0 &&
                       sub_format <= kLargestSubFormat;
    return legal ? static_cast<Format>(GetFormatFromSub(primary, sub_format)) : FORMAT_RESERVED;
}

std::string SerialNameOf(Format format) {
    const auto primary = static_cast<Format>(GetPrimaryFormat(format));
    for (const FormatName& entry : kSerialNames) {
        if (entry.format == primary) {
            return entry.name;
        }
    }
    const std::string name = GetFormatName(primary);
    return name == kUnknown ? "RESERVED" : name;
}

}  // namespace

const char_t* GetFormatName(Format format) {
    return format >= 0 && format < FORMAT_END ? kFormatNames[format] : kUnknown;
}

int64_t GetSizeInBytes(int64_t element_count, DataType data_type) {
    uint32_t length = 0;
    if (element_count < 0 || !TypeUtils::GetDataTypeLength(data_type, length)) {
        return -1;
    }
    const auto size = static_cast<int>(length);
    int64_t bytes = 0;
    if (size < kDataTypeSizeBitOffset) {
        return __builtin_mul_overflow(element_count, size, &bytes) ? -1 : bytes;
    }
    if (__builtin_mul_overflow(element_count, size - kDataTypeSizeBitOffset, &bytes)) {
        return -1;
    }
    return bytes / 8 + (bytes % 8 != 0 ? 1 : 0);
}

std::string TypeUtils::DataTypeToSerialString(const DataType data_type) {
    return TypeNameOf(data_type);
}

AscendString TypeUtils::DataTypeToAscendString(const DataType& data_type) {
    return AscendString(TypeNameOf(data_type));
}

DataType TypeUtils::SerialStringToDataType(const std::string& str) {
    if (str == "DT_FLOAT32") {
        return DT_FLOAT;
    }
    for (const TypeName& entry : kTypeNames) {
        if (str == entry.name) {
            return entry.type;
        }
    }
    return DT_UNDEFINED;
}

DataType TypeUtils::AscendStringToDataType(const AscendString& str) {
    return SerialStringToDataType(str.GetString());
}

std::string TypeUtils::FormatToSerialString(const Format format) {
    std::string name = SerialNameOf(format);
    if (HasSubFormat(format)) {
        name += ":" + std::to_string(GetSubFormat(format));
    }
    return name;
}

AscendString TypeUtils::FormatToAscendString(const Format& format) {
    return AscendString(FormatToSerialString(format).c_str());
}

Format TypeUtils::SerialStringToFormat(const std::string& str) {
    return FormatOf(str);
}

Format TypeUtils::AscendStringToFormat(const AscendString& str) {
    return SerialStringToFormat(str.GetString());
}

Format TypeUtils::DataFormatToFormat(const std::string& str) {
    const Format format = FormatOf(str);
    const int32_t primary = GetPrimaryFormat(format);
    const bool of_data = std::find(std::begin(kDataFormats), std::end(kDataFormats), primary) !=
                         std::end(kDataFormats);
    return of_data ? format : FORMAT_RESERVED;
}

Format TypeUtils::DataFormatToFormat(const AscendString& str) {
    return DataFormatToFormat(std::string(str.GetString()));
}

bool TypeUtils::GetDataTypeLength(const ge::DataType data_type, uint32_t& length) {
    if (data_type == DT_STRING || data_type == DT_STRING_REF) {
        length = kStringHeadBytes;
        return true;
    }
    const int size = GetSizeByDataType(data_type);
    if (size <= 0) {
        return false;
    }
    length = static_cast<uint32_t>(size);
    return true;
}

}  // namespace ge
