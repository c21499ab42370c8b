// Names of element types and formats.
#include <cstdlib>

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
    {DT_BF16, "DT_BF16"},
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

// By number.
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
    "FRACTAL_DECONV_SP_STRIDE8_TRANS",
    "HWCN",
    "NC1KHKWHWC0",
    "BN_WEIGHT",
    "FILTER_HWCK",
    "HASHTABLE_LOOKUP_LOOKUPS",
    "HASHTABLE_LOOKUP_KEYS",
    "HASHTABLE_LOOKUP_VALUE",
    "HASHTABLE_LOOKUP_OUTPUT",
    "HASHTABLE_LOOKUP_HITS",
    "C1HWNCoC0",
    "MD",
    "NDHWC",
    "FRACTAL_ZZ",
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
    "RESERVED",
    "ALL",
    "NULL",
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

const char* TypeNameOf(DataType type) {
    for (const TypeName& entry : kTypeNames) {
        if (entry.type == type) {
            return entry.name;
        }
    }
    return "UNDEFINED";
}

Format FormatOf(const std::string& name) {
    for (int i = 0; i < FORMAT_END; ++i) {
        if (name == kFormatNames[i]) {
            return static_cast<Format>(i);
        }
    }
    return FORMAT_RESERVED;
}

}  // namespace

const char_t* GetFormatName(Format format) {
    const int32_t primary = GetPrimaryFormat(format);
    return primary < FORMAT_END ? kFormatNames[primary] : kFormatNames[FORMAT_RESERVED];
}

int64_t GetSizeInBytes(int64_t element_count, DataType data_type) {
    const int size = GetSizeByDataType(data_type);
    if (element_count < 0 || size < 0) {
        return -1;
    }
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
    std::string name = GetFormatName(format);
    if (HasSubFormat(format)) {
        name += ":" + std::to_string(GetSubFormat(format));
    }
    return name;
}

AscendString TypeUtils::FormatToAscendString(const Format& format) {
    return AscendString(FormatToSerialString(format).c_str());
}

Format TypeUtils::SerialStringToFormat(const std::string& str) {
    const size_t colon = str.find(':');
    const Format primary = FormatOf(str.substr(0, colon));
    if (primary == FORMAT_RESERVED || colon == std::string::npos) {
        return primary;
    }
    const long sub_format = std::strtol(str.c_str() + colon + 1, nullptr, 10);
    return static_cast<Format>(GetFormatFromSub(primary, static_cast<int32_t>(sub_format)));
}

Format TypeUtils::AscendStringToFormat(const AscendString& str) {
    return SerialStringToFormat(str.GetString());
}

Format TypeUtils::DataFormatToFormat(const std::string& str) {
    return FormatOf(str);
}

Format TypeUtils::DataFormatToFormat(const AscendString& str) {
    return FormatOf(str.GetString());
}

bool TypeUtils::GetDataTypeLength(const ge::DataType data_type, uint32_t& length) {
    const int size = GetSizeByDataType(data_type);
    if (size <= 0) {
        return false;
    }
    length = static_cast<uint32_t>(size);
    return true;
}

}  // namespace ge
