#include "opbuild/output/value_names.h"

#include "opbuild/output/text.h"

namespace opbuild {
namespace {

struct DtypeNames {
    const char* text;
    const char* suffix;  // of the enumerator, after DT_
};

// By number of the enum; 5 is unused.
const DtypeNames kDtypes[] = {
    {"float32", "FLOAT"},
    {"float16", "FLOAT16"},
    {"int8", "INT8"},
    {"int32", "INT32"},
    {"uint8", "UINT8"},
    {nullptr, nullptr},
    {"int16", "INT16"},
    {"uint16", "UINT16"},
    {"uint32", "UINT32"},
    {"int64", "INT64"},
    {"uint64", "UINT64"},
    {"double", "DOUBLE"},
    {"bool", "BOOL"},
    {"string", "STRING"},
    {"dual_sub_int8", "DUAL_SUB_INT8"},
    {"dual_sub_uint8", "DUAL_SUB_UINT8"},
    {"complex64", "COMPLEX64"},
    {"complex128", "COMPLEX128"},
    {"qint8", "QINT8"},
    {"qint16", "QINT16"},
    {"qint32", "QINT32"},
    {"quint8", "QUINT8"},
    {"quint16", "QUINT16"},
    {"resource", "RESOURCE"},
    {"string_ref", "STRING_REF"},
    {"dual", "DUAL"},
    {nullptr, nullptr},  // VARIANT
    {"bfloat16", "BF16"},
    {nullptr, nullptr},  // UNDEFINED
    {"int4", "INT4"},
    {"uint1", "UINT1"},
    {"int2", "INT2"},
    {nullptr, nullptr},  // UINT2
    {"complex32", "COMPLEX32"},
    {"hifloat8", "HIFLOAT8"},
    {"float8_e5m2", "FLOAT8_E5M2"},
    {"float8_e4m3fn", "FLOAT8_E4M3FN"},
    {"float8_e8m0", "FLOAT8_E8M0"},
    {"float6_e3m2", "FLOAT6_E3M2"},
    {"float6_e2m3", "FLOAT6_E2M3"},
    {"float4_e2m1", "FLOAT4_E2M1"},
    {"float4_e1m2", "FLOAT4_E1M2"},
};

// By number of the enum.
const char* const kFormats[] = {
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
    nullptr,  // RESERVED
    "ALL",
    "NULL",
    "ND_RNN_BIAS",
    "FRACTAL_ZN_RNN",
    "NYUV",
    "NYUV_A",
    "NCL",
    "FRACTAL_Z_WINO",
    "C1HWC0",
};

const char* const kScalarTypes[] = {"uint64", "int64", "uint32", "int32",   "uint16",
                                    "int16",  "uint8", "int8",   "float32", "float16"};

template <typename Entry, size_t Count>
const Entry* Find(const Entry (&table)[Count], int64_t number) {
    return number >= 0 && static_cast<size_t>(number) < Count ? &table[number] : nullptr;
}

bool HasWord(const std::string& code, const std::string& word) {
    for (size_t at = code.find(word); at != std::string::npos; at = code.find(word, at + 1)) {
        const size_t end = at + word.size();
        if (end == code.size() || (!IsAlnum(code[end]) && code[end] != '_')) {
            return true;
        }
    }
    return false;
}

// "DT_FLOAT = 0, DT_BOOL = 12" of the names "ge::DT_..." that `code` holds.
template <typename Enum, typename Name>
std::string ValuesUsedIn(const std::string& code, int64_t count, Name name_of) {
    std::vector<std::string> values;
    for (int64_t number = 0; number < count; ++number) {
        const std::string name = name_of(static_cast<Enum>(number));
        if (!name.empty() && HasWord(code, name)) {
            values.push_back(name.substr(name.find("::") + 2) + " = " + std::to_string(number));
        }
    }
    return Join(values, ", ");
}

}  // namespace

std::string DtypeText(ge::DataType dtype) {
    const DtypeNames* names = Find(kDtypes, static_cast<int64_t>(dtype));
    return names == nullptr || names->text == nullptr ? "" : names->text;
}

std::string DtypeEnum(ge::DataType dtype) {
    const DtypeNames* names = Find(kDtypes, static_cast<int64_t>(dtype));
    return names == nullptr || names->suffix == nullptr ? ""
                                                        : std::string("ge::DT_") + names->suffix;
}

std::string FormatText(ge::Format format) {
    const char* const* name = Find(kFormats, static_cast<int64_t>(format));
    return name == nullptr || *name == nullptr ? "UNKNOWN" : *name;
}

std::string FormatEnum(ge::Format format) {
    const std::string text = FormatText(format);
    if (text == "UNKNOWN") {
        return "static_cast<ge::Format>(" + std::to_string(static_cast<int64_t>(format)) + ")";
    }
    return "ge::FORMAT_" + text;
}

std::string EnumsUsedIn(const std::string& code) {
    const auto dtype_name = [](ge::DataType dtype) {
        return dtype == ge::DT_UNDEFINED ? "ge::DT_UNDEFINED" : DtypeEnum(dtype);
    };
    return "enum DataType : int { " + ValuesUsedIn<ge::DataType>(code, ge::DT_MAX, dtype_name) +
           " };\nenum Format : int { " +
           ValuesUsedIn<ge::Format>(code, ge::FORMAT_END, FormatEnum) + " };\n";
}

std::string ScalarTypeText(ops::ScalarType type) {
    const char* const* name = Find(kScalarTypes, static_cast<int64_t>(type));
    return name == nullptr ? "" : *name;
}

}  // namespace opbuild
